import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Got, useGot } from '../parts/got.ts';

type Answer = Got<'/api/admin/products/{id}/draft'>;
export type WaitingDraft = NonNullable<Answer['draft']>;

/** The draft that waits over the record of this path; `isRead`: whether the shop has answered yet. */
export function useWaitingDraft(path: string, isOn: boolean) {
  const { data, error, refetch } = useGot<Answer>(draftPath(path), { isOn });
  return { draft: data?.draft ?? null, isRead: data !== undefined, error, refetch };
}

/** After a change of the draft: it, the lists and releases that name it are read again. */
export function useDraftRefresh(): () => void {
  const queries = useQueryClient();
  return () => refreshDrafts(queries);
}

function refreshDrafts(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
}

export function draftPath(path: string): string {
  return `${path}/draft`;
}
