import type { Connection } from './connection.ts';

/** What of a good must be worked out again, as bits of `affected.what`. */
export const affects = { product: 1, prices: 2, stock: 4 } as const;

/**
 * The temporary table `affected`: goods to work out again. A good may stand in it several times. `restated_prices` and
 * `restated_stock`: single rows of theirs that take what 1C says also where it said the same before.
 */
export async function createAffected(client: Connection): Promise<void> {
  await client.query(`
    create temp table affected (good_id text collate "C", seq int, what int) on commit drop;
    create temp table restated_prices (price_column text, product_id int) on commit drop;
    create temp table restated_stock (store text, product_id int) on commit drop`);
}

const isOther = `not exists (select from affected a where a.good_id = o.good_id and a.what & ${affects.product} > 0)`;

/** Adds the goods that name one of these groups, properties or pictures. */
export async function addAffected(
  client: Connection,
  { groups, properties, pictures }: { groups: string[]; properties: string[]; pictures: string[] },
): Promise<void> {
  if (groups.length + properties.length + pictures.length === 0) return;
  await client.query(
    `with others as materialized (
       select good_id, data from onec_goods o where ${isOther}
       union all
       select good_id, data from onec_offers o where data is not null and ${isOther}
     )
     insert into affected (good_id, seq, what)
     select distinct good_id, 0, ${affects.product} from others
     where (data -> 'groups')::jsonb ?| $1::text[] or (data -> 'pictures')::jsonb ?| $3::text[] or exists (
       select from json_array_elements(data -> 'properties') property where property ->> 0 = any($2::text[]))`,
    [groups, properties, pictures],
  );
}

/** Adds every good that 1C ever offered. */
export async function affectAll(client: Connection, what: number): Promise<void> {
  await client.query(
    'insert into affected (good_id, seq, what) select good_id, 0, $1 from onec_offers group by good_id',
    [what],
  );
}

/**
 * Adds the goods that one of these properties, or made-up ones of characteristics ('#Размер'), says something of.
 */
export async function affectByProperties(client: Connection, ids: string[]): Promise<void> {
  if (ids.some((id) => id.startsWith('#'))) await affectEveryGood(client);
  else await addAffected(client, { groups: [], properties: ids, pictures: [] });
}

/** Adds every good that 1C ever described. */
export async function affectEveryGood(client: Connection): Promise<void> {
  await client.query(
    `insert into affected (good_id, seq, what)
     select good_id, 0, ${affects.product} from onec_goods union select good_id, 0, ${affects.product} from onec_offers`,
  );
}

/** Adds every good whose catalogue this node feeds. */
export async function affectGoodsOfNode(client: Connection, node_id: number): Promise<void> {
  await client.query(
    `insert into affected (good_id, seq, what)
     select distinct g.good_id, 0, ${affects.product}
     from onec_goods g join onec_catalogs c on c.catalog_id_1c = g.catalog_id_1c where c.node_id = $1`,
    [node_id],
  );
}

/**
 * Goods handed over to buyers lowered on_hand since 1C's last word: when 1C now sends the same quantity of that store
 * again, it is news, unless they were handed over after that word. Only offers of this package, only stores whose
 * warehouses it names; `node_id`: whose these are. `began_at`: when its exchange began; null: it is no exchange's.
 */
export async function addHandedOver(
  client: Connection,
  { node_id, began_at }: { node_id: number | null; began_at: Date | null },
): Promise<void> {
  await client.query(
    `with handed as materialized (
       select s.id, s.rests, k.store, k.product_id
       from staged_offers s
       join products p on p.id_1c = s.id
       join stock k on k.product_id = p.id
       join reservations r on r.store = k.store and r.product_id = k.product_id and r.why = 'handed_over' and r.ended_at > k.updated_at
       where s.rests is not null and coalesce(r.ended_at < $2::timestamptz, true)
     ), named as materialized (
       select distinct h.id, h.store, h.product_id from handed h
       join onec_warehouses w on w.node_id is not distinct from $1 and w.store = h.store and h.rests::jsonb ? w.id_1c
     ), noted as (
       insert into restated_stock (store, product_id) select store, product_id from named
     )
     insert into affected (good_id, seq, what)
     select distinct split_part(id, '#', 1), 0, ${affects.stock} from named`,
    [node_id, began_at],
  );
}

/**
 * Goods of orders that 1C has shipped left its stock by its own word, and the store's once more when the shop handed
 * them over: they are counted again from that word, which a base that sends changes alone does not repeat. Only once an
 * exchange after the hand-over has brought whatever 1C had to say of them, and with a package of stock.
 */
export async function addShipped(
  client: Connection,
  { node_id, session_id }: { node_id: number; session_id: string },
): Promise<void> {
  await client.query(
    `with shipped as materialized (
       select distinct split_part(p.id_1c, '#', 1) as good_id, k.store, k.product_id
       from onec_orders x
       join order_lines l on l.order_id = x.order_id
       join reservations r on r.order_line_id = l.id and r.why = 'handed_over'
       join stock k on k.store = r.store and k.product_id = r.product_id and r.ended_at > k.updated_at
       join products p on p.id = r.product_id and p.id_1c is not null
       where x.node_id = $1 and x.shipped_at > now() - interval '30 days' and r.ended_at > now() - interval '7 days'
         and exists (select from staged_offers s where s.rests is not null)
         and exists (
           select from onec_offers o join onec_warehouses w on w.node_id = $1 and w.store = k.store
           where o.id_1c = p.id_1c and o.rests ? w.id_1c)
         and exists (
           select from onec_packages q join onec_sessions s on s.id = q.session_id
           where q.node_id = $1 and q.state = 'imported' and q.session_id <> $2::uuid and s.started_at > r.ended_at)
     ), noted as (
       insert into restated_stock (store, product_id) select store, product_id from shipped
     )
     insert into affected (good_id, seq, what) select distinct good_id, 0, ${affects.stock} from shipped`,
    [node_id, session_id],
  );
}
