import { parseXlsx } from '#platform/document-text/xlsx.ts';
import { readPdf } from './pdf.ts';
import type { UnitRules } from './unit-rules.ts';
import { type Line, printed, type UnitReport, type UnitWalk } from './unit-walk-parts.ts';

/** The cart as a commercial proposal, on paper and as a table: metres at the price of a metre. */
export async function offers(
  walk: UnitWalk,
  rules: UnitRules,
  report: UnitReport,
  lines: Line[],
  cookies: Record<string, string>,
): Promise<void> {
  // A visitor may ask for so many an hour.
  await walk.db.deleteFrom('limits').execute();
  const [paper, sheet] = [await walk.ask('/cart/offer.pdf', cookies), await walk.ask('/cart/offer.xlsx', cookies)];
  report.pages += 2;
  if (paper.status !== 200 || sheet.status !== 200) {
    report.problems.push(`a proposal: ${paper.status}, ${sheet.status}`);
    return;
  }
  const text = readPdf(paper.bytes).text;
  const rows = (await parseXlsx(sheet.bytes)).split('\n').map((row) => row.split('\t'));
  for (const { product, count } of lines) {
    const { parts, short } = rules.rowOf(product.unit);
    const where = `${product.name}, ${count} in the proposal`;
    // Products may share a name: one of its rows has to be right.
    const own = rows.filter((cells) => cells[1] === product.name);
    const row = own.find(([, , , amount, unit]) => numberOf(amount) === count / parts && unit === short);
    const [price, sum] = [numberOf(row?.[5]), numberOf(row?.[8])];
    if (!row || Math.abs(price * (count / parts) - sum) > 0.001)
      report.problems.push(`${where}: the table says ${own.map((cells) => cells.slice(3, 9).join(' ')).join('; ')}`);
    // A tier may have made it cheaper.
    if (!(price <= (product.price * parts) / 100)) report.problems.push(`${where}: ${price} for one`);
    const wanted = `${rules.number(count, product.unit)} ${short} ${printed(Math.round(price * 100))}`;
    if (!text.includes(wanted)) report.problems.push(`${where}: no «${wanted}» on paper`);
  }
}

/** «62,1» of a cell. */
function numberOf(cell: string | undefined): number {
  return Number((cell ?? '').replace(',', '.') || 'none');
}
