import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { folded } from '#shared/folded.ts';
import { formatPrice } from '#shared/money.ts';
import { addDays, localTime, momentOf } from '#shared/zoned-time.ts';

/** Days of providers' registries are those of Moscow. */
const zone = 'Europe/Moscow';
const mostShown = 500;

/** A line of a registry: the provider's number of a payment or refund, kopecks, and the day when it says one. */
type RegistryLine = { row: number; id: string; amount: number; day: string | null };

export type Difference = { order_id: string | null; number: number | null; provider_id: string; words: string };

export type ComparedRegistry = {
  /** Headings of the columns that were read. */
  columns: { id: string; amount: string; day: string | null };
  /** Days that the registry covers; null: it names none, and what is missing in it cannot be told. */
  from: string | null;
  to: string | null;
  /** What agrees: how many, kopecks. */
  payments: number;
  paid: number;
  refunds: number;
  refunded: number;
  differences: Difference[];
  /** Beyond the first 500. */
  differences_more: number;
  /** Lines without a number or a sum, as totals are. */
  unread: number;
};

type Known = {
  provider_id: string;
  kind: 'payment' | 'refund';
  state: string;
  amount: number;
  order_id: string;
  number: number;
};

/**
 * Compares the registry of a payment provider (rows of a table with headings somewhere in its first lines) with the
 * payments and refunds of the shop: sums that differ, what one side alone has. Changes nothing. The columns are found
 * by their headings. Throws bad_input in words when it is no such table.
 */
export async function compareRegistry(db: Db, table: string[][]): Promise<ComparedRegistry> {
  const { lines, columns, unread } = readRegistry(table);
  const known = await findKnown(
    db,
    lines.map(({ id }) => id),
  );
  const days = lines.flatMap(({ day }) => day ?? []).sort();
  const [from = null, to = null] = [days[0], days.at(-1)];
  const differences: Difference[] = [];
  const agreed = { payments: 0, paid: 0, refunds: 0, refunded: 0 };
  const seen = new Set<string>();
  for (const line of lines) {
    const ours = known.get(line.id);
    const words = seen.has(line.id) ? 'в файле дважды' : differenceOf(line, ours);
    seen.add(line.id);
    if (words) {
      differences.push({
        order_id: ours?.order_id ?? null,
        number: ours?.number ?? null,
        provider_id: line.id,
        words: `строка ${line.row}: ${words}`,
      });
    } else if (ours?.kind === 'payment') {
      agreed.payments += 1;
      agreed.paid += ours.amount;
    } else if (ours) {
      agreed.refunds += 1;
      agreed.refunded += ours.amount;
    }
  }
  if (from && to)
    differences.push(...(await findMissing(db, { from, to, ids: [...seen], hasRefunds: agreed.refunds > 0 })));
  return {
    columns,
    from,
    to,
    unread,
    ...agreed,
    differences: differences.slice(0, mostShown),
    differences_more: Math.max(0, differences.length - mostShown),
  };
}

function differenceOf({ amount }: RegistryLine, ours: Known | undefined): string | null {
  if (!ours) return `${formatPrice(Math.abs(amount))}: в магазине такого платежа и возврата нет`;
  const what = ours.kind === 'payment' ? 'платёж' : 'возврат';
  if (ours.state !== 'succeeded')
    return `${what} ${formatPrice(ours.amount)} есть в файле, а в магазине не завершён: спросите платёжную систему`;
  if (Math.abs(amount) !== ours.amount)
    return `${what}: в файле ${formatPrice(Math.abs(amount))}, в магазине ${formatPrice(ours.amount)}`;
  return null;
}

async function findKnown(db: Db, ids: string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select p.provider_id, 'payment' as kind, p.state, p.amount, p.order_id, o.number
    from payments p join orders o on o.id = p.order_id where p.provider_id = any(${ids}::text[])
    union all
    select r.provider_id, 'refund', r.state, r.amount, p.order_id, o.number
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where r.provider_id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.provider_id, { ...row, amount: Number(row.amount) }]));
}

/**
 * What the shop counts as paid in these days and the registry does not name; refunds only when it names refunds at all:
 * some providers send these in a registry of their own.
 */
async function findMissing(
  db: Db,
  { from, to, ids, hasRefunds }: { from: string; to: string; ids: string[]; hasRefunds: boolean },
): Promise<Difference[]> {
  const [first, last] = [momentOf(from, 0, zone), momentOf(addDays(to, 1), 0, zone)];
  const { rows } = await sql<Omit<Known, 'state'> & { at: Date }>`
    select p.provider_id, 'payment' as kind, p.amount, p.order_id, o.number, p.paid_at as at
    from payments p join orders o on o.id = p.order_id
    where p.state = 'succeeded' and p.provider <> 'account' and p.provider_id is not null
      and p.paid_at >= ${first} and p.paid_at < ${last} and p.provider_id <> all(${ids}::text[])
    union all
    select r.provider_id, 'refund', r.amount, p.order_id, o.number, r.changed_at
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where ${hasRefunds} and r.state = 'succeeded' and p.provider <> 'account' and r.provider_id is not null
      and r.changed_at >= ${first} and r.changed_at < ${last} and r.provider_id <> all(${ids}::text[])
    order by at`.execute(db);
  return rows.map(({ order_id, number, provider_id, kind, amount, at }) => ({
    order_id,
    number,
    provider_id,
    words: `${kind === 'payment' ? 'оплачено' : 'возвращено'} ${formatPrice(Number(amount))} ${formatDate(at, zone)}, а в файле этого нет`,
  }));
}

const headings = {
  id: /идентификатор (платежа|возврата|операции)|(номер|id|№) (платежа|возврата|операции|транзакции)|^(payment|refund|transaction)[ _]id$|^id$/,
  amount: /^(сумма|amount)$|^сумма (платежа|возврата|операции)/,
  day: /^(дата|date)/,
};
const mostLinesAbove = 30;

/** The lines under the headings that name a number and a sum. */
function readRegistry(table: string[][]): {
  lines: RegistryLine[];
  columns: ComparedRegistry['columns'];
  unread: number;
} {
  const at = table
    .slice(0, mostLinesAbove)
    .findIndex((cells) => placeOf(cells, 'id') >= 0 && placeOf(cells, 'amount') >= 0);
  const head = table[at];
  if (!head)
    throw new Refusal(
      'bad_input',
      {},
      'В файле не нашлось столбцов с номером платежа и суммой. Нужен реестр платежей из кабинета платёжной системы',
    );
  const places = { id: placeOf(head, 'id'), amount: placeOf(head, 'amount'), day: placeOf(head, 'day') };
  const lines: RegistryLine[] = [];
  let unread = 0;
  for (const [index, cells] of table.slice(at + 1).entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const id = cells[places.id] ?? '';
    const amount = kopecks(cells[places.amount] ?? '');
    if (id === '' || id.length > 100 || amount === null) unread += 1;
    else lines.push({ row: at + index + 2, id, amount, day: dayOf(cells[places.day] ?? '') });
  }
  const heading = (place: number) => head[place] ?? '';
  return {
    lines,
    unread,
    columns: {
      id: heading(places.id),
      amount: heading(places.amount),
      day: places.day < 0 ? null : heading(places.day),
    },
  };
}

function placeOf(cells: string[], what: keyof typeof headings): number {
  return cells.findIndex((cell) => headings[what].test(folded(cell.trim())));
}

/** «1 234,50 ₽», «-489.00» → kopecks. */
function kopecks(cell: string): number | null {
  const text = cell
    .replace(/[\s\u00a0₽]|руб\.?|rub/gi, '')
    .replace('−', '-')
    .replace(',', '.');
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}

/** «21.11.2026 14:05», «2026-11-21T14:05:00Z» → 2026-11-21 by the clock of Moscow. */
function dayOf(cell: string): string | null {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(cell) ?? [];
  if (year) return `${year}-${month}-${day}`;
  if (/T.*(Z|[+-]\d{2}:?\d{2})$/.test(cell)) return localTime(new Date(cell), zone).date;
  return /^\d{4}-\d{2}-\d{2}/.exec(cell)?.[0] ?? null;
}
