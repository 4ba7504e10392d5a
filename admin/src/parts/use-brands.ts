import { useQuery } from '@tanstack/react-query';
import { request } from '../request.ts';
import type { Brand } from './product.ts';

/** All brands; none until they are read. */
export function useBrands(): Brand[] {
  const { data } = useQuery({
    queryKey: ['brands', 'all'],
    queryFn: async () => (await request<{ items: Brand[] }>('/api/admin/brands')).body.items,
  });
  return data ?? [];
}
