import writeExcelFile from 'write-excel-file/node';
import { listLimits } from '#shared/constants.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import type { Route } from './+types/export-route.ts';
import { readCompare } from './read-compare.ts';

/** The comparison of one category as an XLSX file, all its columns. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { columns, rows } = await readCompare(context.get(shop), new URL(request.url).searchParams, listLimits.compare);
  if (columns.length === 0) throw notFound();
  const bold = (value: string) => ({ value, fontWeight: 'bold' as const, wrap: true });
  const head = [bold('Характеристика'), ...columns.map(({ product }) => bold(product.name))];
  const codes = [{ value: 'Артикул' }, ...columns.map(({ product }) => ({ value: product.article ?? product.idcode }))];
  const body = rows.map(({ name, cells }) => [
    { value: name },
    ...cells.map(({ text, is_best }) => ({
      value: text ?? 'нет данных',
      wrap: true,
      ...(is_best && { fontWeight: 'bold' as const }),
    })),
  ]);
  const sheet = {
    sheet: 'Сравнение',
    columns: [{ width: 28 }, ...columns.map(() => ({ width: 24 }))],
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
  };
  const file = await writeExcelFile([head, codes, ...body], sheet).toBuffer();
  return new Response(new Uint8Array(file), {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': 'attachment; filename="compare.xlsx"',
    },
  });
}
