import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { ensure } from '#shared/ensure.ts';
import { type Connection, inTransaction, type Place } from '../connection.ts';
import { FileRefusal } from '../file-refusal.ts';
import { takeBackReserves } from '../reserves.ts';
import { emptySummary } from '../summary.ts';
import { openStock } from '../write-stock.ts';
import { noteGoodsChanged, writeStockAndPrices } from '../write-stock-and-prices.ts';
import { findBrought } from './brought.ts';
import { openJournal } from './journal.ts';
import type { LeftRecord } from './left-records.ts';
import { restoreOwners } from './owners.ts';
import { isRekeyedSince } from './rekeyed-since.ts';
import { restoreGoods, restoreGroups, restoreReceived, switchOffNewGroups } from './restore-goods.ts';
import { restorePrices, settleStock, stageStock } from './restore-prices.ts';

/** What came of taking a package back: so many records are as they were, so many stay as somebody left them since. */
export type RollbackResult = {
  at: string;
  goods: number;
  created_off: number;
  prices: number;
  stock: number;
  groups: number;
  left: number;
  /** At most 200 of those that were left. */
  words: LeftRecord[];
};

export const mostWords = 200;

/** What a step has put back, and what it left alone. */
export type Restored = { count: number; left: number; words: LeftRecord[] };

/**
 * Takes back what a package of the last days changed: goods, groups, prices and stock become what they were before it,
 * and so whose they are, wherever they are still as it left them. What buyers, staff or later packages changed since
 * stays. Reservations stand; goods that it brought, and no later package described, are switched off, never deleted.
 * All of it is one transaction; `isRehearsal` undoes that in the end and tells what would come of it. `who`: the
 * person's name, which stands with the package. Throws FileRefusal in Russian when the package cannot be rolled back.
 */
export async function rollBackPackage(
  url: Place,
  id: number,
  who: string,
  progress: (text: string) => void = () => {},
  { isRehearsal = false } = {},
): Promise<RollbackResult> {
  return inTransaction(url, (client) => takeBack(client, id, who, progress), { waits: !isRehearsal, isRehearsal });
}

async function takeBack(
  client: Connection,
  id: number,
  who: string,
  progress: (text: string) => void,
): Promise<RollbackResult> {
  const later = await findLater(client, id);
  await client.query(`set local work_mem = '64MB'`);
  await openJournal(client);
  await openStock(client);
  progress('Группы и товары');
  await findBrought(client, id);
  await restoreReceived(client, id, later);
  await takeBackReserves(client, id, later);
  const owners = await restoreOwners(client, id);
  const groups = await restoreGroups(client, id, later);
  const { goods, created_off } = await restoreGoods(client, id, later);
  const newGroups = await switchOffNewGroups(client, id);
  progress('Цены и остатки');
  const { prices, fresh } = await restorePrices(client, id, progress);
  await stageStock(client, id);
  const stock = await writeStockAndPrices(client, fresh, async ({ changed, reserved }) => {
    await markShortOrders(client.db, reserved);
    return { count: changed, ...(await settleStock(client, id)) };
  });
  await noteGoodsChanged(client.db, fresh);
  const steps = [groups, newGroups, goods, prices, stock, owners];
  const result: RollbackResult = {
    at: new Date().toISOString(),
    goods: goods.count,
    created_off,
    prices: prices.count,
    stock: stock.count,
    groups: groups.count,
    left: steps.reduce((sum, { left }) => sum + left, 0),
    words: steps.flatMap(({ words }) => words).slice(0, mostWords),
  };
  const reason = 'отменён в магазине';
  await client.query(
    `update onec_packages set state = 'rolled_back', rollback = $2, rolled_back_by = $5,
       summary = coalesce(summary, $3) || jsonb_build_object('reason', $4::text)
     where id = $1`,
    [id, JSON.stringify(result), JSON.stringify(emptySummary()), reason, who],
  );
  return result;
}

/**
 * The packages that were taken after this one and stand: one that waited for a decision is taken later than its number
 * says. Throws FileRefusal when this one cannot be rolled back.
 */
async function findLater(client: Connection, id: number): Promise<number[]> {
  const { rows } = await client.query<{ state: string; is_forgotten: boolean }>(
    `select state, changes is null or changes_forgotten_at is not null as is_forgotten from onec_packages where id = $1 for update`,
    [id],
  );
  const [row] = rows;
  const refuse = (reason: string): never => {
    throw new FileRefusal('', null, reason);
  };
  if (!row) return refuse(`пакета № ${id} нет`);
  if (row.state === 'rolled_back') return refuse(`пакет № ${id} уже отменён`);
  if (row.state !== 'imported') return refuse(`пакет № ${id} ничего не изменил: отменять нечего`);
  if (row.is_forgotten) return refuse(`пакет № ${id} слишком давний: что было до него, магазин уже не помнит`);
  if (await isRekeyedSince(client, id))
    return refuse(`после пакета № ${id} у товаров сменились Ид: его уже не отменить`);
  const later = await client.query<{ ids: number[] }>(
    `select coalesce(array_agg(l.id::int), '{}') as ids
     from onec_packages p join onec_packages l on l.finished_at > p.finished_at and l.state = 'imported'
     where p.id = $1`,
    [id],
  );
  return ensure(later.rows[0]).ids;
}
