import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { request } from '../request.ts';

type Page<Row> = { items: Row[]; next: string | null };

export type CursorListOf<Row> = {
  /** What has come so far; undefined: nothing has yet. */
  rows: Row[] | undefined;
  error: unknown;
  /** They are of the former filter. */
  isStale: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

/**
 * A list that goes on by a cursor, newest first, as journals do: `path` answers `{items, next}`. `isOn`: false reads
 * nothing.
 */
export function useCursorList<Row>(
  path: string,
  filter: object,
  { perPage, isOn = true }: { perPage?: number; isOn?: boolean } = {},
): CursorListOf<Row> {
  const branch = useSearchParams()[0].get('branch') || null;
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['cursor', path, filter, branch],
    queryFn: async ({ signal, pageParam }) => {
      const search = new URLSearchParams({ filter: JSON.stringify(filter) });
      if (perPage) search.set('per_page', String(perPage));
      if (pageParam) search.set('after', pageParam);
      return (await request<Page<Row>>(`${path}?${search}`, { signal, branch })).body;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    enabled: isOn,
  });
  return {
    rows: data?.pages.flatMap(({ items }) => items),
    error,
    isStale: isPlaceholderData,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
