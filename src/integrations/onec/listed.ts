import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import type { Staged } from './staging.ts';

/** An exchange of several packages: what one of them does not list may stand in another. */
export type Exchange = {
  session_id: string;
  node_id: number;
  /** The exchange is over: what it did not list at all is to go. */
  deactivates: boolean;
  /** Its base ends with `deactivate`: until then nothing goes for being absent from one portion of a full export. */
  waitsForDeactivate: boolean;
};

/** What an exchange said of an offer, as bits of `onec_listed.parts`; of a good and of groups all is one part. */
export const listedParts = { data: 1, prices: 2, rests: 4 };

/**
 * Writes down which goods and offers the exchange has listed with this package, and what it said of them. Of which
 * price types and warehouses is asked for alone while a package of the node waits for its owner; else, and of a full
 * list of prices or rests, it is null: of all.
 */
export async function noteListed(client: Connection, { session_id, node_id }: Exchange): Promise<void> {
  const { rows } = await client.query<{ is_awaited: boolean }>(
    `select exists (
       select from onec_packages p
       where p.node_id = $1 and (p.state = 'held' or p.decided_at is not null and p.finished_at is null)) as is_awaited`,
    [node_id],
  );
  await client.query(
    `with price_types as (
       select s.id, array_agg(distinct type) as named from staged_offers s, jsonb_object_keys(s.prices::jsonb) type
       where $2::boolean group by s.id
     ), warehouses as (
       select s.id, array_agg(distinct warehouse) as named from staged_offers s, jsonb_object_keys(s.rests::jsonb) warehouse
       where $2::boolean group by s.id
     )
     insert into onec_listed as known (session_id, kind, id_1c, is_full, parts, price_types, warehouses)
     select $1::uuid, 'good', s.id, bool_or(c.is_full), ${listedParts.data}, null, null from staged_goods s
     join staged_containers c on c.id = s.container and c.kind = 'catalog' group by s.id
     union all
     select $1::uuid, 'offer', s.id, bool_or(c.is_full and c.kind <> 'catalog' and s.data is not null),
       bit_or(case when s.data is null and s.deleted is not true then 0 else ${listedParts.data} end
         | case when s.prices is null then 0 else ${listedParts.prices} end
         | case when s.rests is null then 0 else ${listedParts.rests} end),
       case when $2 and not bool_or(s.prices is not null and c.is_full and c.kind <> 'catalog')
         then coalesce(t.named, '{}') end,
       case when $2 and not bool_or(s.rests is not null and c.is_full) and ('' = any(w.named)) is not true
         then coalesce(w.named, '{}') end
     from staged_offers s
     join staged_containers c on c.id = coalesce(s.data_container, s.container)
     left join price_types t on t.id = s.id
     left join warehouses w on w.id = s.id
     group by s.id, t.named, w.named
     on conflict (session_id, kind, id_1c) do update
       set is_full = known.is_full or excluded.is_full, parts = known.parts | excluded.parts,
         price_types = ${together('price_types', listedParts.prices)},
         warehouses = ${together('warehouses', listedParts.rests)}
       where excluded.is_full and not known.is_full or excluded.parts & ~known.parts > 0
         or ${saysMore('price_types', listedParts.prices)} or ${saysMore('warehouses', listedParts.rests)}`,
    [session_id, ensure(rows[0]).is_awaited],
  );
  // Many rows of one session at once: without this each row of goods is compared with all of them.
  await client.query('analyze onec_listed');
}

/** What two packages of one exchange name together; null: all. */
function together(names: string, part: number): string {
  return `case when known.parts & ${part} > 0 and known.${names} is null or excluded.parts & ${part} > 0 and excluded.${names} is null
    then null else array(select distinct unnest(known.${names} || excluded.${names})) end`;
}

function saysMore(names: string, part: number): string {
  return `excluded.parts & ${part} > 0
    and not coalesce(excluded.${names} <@ known.${names}, known.${names} is null)`;
}

/** Writes down the classifiers of which the package brings groups. */
export async function noteClassifiers(
  client: Connection,
  { session_id }: Exchange,
  { classifiers }: Pick<Staged, 'classifiers'>,
): Promise<void> {
  const ids = classifiers.filter(({ groups }) => groups.length > 0).map(({ container }) => container.id);
  await client.query(
    `insert into onec_listed (session_id, kind, id_1c, is_full, parts)
     select distinct $1::uuid, 'classifier', id, false, ${listedParts.data} from unnest($2::text[]) as id
     on conflict do nothing`,
    [session_id, ids],
  );
}

/** Catalogues of which the exchange has sent full files; of offers, those with an offer of a known good. */
export async function fullCatalogsOf(
  client: Connection,
  exchange: Exchange | null,
  kind: 'good' | 'offer',
): Promise<string[]> {
  if (!exchange?.deactivates) return [];
  const table = kind === 'good' ? 'onec_goods' : 'onec_offers';
  const fits = kind === 'good' ? 'true' : 'exists (select from onec_goods g where g.good_id = o.good_id)';
  const { rows } = await client.query<{ catalog_id: string }>(
    `select distinct o.catalog_id_1c as catalog_id from onec_listed l join ${table} o on o.id_1c = l.id_1c
     where l.session_id = $1 and l.kind = $2 and l.is_full and o.off is null and ${fits}`,
    [exchange.session_id, kind],
  );
  return rows.map(({ catalog_id }) => catalog_id);
}

/** Condition on a row `o` of goods or offers: nothing of the exchange `parameter` lists it. */
export function isUnlisted(kind: 'good' | 'offer', parameter: string): string {
  return `not exists (
    select from onec_listed l where l.session_id = ${parameter}::uuid and l.kind = '${kind}' and l.id_1c = o.id_1c)`;
}
