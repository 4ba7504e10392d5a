import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { request } from '../request.ts';
import type { Proposal } from './search-types.ts';

/** The server takes so many queries at once. */
const atOnce = 25;

/** What the search proposes for these queries, by query; the likeliest first. */
export function useProposals(words: string[]): { of: (words: string) => Proposal[] | undefined; failure: unknown } {
  const branch = useSearchParams()[0].get('branch') ?? undefined;
  const { data, error } = useQuery({
    queryKey: ['search-proposals', branch, words],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Proposal[]>();
      for (let from = 0; from < words.length; from += atOnce) {
        const { body } = await request<{ items: { words: string; proposals: Proposal[] }[] }>(
          '/api/admin/search-misses/proposals',
          { method: 'POST', body: { words: words.slice(from, from + atOnce), department_id_1c: branch }, signal },
        );
        for (const item of body.items) found.set(item.words, item.proposals);
      }
      return found;
    },
    enabled: words.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return { of: (one) => data?.get(one), failure: data ? null : error };
}
