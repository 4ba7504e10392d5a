import { refuse } from './change-mapping.ts';
import { type Connection, inTransaction } from './connection.ts';
import type { Group } from './declarations.ts';
import { loadGroups, otherGroupId } from './groups.ts';
import type { Package } from './open-package.ts';
import { type Staged, stagePackage } from './staging.ts';
import { emptySummary } from './summary.ts';

export type RekeyPlan = {
  /** Goods that take the id of the package: by their article or barcode they are the same. At most 200 are named. */
  goods: number;
  pairs: { key: string; id: string; new_id: string; name: string; new_name: string }[];
  /** What several goods of the shop or of the package share; they stay apart. At most 200. */
  ambiguous: { key: string; ids: string[]; new_ids: string[] }[];
  /** Goods of the package that the shop does not have: they will be new. */
  only_new: number;
  /** Goods of the shop that the package does not have: a full package will switch them off. */
  only_old: number;
  /** By name: what keeps its category, attribute, column or store under a new id. */
  groups: number;
  properties: number;
  price_types: number;
  warehouses: number;
};

export type RekeyBy = 'article' | 'barcode';

const mostNamed = 200;

/** Thrown to leave everything as it was: the plan is all that was asked for. */
class Rehearsed extends Error {}

/**
 * Finds the goods of a base that was filled again, whose ids are all new, among those that the shop has: by an article
 * or barcode that one good on either side bears. With `applies` they take the new ids, their characteristics by their
 * words; groups, properties, price types and warehouses by their names. Products keep number, address, orders and
 * reviews; what the package says of them comes with its import. All in one transaction. Throws FileRefusal in Russian:
 * an unreadable package, or one that shares nothing with the shop.
 */
export async function rekeyGoods(
  url: string,
  { open, by, applies }: { open: () => Promise<Package>; by: RekeyBy; applies: boolean },
  progress: (text: string) => void = () => {},
): Promise<RekeyPlan> {
  let plan: RekeyPlan | undefined;
  try {
    await inTransaction(url, async (client) => {
      const parts = await open();
      try {
        const staged = await stagePackage(client, parts, emptySummary(), progress);
        plan = await rekey(client, staged, by);
      } finally {
        await parts.close();
      }
      if (!applies) throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return plan ?? refuse('пакет не прочитан');
}

async function rekey(client: Connection, staged: Staged, by: RekeyBy): Promise<RekeyPlan> {
  const matched = await matchGoods(client, by);
  if (matched.goods === 0)
    refuse(`по ${by === 'article' ? 'артикулу' : 'штрихкоду'} не нашлось ни одного товара с новым Ид`);
  const nodes = await nodesOfMatched(client);
  await matchCharacteristics(client);
  await rename(client, 'onec_goods', 'id_1c', 'rekeyed');
  await rename(client, 'onec_offers', 'id_1c', 'rekeyed');
  await rename(client, 'products', 'id_1c', 'rekeyed');
  await rename(client, 'models', 'id_1c', 'rekeyed_goods');
  await rename(client, 'onec_good_units', 'good_id_1c', 'rekeyed_goods');
  await renameCatalog(client);
  const named = {
    groups: await rekeyGroups(client, staged),
    properties: await rekeyProperties(client, [...staged.properties.values()]),
    price_types: await rekeyOfNodes(client, 'onec_price_types', [...staged.priceTypes.values()], nodes),
    warehouses: await rekeyOfNodes(client, 'onec_warehouses', [...staged.warehouses.values()], nodes),
  };
  await client.query(
    `insert into onec_rekeys (matched_by, goods, last_package, done_at)
     select $1, $2, coalesce(max(id), 0), clock_timestamp() from onec_packages`,
    [by, matched.goods],
  );
  return { ...matched, ...named };
}

type Matched = Pick<RekeyPlan, 'goods' | 'pairs' | 'ambiguous' | 'only_new' | 'only_old'>;

/** Fills the temporary table `rekeyed_goods`: former and new ids of goods that are the same. */
async function matchGoods(client: Connection, by: RekeyBy): Promise<Matched> {
  const key = (data: string) => `nullif(lower(btrim(${data} ->> '${by}')), '')`;
  await client.query(`
    create temp table new_goods on commit drop as
      select distinct on (s.id) s.id, ${key('s.data::json')} as key, s.data::json ->> 'name' as name
      from staged_goods s
      where not s.refused and not s.deleted and s.id not like '%#%' and not exists (select from onec_goods o where o.id_1c = s.id)
      order by s.id, s.seq desc`);
  await client.query(`
    create temp table old_goods on commit drop as
      select o.id_1c as id, ${key('o.data')} as key, o.data ->> 'name' as name
      from onec_goods o
      where o.off is distinct from 'deleted' and o.id_1c not like '%#%'
        and not exists (select from staged_goods s where s.id = o.id_1c)`);
  await client.query(`
    create temp table rekeyed_keys on commit drop as
      select n.key, n.ids as new_ids, o.ids, cardinality(n.ids) = 1 and cardinality(o.ids) = 1 as is_sure
      from (select key, array_agg(id order by id) as ids from new_goods where key is not null group by key) n
      join (select key, array_agg(id order by id) as ids from old_goods where key is not null group by key) o using (key)`);
  await client.query(`
    create temp table rekeyed_goods on commit drop as
      select key, ids[1] collate "C" as id, new_ids[1] collate "C" as new_id from rekeyed_keys where is_sure`);
  const counted = await client.query<Pick<Matched, 'goods' | 'only_new' | 'only_old'>>(`
    select (select count(*) from rekeyed_goods)::int as goods,
      (select count(*) from new_goods n where not exists (select from rekeyed_goods r where r.new_id = n.id))::int as only_new,
      (select count(*) from old_goods o where not exists (select from rekeyed_goods r where r.id = o.id))::int as only_old`);
  const pairs = await client.query<RekeyPlan['pairs'][number]>(
    `select r.key, r.id, r.new_id, o.name, n.name as new_name
     from rekeyed_goods r join old_goods o on o.id = r.id join new_goods n on n.id = r.new_id
     order by lower(o.name) = lower(n.name), r.key limit ${mostNamed}`,
  );
  const ambiguous = await client.query<RekeyPlan['ambiguous'][number]>(
    `select key, ids, new_ids from rekeyed_keys where not is_sure order by key limit ${mostNamed}`,
  );
  const counts = counted.rows[0] ?? { goods: 0, only_new: 0, only_old: 0 };
  return { ...counts, pairs: pairs.rows, ambiguous: ambiguous.rows };
}

/** The nodes that feed the goods in `rekeyed_goods`; null: those that came by command. */
async function nodesOfMatched(client: Connection): Promise<(number | null)[]> {
  const { rows } = await client.query<{ node_id: number | null }>(
    `select distinct c.node_id from rekeyed_goods r join onec_goods o on o.id_1c = r.id
     left join onec_catalogs c on c.catalog_id_1c = o.catalog_id_1c`,
  );
  return rows.map(({ node_id }) => node_id);
}

/**
 * Fills the temporary table `rekeyed`: goods, and their characteristics. Those that are called alike take the new id;
 * the others hang on their good under the former one, and are switched off with what a full package does not list.
 */
async function matchCharacteristics(client: Connection): Promise<void> {
  const words = (data: string) =>
    `lower(coalesce((select string_agg(c ->> 1, ', ' order by at)
      from json_array_elements(${data} -> 'characteristics') with ordinality as list (c, at)), ${data} ->> 'name', ''))`;
  await client.query(`
    create temp table old_variants on commit drop as
      select v.id_1c as id, r.new_id as good, ${words('v.data')} as words
      from (
        select id_1c, good_id, data from onec_offers where id_1c like '%#%'
        union all
        select id_1c, good_id, data from onec_goods g where id_1c like '%#%'
          and not exists (select from onec_offers o where o.id_1c = g.id_1c)
      ) v join rekeyed_goods r on r.id = v.good_id`);
  await client.query(`
    create temp table new_variants on commit drop as
      select distinct on (v.id) v.id, split_part(v.id, '#', 1) as good, ${words('v.data')} as words
      from (
        select id, data::json as data from staged_offers where id like '%#%' and data is not null and deleted is not true
        union all
        select id, data::json from staged_goods where id like '%#%' and not refused and not deleted
      ) v join rekeyed_goods r on r.new_id = split_part(v.id, '#', 1)`);
  await client.query(`
    create temp table rekeyed on commit drop as
      select id, new_id from rekeyed_goods
      union all
      select o.id, coalesce(
        (select min(n.id) from new_variants n
         where n.good = o.good and n.words = o.words and o.words <> ''
           and (select count(*) from new_variants t where t.good = n.good and t.words = n.words) = 1
           and (select count(*) from old_variants t where t.good = o.good and t.words = o.words) = 1),
        o.good || '#' || split_part(o.id, '#', 2))
      from old_variants o`);
  await client.query('create index on rekeyed (id)');
  await client.query('analyze rekeyed');
}

/** What came already under a new id, prices of a good that was not known, is newer than what stood under the former. */
async function rename(
  client: Connection,
  table: 'onec_goods' | 'onec_offers' | 'products' | 'models' | 'onec_good_units',
  column: 'id_1c' | 'good_id_1c',
  pairs: 'rekeyed' | 'rekeyed_goods',
): Promise<void> {
  if (table === 'onec_offers')
    await client.query(
      `delete from onec_offers o using rekeyed r where o.id_1c = r.id
         and exists (select from onec_offers n where n.id_1c = r.new_id)`,
    );
  await client.query(`update ${table} t set ${column} = r.new_id from ${pairs} r where t.${column} = r.id`);
}

/** Where one catalogue took the place of one: what the package does not list is then switched off with its own. */
async function renameCatalog(client: Connection): Promise<void> {
  const { rows } = await client.query<{ old: string[]; new: string[] }>(`
    select
      (select array_agg(distinct o.catalog_id_1c) from onec_goods o join rekeyed r on r.new_id = o.id_1c) as old,
      (select array_agg(distinct c.catalog_id) from staged_containers c where c.kind = 'catalog') as new`);
  const { old = [], new: next = [] } = rows[0] ?? {};
  const [from, to] = [old[0], next[0]];
  if (old.length !== 1 || next.length !== 1 || from === undefined || to === undefined || from === to) return;
  for (const table of ['onec_goods', 'onec_offers', 'products'])
    await client.query(`update ${table} set catalog_id_1c = $2 where catalog_id_1c = $1`, [from, to]);
  await client.query(
    `update onec_catalogs set catalog_id_1c = $2 where catalog_id_1c = $1
       and not exists (select from onec_catalogs where catalog_id_1c = $2)`,
    [from, to],
  );
}

/** Groups by their names with those of the groups above. How many took a new id. */
async function rekeyGroups(client: Connection, staged: Staged): Promise<number> {
  const known = await loadGroups(client);
  const listed = staged.classifiers.flatMap(({ groups }) => groups).filter(({ deleted }) => !deleted);
  const ids = new Set(listed.map(({ id }) => id));
  const knownPath = (id: string | null, depth = 0): string => {
    const group = id === null || depth > 200 ? undefined : known.get(id);
    return group ? `${knownPath(group.parent_id_1c, depth + 1)}/${group.name.toLowerCase()}` : '';
  };
  const newPath = (group: Group | null, depth = 0): string =>
    group && depth <= 200 ? `${newPath(group.parent, depth + 1)}/${group.name.toLowerCase()}` : '';
  const former = [...known.values()]
    .filter(({ id_1c, off }) => id_1c !== otherGroupId && off === null && !ids.has(id_1c))
    .map(({ id_1c }) => ({ id: id_1c, key: knownPath(id_1c) }));
  const fresh = listed.filter(({ id }) => !known.has(id)).map((group) => ({ id: group.id, key: newPath(group) }));
  const pairs = surePairs(former, fresh);
  for (const [id, new_id] of pairs) {
    await client.query('update onec_groups set id_1c = $2 where id_1c = $1', [id, new_id]);
    await client.query('update onec_groups set parent_id_1c = $2 where parent_id_1c = $1', [id, new_id]);
    await client.query('update onec_group_rules set group_id_1c = $2 where group_id_1c = $1', [id, new_id]);
    await client.query('update categories set id_1c = $2 where id_1c = $1', [id, new_id]);
  }
  return pairs.length;
}

async function rekeyProperties(client: Connection, listed: Named[]): Promise<number> {
  const { rows } = await client.query<{ id_1c: string; name: string }>('select id_1c, name from onec_properties');
  const pairs = pairsByName(rows, listed);
  for (const [id, new_id] of pairs) {
    await client.query('update onec_properties set id_1c = $2 where id_1c = $1', [id, new_id]);
    await client.query('update attributes set id_1c = $2 where id_1c = $1', [id, new_id]);
  }
  return pairs.length;
}

/** What the owner may have mapped, of the nodes whose goods take new ids. How many took a new id. */
async function rekeyOfNodes(
  client: Connection,
  table: 'onec_price_types' | 'onec_warehouses',
  listed: Named[],
  nodes: (number | null)[],
): Promise<number> {
  let count = 0;
  for (const node_id of nodes) {
    const { rows } = await client.query<{ id_1c: string; name: string }>(
      `select id_1c, name from ${table} where node_id is not distinct from $1`,
      [node_id],
    );
    const pairs = pairsByName(rows, listed);
    for (const [id, new_id] of pairs)
      await client.query(`update ${table} set id_1c = $2 where id_1c = $1 and node_id is not distinct from $3`, [
        ...[id, new_id, node_id],
      ]);
    count += pairs.length;
  }
  return count;
}

type Named = { id: string; name: string };

/** Former and new ids of what has one name. */
function pairsByName(rows: { id_1c: string; name: string }[], listed: Named[]): [id: string, new_id: string][] {
  const known = new Set(rows.map(({ id_1c }) => id_1c));
  const ids = new Set(listed.map(({ id }) => id));
  const former = rows
    .filter(({ id_1c }) => !ids.has(id_1c) && id_1c !== '' && !id_1c.startsWith('#'))
    .map(({ id_1c, name }) => ({ id: id_1c, key: name.toLowerCase() }));
  const fresh = listed.filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ id, key: name.toLowerCase() }));
  return surePairs(former, fresh);
}

type Keyed = { id: string; key: string };

/** Former and new ids of what has a key that is the only one of its side on both. */
function surePairs(former: Keyed[], fresh: Keyed[]): [id: string, new_id: string][] {
  const ours = Map.groupBy(former, ({ key }) => key);
  const theirs = Map.groupBy(fresh, ({ key }) => key);
  return [...ours].flatMap(([key, own]): [string, string][] => {
    const other = theirs.get(key) ?? [];
    const [one, two] = [own[0], other[0]];
    const ids = new Set(other.map(({ id }) => id));
    return key !== '' && own.length === 1 && ids.size === 1 && one && two ? [[one.id, two.id]] : [];
  });
}
