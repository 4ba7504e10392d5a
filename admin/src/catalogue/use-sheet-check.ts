import { useState } from 'react';
import { refusalWords, upload } from '../parts/table-file.tsx';
import { idempotencyKey } from '../request.ts';
import { type changedGoods, type SheetColumn, sheetFile } from './sheet-file.ts';

/** Sends what was changed in a sheet as a table of goods, which checks it; `onSent`: with the id of the table. */
export function useSheetCheck(onSent: (id: number) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function check(changes: ReturnType<typeof changedGoods>, columns: readonly SheetColumn[]) {
    setBusy(true);
    setProblem(null);
    try {
      const { file, columns: sent } = sheetFile(changes, columns);
      const answer = await upload(
        '/api/admin/goods-imports',
        file,
        { columns: JSON.stringify(sent) },
        idempotencyKey(),
      );
      const { id } = (await answer.json()) as { id: number };
      onSent(id);
    } catch (failure) {
      setProblem(refusalWords(failure));
    } finally {
      setBusy(false);
    }
  }

  return { problem, isBusy, check };
}
