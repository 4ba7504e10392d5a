import { useQuery } from '@tanstack/react-query';
import { currentBranch, request } from '../request.ts';
import type { SetLook, SetProduct } from './set-words.ts';

/** What the goods of the form are, and where a set of them would be shown now; asked again whenever they change. */
export function useSetLook(goods: SetProduct[]) {
  const counted = goods.filter(({ count }) => typeof count === 'number' && count > 0 && count < 1_000);
  return useQuery({
    queryKey: ['ready-set-look', currentBranch(), counted],
    queryFn: async ({ signal }) =>
      (await request<SetLook>('/api/admin/ready-set-look', { method: 'POST', body: { goods: counted }, signal })).body,
    enabled: counted.length > 0,
    placeholderData: (before) => before,
  });
}
