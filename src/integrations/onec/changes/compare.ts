import { ensure } from '#shared/ensure.ts';
import type { Connection } from '../connection.ts';

/** Moves of prices are counted up to these shares of the former price, in percent. */
export const moveSteps = [5, 10, 30, 50] as const;

type Moves = Record<`to_${(typeof moveSteps)[number]}` | 'more', number>;

/** What a package changes in the shop: the table that the owner sees. Goods are products of the shop. */
export type PackageChanges = {
  goods: {
    created: number;
    /** Anything of them but prices and stock, and the words of their groups, by which they are found. */
    changed: number;
    switched_off: number;
    switched_on: number;
    /** Into other categories. */
    moved: number;
    renamed: number;
    /** Another unit, or another count of base units in it. */
    units_changed: number;
  };
  /** Single prices, of all columns. */
  prices: { appeared: number; gone: number; up: Moves; down: Moves; old_changed: number };
  /** `to_zero`: goods of which no store has any left. */
  stock: { changed: number; to_zero: number };
  groups: { created: number; renamed: number; moved: number; switched_off: number; switched_on: number };
};

/** Counts what the journal holds. */
export async function countChanges(client: Connection): Promise<PackageChanges> {
  const goods = await one<PackageChanges['goods']>(
    client,
    `select
       (select count(*) from products, journal_start where id > last_product and id_1c is not null) as created,
       count(distinct record) filter (where fields - 'search_text' <> '{}') as changed,
       count(*) filter (where kind = 'product' and ${isSwitchedOff('fields')}) as switched_off,
       count(*) filter (where kind = 'product' and ${isSwitchedOn('fields')}) as switched_on,
       count(*) filter (where kind = 'categories') as moved,
       count(*) filter (where kind = 'product' and fields ? 'name') as renamed,
       count(*) filter (where kind = 'product' and fields ?| ${unitFields}) as units_changed
     from journal_records where kind in ('product', 'categories')`,
  );
  const groups = await one<PackageChanges['groups']>(
    client,
    `select
       count(*) filter (where ${isNewGroup}) as created,
       count(*) filter (where fields ? 'name' and not ${isNewGroup}) as renamed,
       count(*) filter (where fields ? 'parent_id' and not ${isNewGroup}) as moved,
       count(*) filter (where ${isSwitchedOff('fields')}) as switched_off,
       count(*) filter (where ${isSwitchedOn('fields')}) as switched_on
     from journal_records where kind = 'group'`,
  );
  const stock = await one<PackageChanges['stock']>(
    client,
    `select (select count(*) from journal_stock) as changed, count(*) as to_zero from (${emptiedGoods}) emptied`,
  );
  return { goods, prices: await countPrices(client), stock, groups };
}

async function countPrices(client: Connection): Promise<PackageChanges['prices']> {
  const moves = (['up', 'down'] as const).flatMap((way) => {
    const isThatWay = way === 'up' ? 'became > was' : 'became < was';
    const within = (from: number, to?: number) =>
      `count(*) filter (where ${isThatWay} and ${moved} > ${from}${to === undefined ? '' : ` and ${moved} <= ${to}`})`;
    return [
      ...moveSteps.map((to, at) => `${within(moveSteps[at - 1] ?? 0, to)} as ${way}_to_${to}`),
      `${within(moveSteps.at(-1) ?? 0)} as ${way}_more`,
    ];
  });
  const counted = await one<Record<string, number>>(
    client,
    `select count(*) filter (where was is null and became is not null) as appeared,
       count(*) filter (where was is not null and became is null) as gone,
       count(*) filter (where was_old is distinct from became_old) as old_changed, ${moves.join(', ')}
     from ${priceRows}`,
  );
  const { appeared = 0, gone = 0, old_changed = 0 } = counted;
  const movesOf = (way: 'up' | 'down') =>
    Object.fromEntries(
      [...moveSteps.map((step) => `to_${step}`), 'more'].map((name) => [name, counted[`${way}_${name}`] ?? 0]),
    ) as Moves;
  return { appeared, gone, up: movesOf('up'), down: movesOf('down'), old_changed };
}

/** Of a row of prices: by how many percent of what it was it moves. */
const moved = 'abs(became - was)::numeric * 100 / was';

/** The prices of the journal, a row each. */
export const priceRows = `(
  select price.* from journal_prices p, lateral unnest(p.product_ids, p.was, p.was_old, p.became, p.became_old)
    as price (product_id, was, was_old, became, became_old)) prices`;

export const isMovedBy = (percent: string) => `was is not null and became is not null and ${moved} > ${percent}`;

/** Of the fields of a good or a group. */
export const isSwitchedOff = (fields: string) =>
  `${fields} ? 'switched_off_at' and ${fields} -> 'switched_off_at' -> 0 = 'null'`;
const isSwitchedOn = (fields: string) => `${fields} -> 'switched_off_at' -> 1 = 'null'`;
const isNewGroup = `coalesce(fields -> 'code' -> 0 = 'null', false)`;

export const unitFields = `'{unit,base_unit,factor_base,factor_sales}'::text[]`;

/** Condition on a row `k` of stock: no store that had no row of the good gets any of it with the package. */
export const comesNowhereNew = `not exists (
  select from journal_stock n where n.product_id = k.product_id and n.was is null and n.became > 0)`;

/** Goods that some store had until now, and none has after the package. */
export const emptiedGoods = `
  select k.product_id from stock k
  left join journal_stock j on j.store = k.store and j.product_id = k.product_id
  where k.product_id in (select product_id from journal_stock where was > 0 and became <= 0) and ${comesNowhereNew}
  group by k.product_id having max(k.on_hand) > 0 and max(coalesce(j.became, k.on_hand)) <= 0`;

async function one<Row extends Record<string, number>>(client: Connection, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  return ensure(rows[0]);
}
