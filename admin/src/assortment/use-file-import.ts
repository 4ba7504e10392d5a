import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Got } from '../parts/got.ts';
import { refusalWords, upload } from '../parts/table-file.tsx';
import { request } from '../request.ts';
import type { ChosenColumn, FileMap } from './file-columns.ts';

export type Imported = {
  id: number;
  state: string;
  summary: Got<'/api/admin/file-imports'>['items'][number]['summary'];
};
export type ImportMode = 'rehearse' | 'apply';
type NamedColumns = { name: string; columns: ChosenColumn[]; unit: FileMap['unit'] };

/** Remembers the columns of a table of prices and stock and sends it: to see what would change, or to be taken. */
export function useFileImport(file: File) {
  const queries = useQueryClient();
  const [result, setResult] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(map: NamedColumns, mode: ImportMode) {
    setBusy(true);
    setProblem(null);
    try {
      await request('/api/admin/file-maps', { method: 'PUT', body: map });
      const answer = await upload('/api/admin/file-imports', file, { map: map.name, mode });
      setResult((await answer.json()) as Imported);
      void queries.invalidateQueries();
    } catch (failure) {
      setResult(null);
      setProblem(refusalWords(failure));
    } finally {
      setBusy(false);
    }
  }

  return { result, problem, isBusy, run, forget: () => setResult(null) };
}
