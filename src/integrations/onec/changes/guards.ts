import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { Connection } from '../connection.ts';
import { otherGroupId } from '../groups.ts';
import { emptiedGoods, isMovedBy, isSwitchedOff, priceRows, unitFields } from './compare.ts';
import { countTogether, earlierPackages } from './guard-window.ts';

/**
 * What a package must not do to the goods of its node by itself. It waits for the owner when more than `share` percent
 * of the goods that it could happen to are concerned, and at least `at_least` of them: of those with a price, or with
 * stock, where it takes that; a shop whose goods come to order has stock of few of them, and may still lose all of it.
 * Of groups_gone groups are counted instead of goods.
 */
export type Guard = {
  guard: GuardName;
  is_on: boolean;
  share: number;
  at_least: number;
  /** Of price_moved: a price counts that moves by more than so many percent. */
  moved: number | null;
};

/** What a guard has found: `goods` of the node's goods (or groups), of so many that it could happen to. */
export type Finding = {
  guard: GuardName;
  goods: number;
  of: number;
  limit: string;
  /** Packages before it that it comes to so many with; left out: it alone does. */
  packages?: number[];
};

export const guardNames = [
  'switched_off',
  'groups_gone',
  'price_moved',
  'price_gone',
  'stock_gone',
  'units_changed',
] as const;
export type GuardName = (typeof guardNames)[number];

/** In small shops a few goods are a large share, and of groups fewer are. */
const fewGoods = 10;
const fewGroups = 5;

export const defaultGuards: Record<GuardName, Guard> = {
  switched_off: { guard: 'switched_off', is_on: true, share: 5, at_least: fewGoods, moved: null },
  // Whoever tidies a catalogue leaves out some groups; a classifier that was cut off leaves out most.
  groups_gone: { guard: 'groups_gone', is_on: true, share: 20, at_least: fewGroups, moved: null },
  price_moved: { guard: 'price_moved', is_on: true, share: 5, at_least: fewGoods, moved: 30 },
  price_gone: { guard: 'price_gone', is_on: true, share: 5, at_least: fewGoods, moved: null },
  // What sells out overnight is no mistake; a warehouse that was not exported is.
  stock_gone: { guard: 'stock_gone', is_on: true, share: 20, at_least: fewGoods, moved: null },
  // One order is enough: its count would mean something else.
  units_changed: { guard: 'units_changed', is_on: true, share: 0, at_least: 1, moved: null },
};

/** Every guard of a node, as it was set or as it stands without a word. */
export async function readGuards(db: Db, node_id: number): Promise<Guard[]> {
  const rows = await db
    .selectFrom('onec_guards')
    .select(['guard', 'is_on', 'share', 'at_least', 'moved'])
    .where('node_id', '=', node_id)
    .execute();
  return guardNames.map(
    (name) => (rows.find(({ guard }) => guard === name) as Guard | undefined) ?? defaultGuards[name],
  );
}

export type GuardChange = Partial<Pick<Guard, 'is_on' | 'share' | 'at_least' | 'moved'>>;

/** Changes what is named of a node's guard; `null`: as it stands without a word. Throws not_found, bad_input. */
export async function setGuard(db: Db, login: string, name: GuardName, change: GuardChange | null): Promise<void> {
  const node = await db.selectFrom('onec_nodes').select('id').where('login', '=', login).executeTakeFirst();
  if (!node) throw new Refusal('not_found');
  if (change === null) {
    await db.deleteFrom('onec_guards').where('node_id', '=', node.id).where('guard', '=', name).execute();
    return;
  }
  const guard = { ...ensure((await readGuards(db, node.id)).find(({ guard }) => guard === name)), ...change };
  checkGuard(guard);
  await db
    .insertInto('onec_guards')
    .values({ node_id: node.id, ...guard })
    .onConflict((conflict) => conflict.columns(['node_id', 'guard']).doUpdateSet(guard))
    .execute();
}

function checkGuard({ guard, share, at_least, moved }: Guard): void {
  const fields: Record<string, string> = {};
  const isWhole = (value: number | null, from: number, to: number) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  if (!isWhole(share, 0, 100)) fields.share = 'Доля: от 0 до 100 процентов';
  if (!isWhole(at_least, 1, 1_000_000)) fields.at_least = 'Число: от 1 до 1000000';
  if (guard === 'price_moved' ? !isWhole(moved, 1, 1_000) : moved !== null)
    fields.moved = 'На сколько меняется цена: от 1 до 1000 процентов, только у предохранителя price_moved';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

/**
 * The goods that the node has fed before this package: of catalogues that it, or a node it took the place of, has sent;
 * those without a name only when it was here before. Call `rememberFed` before the package claims its catalogues.
 */
export async function rememberFed(client: Connection, node_id: number): Promise<void> {
  await client.query('create temp table fed_before (catalog_id text) on commit drop');
  await client.query(
    `insert into fed_before
     select catalog_id_1c from onec_catalogs
     union all
     select '' where exists (select from onec_packages where node_id = $1 and state in ('imported', 'rolled_back'))`,
    [node_id],
  );
}

/**
 * What the guards of a node find in the journal, of this package alone and of what it adds to those that went through
 * by themselves lately: a price list in small portions would pass bit by bit.
 */
export async function findDanger(client: Connection, node_id: number, package_id: number): Promise<Finding[]> {
  const guards = (await readGuards(client.db, node_id)).filter(({ is_on }) => is_on);
  const moved = guards.find(({ guard }) => guard === 'price_moved')?.moved ?? defaultGuards.price_moved.moved ?? 0;
  await client.query('create temp table fed_goods (id int, is_on boolean, goes_off boolean) on commit drop');
  await client.query(
    `insert into fed_goods
     select p.id, p.switched_off_at is null, coalesce(${isSwitchedOff('j.fields')}, false)
     from products p left join journal_records j on j.kind = 'product' and j.record = p.id
     where p.id <= (select last_product from journal_start) and p.catalog_id_1c in (
       select f.catalog_id from fed_before f left join onec_catalogs c on c.catalog_id_1c = f.catalog_id
       where coalesce(c.node_id, $1) = $1)`,
    [node_id],
  );
  await client.query('create temp table fed_groups (id int, is_on boolean, goes_off boolean) on commit drop');
  // Those that another node feeds stay; those of nobody go with the first full classifier.
  await client.query(
    `insert into fed_groups
     select b.category_id, c.switched_off_at is null, coalesce(${isSwitchedOff('j.fields')}, false)
     from groups_before b join categories c on c.id = b.category_id
     left join journal_records j on j.kind = 'group' and j.record = b.category_id
     where b.id_1c <> $2 and coalesce(b.node_id, $1) = $1`,
    [node_id, otherGroupId],
  );
  const { rows } = await client.query<Record<GuardName, number> & { of: number }>(
    `select
       (select count(*) from fed_goods where is_on or goes_off) as of,
       (select count(*) from fed_goods where goes_off) as switched_off,
       (select count(*) from fed_groups where goes_off) as groups_gone,
       (select count(distinct product_id) from ${priceRows}
         where ${isMovedBy('$1')} and product_id in (select id from fed_goods where is_on)) as price_moved,
       (select count(distinct product_id) from ${priceRows}
         where was is not null and became is null and product_id in (select id from fed_goods where is_on)) as price_gone,
       (select count(*) from (${emptiedGoods}) emptied
         where product_id in (select id from fed_goods where is_on)) as stock_gone,
       (select count(*) from journal_records
         where kind = 'product' and fields ?| ${unitFields} and record in (select id from fed_goods)
           and exists (
             select from order_lines l join orders o on o.id = l.order_id
             where l.product_id = record and o.state not in ('completed', 'cancelled'))) as units_changed`,
    [moved],
  );
  const { of: sold, ...alone } = ensure(rows[0]);
  const packages = await earlierPackages(client, node_id, package_id);
  const together = packages.length > 0 ? await countTogether(client, packages, moved) : null;
  const findings: Finding[] = [];
  for (const guard of guards) {
    const goods = alone[guard.guard];
    const { now = 0, all = 0 } = together?.[guard.guard] ?? {};
    if (Math.max(goods, now > 0 ? all : 0) < guard.at_least) continue;
    const of = await concerned(client, guard.guard, sold);
    const finding = { guard: guard.guard, limit: limitWords(guard) };
    // What earlier packages took away is there no more, and was: of a price that moved it is there still.
    const before = takenAway.has(guard.guard) ? of + all - now : of;
    if (isMany(guard, goods, of)) findings.push({ ...finding, goods, of });
    else if (now > 0 && isMany(guard, all, before)) findings.push({ ...finding, goods: all, of: before, packages });
  }
  return findings;
}

const takenAway: ReadonlySet<GuardName> = new Set(['groups_gone', 'price_gone', 'stock_gone']);

/** How many the guard watches: goods on sale (`sold`), those of them that had a price or stock, or groups in sight. */
async function concerned(client: Connection, guard: GuardName, sold: number): Promise<number> {
  if (guard === 'groups_gone') {
    const { rows } = await client.query<{ count: number }>(
      'select count(*) as count from fed_groups where is_on or goes_off',
    );
    return ensure(rows[0]).count;
  }
  const having = watched[guard];
  if (having === null) return sold;
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from fed_goods f where f.is_on and f.id in (${having})`,
  );
  return ensure(rows[0]).count;
}

/** By guard, the products that have what it watches over; null: it watches all. */
const withPrice = `select product_id from prices where price is not null
  union all select product_id from ${priceRows} where was is not null`;
const watched: Record<Exclude<GuardName, 'groups_gone'>, string | null> = {
  switched_off: null,
  price_moved: withPrice,
  price_gone: withPrice,
  stock_gone: 'select product_id from stock where on_hand > 0',
  units_changed: null,
};

function isMany({ at_least, share }: Guard, goods: number, of: number): boolean {
  return goods >= at_least && goods * 100 > share * of;
}

/** What the owner has not approved yet: approving says yes to that many goods, not to any more. */
export function beyondApproved(findings: Finding[], approved: Finding[] | null): Finding[] {
  if (!approved) return findings;
  return findings.filter(({ guard, goods }) => goods > (approved.find((one) => one.guard === guard)?.goods ?? -1));
}

/** «цена меняется больше чем на 30 % у больше чем 5 % товаров, от 10 товаров» */
export function guardWords(guard: Guard): string {
  const what =
    guard.guard === 'price_moved' ? `цена меняется больше чем на ${guard.moved} %` : guardTitles[guard.guard];
  return guard.is_on ? `${what}: ${limitWords(guard)}` : `${what}: не проверяется`;
}

function limitWords({ guard, share, at_least }: Guard): string {
  const least =
    guard === 'groups_gone'
      ? countOf(at_least, 'группы', 'групп', 'групп')
      : countOf(at_least, 'товара', 'товаров', 'товаров');
  const from = `от ${least}`;
  return share === 0 ? from : `больше ${share} % ${wholeWords[guard]}, ${from}`;
}

const wholeWords: Record<GuardName, string> = {
  switched_off: 'товаров узла',
  groups_gone: 'групп узла',
  price_moved: 'товаров узла с ценой',
  price_gone: 'товаров узла с ценой',
  stock_gone: 'товаров узла в наличии',
  units_changed: 'товаров узла',
};

export const guardTitles: Record<GuardName, string> = {
  switched_off: 'выключаются товары',
  groups_gone: 'выключаются группы',
  price_moved: 'сильно меняются цены',
  price_gone: 'пропадает цена',
  stock_gone: 'кончается остаток на всех складах',
  units_changed: 'меняется единица или коэффициент у товаров незавершённых заказов',
};

/** «выключаются товары: 400 из 1 200 (порог: больше 5 % товаров узла, от 10 товаров)» */
export function findingWords({ guard, goods, of, limit, packages = [] }: Finding): string {
  const words = `${guardTitles[guard]}: ${formatCount(goods)} из ${formatCount(of)} (порог: ${limit})`;
  if (packages.length === 0) return words;
  const named = packages.length > 3 ? `${packages.slice(0, 3).join(', ')} и другими` : packages.join(', ');
  return `${words}, вместе с принятыми за сутки без вопросов пакетами № ${named}`;
}
