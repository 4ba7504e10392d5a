import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useListAddress } from '../parts/list-address.ts';
import { currentBranch, request } from '../request.ts';
import { narrowedBy, productFilterKeys, productSort } from './product-filter.ts';
import type { GoodsSheet } from './sheet-file.ts';

/** The goods of a sheet by the address of the page, read portion after portion until all are there. */
export function useSheetGoods() {
  const { filter, sort } = useListAddress(productFilterKeys, productSort);
  const search = useSearchParams()[0];
  const [ids, fields] = [search.get('ids') ?? '', search.get('fields') ?? ''];
  const asked = new URLSearchParams({
    sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}`,
    ...(ids ? { ids } : { filter: JSON.stringify(narrowedBy(filter)) }),
    ...(fields && { fields }),
  }).toString();
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['goods-sheet', asked, currentBranch()],
    queryFn: async ({ pageParam, signal }) =>
      (await request<GoodsSheet>(`/api/admin/goods-sheet?${asked}&offset=${pageParam}`, { signal })).body,
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, _pages, offset) =>
      rows.length > 0 && offset + rows.length < total ? offset + rows.length : undefined,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const [first] = data?.pages ?? [];
  return {
    /** Names what is shown: other goods or columns have another. */
    of: asked,
    sheet: first && { ...first, rows: data?.pages.flatMap(({ rows }) => rows) ?? [] },
    isWhole: first !== undefined && !hasNextPage,
    error,
    retry: () => void (first ? fetchNextPage() : refetch()),
    readAgain: async () => void (await refetch()),
  };
}
