import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Got } from '../parts/got.ts';
import { refusalWords, upload } from '../parts/table-file.tsx';
import { RequestError, request } from '../request.ts';
import type { ChosenColumn, FileMap } from './file-columns.ts';

export type Imported = {
  id: number;
  state: string;
  hash: string;
  summary: Got<'/api/admin/file-imports'>['items'][number]['summary'];
};
export type ImportMode = 'rehearse' | 'apply';
type NamedColumns = { name: string; columns: ChosenColumn[]; unit: FileMap['unit'] };

/** Remembers the columns of a table of prices and stock and sends it: to see what would change, or to be taken. */
export function useFileImport(file: File, maps: readonly FileMap[]) {
  const queries = useQueryClient();
  const [result, setResult] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** As this screen saved it last: the list is read again later. */
  const [saved, setSaved] = useState<FileMap | null>(null);

  async function run(map: NamedColumns, mode: ImportMode) {
    setBusy(true);
    setProblem(null);
    const seen = saved?.name === map.name ? saved : (maps.find(({ name }) => name === map.name) ?? null);
    try {
      // This screen shows no guards: those of the map stay.
      const { moved_percent, moved_share } = seen ?? {};
      const body = { ...map, moved_percent, moved_share, seen };
      setSaved((await request<FileMap>('/api/admin/file-maps', { method: 'PUT', body })).body);
      const looked: Record<string, string> = mode === 'apply' && result ? { hash: result.hash } : {};
      const answer = await upload('/api/admin/file-imports', file, { map: map.name, mode, ...looked });
      setResult((await answer.json()) as Imported);
      void queries.invalidateQueries();
    } catch (failure) {
      setResult(null);
      setProblem(refusalWords(failure));
      if (!(failure instanceof RequestError) || failure.code !== 'seen_changed') return;
      setSaved(null);
      void queries.invalidateQueries();
    } finally {
      setBusy(false);
    }
  }

  return { result, problem, isBusy, run, forget: () => setResult(null) };
}
