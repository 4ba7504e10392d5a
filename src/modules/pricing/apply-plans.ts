import { sql } from 'kysely';
import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { keepPins, pinnedOf, takeOutPins } from '#modules/catalogue/price-pins.ts';
import { lockPrices, type PriceKey, readPrices, savePrices } from '#modules/catalogue/save-prices.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';

const portion = 500;

export type PlanPortion = {
  plan_id: number;
  name: string;
  author: string;
  isUndoing: boolean;
  written: number;
  left: number;
};

/**
 * The next cells whose time has come, at most 500, each written only if it still holds what the plan saw; or, of a plan
 * that is taken back, put back if it still holds what the plan wrote. null: there is nothing to do. A second run
 * changes nothing. Throws exchange_busy while a package of 1C writes. Call in a transaction.
 */
export async function applyPortion(db: Db, now = new Date()): Promise<PlanPortion | null> {
  const { rows: plans } = await sql<{ id: number; name: string; author: string; is_undoing: boolean }>`
    select p.id, p.name, p.author, p.state = 'undoing' as is_undoing from price_plans p
    where p.state = 'undoing' or (p.state in ('waiting', 'running') and exists (
      select from price_plan_rows r where r.plan_id = p.id and r.state = 'waiting' and r.due_at <= ${now}))
    order by p.id limit 1 for update of p skip locked`.execute(db);
  const [plan] = plans;
  if (!plan) return null;
  await shareGoodsWriting(db);
  await namePriceAuthor(
    db,
    `${plan.author}, ${plan.is_undoing ? 'отмена массового изменения' : 'массовое изменение'}: ${plan.name}`,
  );
  const written = plan.is_undoing ? await putBack(db, plan.id) : await write(db, plan.id, now);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from price_plan_rows
    where plan_id = ${plan.id} and state = ${plan.is_undoing ? 'applied' : 'waiting'}`.execute(db);
  const left = rows[0]?.left ?? 0;
  if (plan.is_undoing && left === 0)
    await sql`update price_plans set state = 'undone', undone_at = ${now} where id = ${plan.id}`.execute(db);
  else if (!plan.is_undoing)
    await sql`
      update price_plans set state = ${left === 0 ? 'done' : 'running'}, done_at = ${left === 0 ? now : null}
      where id = ${plan.id}`.execute(db);
  return { plan_id: plan.id, name: plan.name, author: plan.author, isUndoing: plan.is_undoing, written, left };
}

type Cell = PriceKey & {
  before_price: number | null;
  before_old_price: number | null;
  after_price: number;
  after_old_price: number | null;
  made_pin: boolean;
  is_from_1c: boolean;
};

async function write(db: Db, plan_id: number, now: Date): Promise<number> {
  const { rows: cells } = await sql<Cell>`
    select r.price_column, r.product_id, r.before_price, r.before_old_price, r.after_price, r.after_old_price, r.made_pin,
      p.id_1c is not null as is_from_1c
    from price_plan_rows r join products p on p.id = r.product_id
    where r.plan_id = ${plan_id} and r.state = 'waiting' and r.due_at <= ${now}
    order by r.product_id, r.price_column limit ${portion}`.execute(db);
  const same = await still(db, cells, (cell) => [cell.before_price, cell.before_old_price]);
  // Pinned since the plan was looked at: it promised to leave pinned prices alone.
  const pins = await pinnedOf(db, same);
  const held = same.filter(({ price_column, product_id }) => !pins.has(`${price_column} ${product_id}`));
  await savePrices(
    db,
    held.map(({ price_column, product_id, after_price, after_old_price }) => ({
      price_column,
      product_id,
      price: after_price,
      old_price: after_old_price,
    })),
  );
  const pinned = await keepPins(
    db,
    held.filter(({ is_from_1c }) => is_from_1c),
  );
  await note(db, plan_id, cells, 'skipped');
  await note(db, plan_id, held, 'applied');
  await sql`
    update price_plan_rows r set made_pin = true
    from jsonb_to_recordset(${JSON.stringify(pinned)}::jsonb) as k (price_column text, product_id int)
    where r.plan_id = ${plan_id} and r.price_column = k.price_column and r.product_id = k.product_id`.execute(db);
  await tell(db, held);
  return held.length;
}

async function putBack(db: Db, plan_id: number): Promise<number> {
  const { rows: cells } = await sql<Cell>`
    select r.price_column, r.product_id, r.before_price, r.before_old_price, r.after_price, r.after_old_price, r.made_pin,
      p.id_1c is not null as is_from_1c
    from price_plan_rows r join products p on p.id = r.product_id
    where r.plan_id = ${plan_id} and r.state = 'applied'
    order by r.product_id, r.price_column limit ${portion}`.execute(db);
  const held = await still(db, cells, (cell) => [cell.after_price, cell.after_old_price]);
  await savePrices(
    db,
    held.map(({ price_column, product_id, before_price, before_old_price }) => ({
      price_column,
      product_id,
      price: before_price,
      old_price: before_old_price,
    })),
  );
  await takeOutPins(
    db,
    held.filter(({ made_pin }) => made_pin),
  );
  await note(db, plan_id, cells, 'kept');
  await note(db, plan_id, held, 'undone');
  await tell(db, held);
  return held.length;
}

/** Of these cells, locked, those that hold the price and the crossed-out price they should. */
async function still(
  db: Db,
  cells: Cell[],
  pricesOf: (cell: Cell) => [price: number | null, old_price: number | null],
): Promise<Cell[]> {
  await lockPrices(db, cells);
  const now = new Map((await readPrices(db, cells)).map((row) => [`${row.price_column} ${row.product_id}`, row]));
  return cells.filter((cell) => {
    const row = now.get(`${cell.price_column} ${cell.product_id}`);
    const [price, old_price] = pricesOf(cell);
    return (row?.price ?? null) === price && (row?.old_price ?? null) === old_price;
  });
}

async function note(db: Db, plan_id: number, cells: PriceKey[], state: string): Promise<void> {
  const keys = cells.map(({ price_column, product_id }) => ({ price_column, product_id }));
  await sql`
    update price_plan_rows r set state = ${state}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (price_column text, product_id int)
    where r.plan_id = ${plan_id} and r.price_column = k.price_column and r.product_id = k.product_id`.execute(db);
}

async function tell(db: Db, cells: PriceKey[]): Promise<void> {
  const ids = [...new Set(cells.map(({ product_id }) => product_id))];
  await invalidate(db, ids.length > 300 ? ['catalogue'] : ids.map((id) => `product:${id}` as const));
}
