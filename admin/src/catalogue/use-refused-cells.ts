import { type Got, useGot } from '../parts/got.ts';
import { cellKey } from '../parts/sheet-edits.ts';
import type { SheetColumn } from './sheet-file.ts';

/** Why cells of a table that was looked at are not taken, by the key of the cell; of its first hundred refused rows. */
export function useRefusedCells(table: number | null, columns: readonly SheetColumn[]): ReadonlyMap<string, string> {
  const one = useGot<Got<'/api/admin/goods-imports/{id}'>>(`/api/admin/goods-imports/${table}`, {
    isOn: table !== null,
  });
  const isRefused = (one.data?.counts?.refused ?? 0) > 0;
  const { data } = useGot<Got<'/api/admin/goods-imports/{id}/rows'>>(
    `/api/admin/goods-imports/${table}/rows?kind=refused`,
    { isOn: isRefused },
  );
  const fieldOf = new Map(columns.map(({ heading, field }) => [heading, field]));
  return new Map(
    (isRefused ? (data?.items ?? []) : []).flatMap(({ product_id, cells }) =>
      cells.flatMap(({ heading, problem }) => {
        const field = fieldOf.get(heading);
        return product_id !== null && field && problem ? [[cellKey(product_id, field), problem] as const] : [];
      }),
    ),
  );
}
