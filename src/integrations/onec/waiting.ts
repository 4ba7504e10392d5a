import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { requisiteMark } from './goods-and-offers.ts';
import { isRouble } from './mapping.ts';

/** What 1C sent and nobody has told the shop what to do with. */
export type Waiting = {
  /** Their prices are shown nowhere. Those in foreign money never are. */
  price_types: ({ id: string; name: string; currency: string; is_foreign: boolean } & OfNode)[];
  /** Their rests are counted nowhere. */
  warehouses: ({ id: string; name: string; address: string } & OfNode)[];
  /** Ids that goods name and no classifier declared; how many goods name each. */
  groups: { id: string; goods: number }[];
  /** Ids that goods name and no classifier declared: their values are shown nowhere. */
  properties: { id: string; goods: number }[];
  /** Requisites of goods that the owner has not decided of: their values are shown nowhere. `id` for `mapProperty`. */
  requisites: { id: string; name: string; goods: number }[];
  /** Units of goods that nobody described: they are written as 1C spells them. */
  units: { name: string; goods: number }[];
  /** Products on sale in «Прочие товары», for want of a group. */
  goods_without_group: number;
};

/** The node that sent it, and its user name; null: it came by command. */
type OfNode = { node_id: number | null; node: string | null };

/** How many of a kind are listed. */
const most = 500;

/** What waits for the owner. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const [types, warehouses, groups, undeclared, units, others] = await Promise.all([
    db
      .selectFrom('onec_price_types as t')
      .leftJoin('onec_nodes as n', 'n.id', 't.node_id')
      .select(['t.id_1c as id', 't.name', 't.currency', 't.node_id', 'n.login as node'])
      .where('t.price_column', 'is', null)
      .where('t.is_manual', '=', false)
      .orderBy('t.id')
      .limit(most)
      .execute(),
    db
      .selectFrom('onec_warehouses as w')
      .leftJoin('onec_nodes as n', 'n.id', 'w.node_id')
      .select(['w.id_1c as id', 'w.name', 'w.address', 'w.node_id', 'n.login as node'])
      .where('w.store', 'is', null)
      .where('w.is_manual', '=', false)
      .orderBy('w.name')
      .orderBy('w.id')
      .limit(most)
      .execute(),
    sql<{ id: string; goods: number }>`
      select named.id, count(*)::int as goods
      from onec_goods o, json_array_elements_text(o.data -> 'groups') as named (id)
      where o.off is null and json_typeof(o.data -> 'groups') = 'array'
        and not exists (select from onec_groups g where g.id_1c = named.id)
        and not exists (select from onec_group_rules r where r.group_id_1c = named.id)
      group by named.id order by goods desc, named.id limit ${most}`.execute(db),
    sql<{ id: string; goods: number }>`
      select id, goods from (
        select named.id, count(*)::int as goods,
          row_number() over (partition by starts_with(named.id, ${requisiteMark}) order by count(*) desc, named.id) as place
        from onec_goods o, json_array_elements(o.data -> 'properties') as property, lateral (select property ->> 0 as id) as named
        where o.off is null and json_typeof(o.data -> 'properties') = 'array'
          and not exists (select from onec_properties p where p.id_1c = named.id)
        group by named.id
      ) as counted where place <= ${most} order by place`.execute(db),
    sql<{ name: string; goods: number }>`
      select p.unit as name, count(*)::int as goods from products p
      where p.id_1c is not null and p.switched_off_at is null
        and not exists (select from units u where u.name = p.unit)
        and not exists (select from onec_unit_rules r where r.unit = p.unit)
      group by p.unit order by goods desc, name limit ${most}`.execute(db),
    sql<{ goods: number }>`
      select count(*)::int as goods from product_categories pc join products p on p.id = pc.product_id
      join onec_groups g on g.category_id = pc.category_id and g.id_1c = '#other'
      where p.switched_off_at is null`.execute(db),
  ]);
  const isRequisite = ({ id }: { id: string }) => id.startsWith(requisiteMark);
  return {
    price_types: types.map((type) => ({ ...type, is_foreign: !isRouble(type.currency) })),
    warehouses,
    groups: groups.rows,
    properties: undeclared.rows.filter((row) => !isRequisite(row)),
    requisites: undeclared.rows
      .filter(isRequisite)
      .map((row) => ({ ...row, name: row.id.slice(requisiteMark.length) })),
    units: units.rows,
    goods_without_group: others.rows[0]?.goods ?? 0,
  };
}
