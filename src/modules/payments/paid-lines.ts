import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type CarryingKind, carryingWords } from '#shared/carrying.ts';
import { ensure } from '#shared/ensure.ts';
import type { PaidLine } from './receipt-items.ts';

/** Lines of an order by position; 0 is the delivery, -1 unloading or lifting. */
export type RefundLine = { position: number; count: number };

/** Where the services stand among the lines, which are counted from 1. */
export const servicePositions = { delivery: 0, carrying: -1 } as const;

/**
 * What an order's money is for; Σ sum is the order's total. The delivery, and unloading or lifting, are services at the
 * payment partner's own VAT rate. A seller free of VAT names none, whatever goods, 1C or the partner say.
 */
export async function readPaidLines(db: Db, order_id: string): Promise<PaidLine[]> {
  const { rows } = await sql<PaidOrder>`
    select coalesce((select not s.is_vat_payer from seller_requisites s where s.department_id_1c is null), false) as is_free_of_vat,
      o.delivery_price, o.carrying, o.carrying_floor, o.carrying_price, (
      select json_agg(json_build_object('position', l.position, 'name', l.name, 'unit', coalesce(u.short, l.unit),
        'parts', coalesce(u.parts, 1), 'count', l.count, 'sum', l.sum, 'vat_rate', l.vat_rate) order by l.position)
      from order_lines l left join units u on u.name = l.unit where l.order_id = o.id
    ) as lines
    from orders o where o.id = ${order_id}::uuid`.execute(db);
  const { is_free_of_vat, delivery_price, carrying, carrying_floor, carrying_price, lines } = ensure(rows[0]);
  const paid = [
    ...lines.map((line) => ({ ...line, subject: 'commodity' as const })),
    ...(delivery_price ? [serviceLine(servicePositions.delivery, 'Доставка', delivery_price)] : []),
    ...(carrying && carrying_price
      ? [
          serviceLine(
            servicePositions.carrying,
            carryingWords({ kind: carrying, floor: carrying_floor }),
            carrying_price,
          ),
        ]
      : []),
  ];
  return is_free_of_vat ? paid.map((line) => ({ ...line, vat_rate: noVat })) : paid;
}

/** «Без НДС», as goods have it. */
const noVat = 0;

type PaidOrder = {
  is_free_of_vat: boolean;
  delivery_price: number | null;
  carrying: CarryingKind | null;
  carrying_floor: number | null;
  carrying_price: number | null;
  lines: Omit<PaidLine, 'subject'>[];
};

function serviceLine(position: number, name: string, sum: number): PaidLine {
  return { position, name, unit: 'шт', parts: 1, count: 1, sum, vat_rate: null, subject: 'service' };
}

/** What of an order its recipient has; whoever got a part has had the services too. */
export async function handedOut(db: Db, order_id: string): Promise<RefundLine[]> {
  const { rows } = await sql<RefundLine>`
    select l.position, sum(r.count)::int as count
    from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order_id}::uuid and r.why = 'handed_over' group by l.position order by l.position`.execute(db);
  const services = Object.values(servicePositions).map((position) => ({ position, count: 1 }));
  return rows.length === 0 ? [] : [...rows, ...services];
}

/**
 * What giving these lines back costs, after what was given back before. The sum of the first k of n pieces is rounded
 * down, so however a line is given back piece by piece, all its pieces together are exactly its sum. Null when more is
 * asked for than is left.
 */
export function linesLeft(lines: PaidLine[], before: RefundLine[], wanted: RefundLine[]): PaidLine[] | null {
  const found: PaidLine[] = [];
  for (const { position, count } of wanted) {
    const line = lines.find((other) => other.position === position);
    // A line may be named twice in one wish: its pieces are counted together.
    const gone = goneOf(before, position) + goneOf(found, position);
    if (!line || count < 1 || gone + count > line.count) return null;
    const sumOf = (pieces: number) => Number((BigInt(line.sum) * BigInt(pieces)) / BigInt(line.count));
    found.push({ ...line, count, sum: sumOf(gone + count) - sumOf(gone) });
  }
  return found;
}

/** Everything that was not given back yet. */
export function restOf(lines: PaidLine[], before: RefundLine[]): RefundLine[] {
  return lines
    .map(({ position, count }) => ({ position, count: Math.max(count - goneOf(before, position), 0) }))
    .filter(({ count }) => count > 0);
}

function goneOf(before: RefundLine[], position: number): number {
  return before.reduce((sum, line) => (line.position === position ? sum + line.count : sum), 0);
}
