import { useQuery } from '@tanstack/react-query';
import { request } from '../request.ts';
import type { Category } from './product.ts';

/** All categories of the shop; none until they are read. */
export function useCategories(): Category[] {
  const { data } = useQuery({
    queryKey: ['categories', 'all'],
    queryFn: async () => (await request<{ items: Category[] }>('/api/admin/categories')).body.items,
  });
  return data ?? [];
}
