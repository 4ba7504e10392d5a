import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { shownPrice } from '#shared/unit-words.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import type { Route } from './+types/export-route.ts';
import { readEstimatePage } from './read-estimate-page.ts';

const head = ['№', 'Как написано', 'Товар', 'Артикул', 'Количество', 'Ед.', 'Цена, ₽', 'Сумма, ₽'];

/** The ticked lines with the branch's prices of this moment, as a spreadsheet for the customer or the file. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  try {
    const { lines, total } = await readEstimatePage(found, params.id);
    const rows: SheetData = [head.map((value) => ({ value, fontWeight: 'bold' as const }))];
    for (const line of lines) {
      if (!line.is_taken || line.sum === null) continue;
      const product = line.candidates.find(({ id }) => id === line.product_id);
      const unit = ensure(product).shown_unit;
      rows.push([
        { value: line.position },
        { value: line.name },
        { value: product?.name ?? '' },
        { value: product?.article ?? product?.idcode ?? '' },
        { value: ensure(line.count) / unit.parts },
        { value: unit.short },
        { value: shownPrice(ensure(line.price), unit) / 100 },
        { value: line.sum / 100 },
      ]);
    }
    rows.push([null, null, { value: 'Итого' }, null, null, null, null, { value: total / 100, fontWeight: 'bold' }]);
    const columns = [5, 40, 60, 16, 12, 8, 12, 14].map((width) => ({ width }));
    const bytes = await writeXlsxFile(rows, { columns }).toBuffer();
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'Content-Disposition': 'attachment; filename="smeta.xlsx"',
      },
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw notFound();
    throw error;
  }
}
