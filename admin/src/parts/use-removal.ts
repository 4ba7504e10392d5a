import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useVerb } from './use-verb.ts';

/**
 * Taking away a record of a list, by POST of `path`/id/remove, and bringing it back by POST of `path`. `toSave`: what
 * the server takes of a record.
 */
export function useRemoval<Row extends { id: string | number }>(path: string, toSave: (row: Row) => object) {
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const [removed, setRemoved] = useState<Row | null>(null);
  const remove = useVerb(reload);
  const restore = useVerb(() => {
    setRemoved(null);
    reload();
  });
  return {
    /** What was just taken away, while that may be taken back. */
    removed: remove.answer && !remove.isBusy ? removed : null,
    isRemoving: remove.isBusy,
    isRestoring: restore.isBusy,
    problem: remove.problem ?? restore.problem,
    remove: (row: Row) => {
      setRemoved(row);
      remove.run(`${path}/${row.id}/remove`);
    },
    restore: (row: Row) => restore.run(path, toSave(row)),
    forget: () => setRemoved(null),
  };
}
