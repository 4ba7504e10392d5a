import type { Connection } from '../connection.ts';
import { type Exchange, listedParts } from '../listed.ts';
import type { Staged } from '../staging.ts';
import { type ImportSummary, note } from '../summary.ts';

/**
 * A package that waited for the owner is older than what its node has sent meanwhile: what later exchanges said of
 * goods and of parts of offers (description, prices of a type, rests of a warehouse) stays, and so do the groups of
 * classifiers that came since. All of it counts as listed: what came later is not switched off for it.
 */
export async function setAsideLater(
  client: Connection,
  { package_id, session_id, node_id }: { package_id: number } & Exchange,
  staged: Staged,
  summary: ImportSummary,
): Promise<void> {
  await client.query(`
    create temp table listed_later (
      kind text, id_1c text collate "C", parts int, price_types text[], warehouses text[]
    ) on commit drop`);
  await client.query(
    `with later as materialized (
       select distinct l.* from onec_listed l join onec_packages p on p.session_id = l.session_id
       where p.node_id = $1 and p.id > $2 and p.state = 'imported'
     ), types as (
       select kind, id_1c, array_agg(distinct type) as named from later, unnest(price_types) type group by kind, id_1c
     ), stores as (
       select kind, id_1c, array_agg(distinct store) as named from later, unnest(warehouses) store group by kind, id_1c
     )
     insert into listed_later (kind, id_1c, parts, price_types, warehouses)
     select l.kind, l.id_1c, bit_or(l.parts),
       case when not bool_or(l.parts & ${listedParts.prices} > 0 and l.price_types is null)
         then coalesce(t.named, '{}') end,
       case when not bool_or(l.parts & ${listedParts.rests} > 0 and l.warehouses is null)
         then coalesce(s.named, '{}') end
     from later l
     left join types t on t.kind = l.kind and t.id_1c = l.id_1c
     left join stores s on s.kind = l.kind and s.id_1c = l.id_1c
     group by l.kind, l.id_1c, t.named, s.named`,
    [node_id, package_id],
  );
  await client.query('analyze listed_later');
  const goods = await client.query(
    `update staged_goods s set refused = true from listed_later l where l.kind = 'good' and l.id_1c = s.id`,
  );
  const offers = await client.query<{ count: number }>(
    `select count(*) as count from staged_offers s join listed_later l on l.kind = 'offer' and l.id_1c = s.id`,
  );
  await client.query(
    `update staged_offers s set data = null, hash = null, deleted = null
     from listed_later l where l.kind = 'offer' and l.id_1c = s.id and l.parts & ${listedParts.data} > 0`,
  );
  await setAsideBlock(client, 'prices', 'price_types');
  await setAsideBlock(client, 'rests', 'warehouses');
  const { rows } = await client.query<{ id_1c: string }>(`select id_1c from listed_later where kind = 'classifier'`);
  const newer = new Set(rows.map(({ id_1c }) => id_1c));
  const kept = staged.classifiers.filter(({ container }) => !newer.has(container.id));
  const hasNewerGroups = kept.length < staged.classifiers.length;
  staged.classifiers = kept;
  await client.query(
    `insert into onec_listed (session_id, kind, id_1c, is_full, parts, price_types, warehouses)
     select $1::uuid, kind, id_1c, false, parts, price_types, warehouses from listed_later where kind <> 'classifier'
     on conflict do nothing`,
    [session_id],
  );
  const count = offers.rows[0]?.count ?? 0;
  if (!goods.rowCount && !count && !hasNewerGroups) return;
  note(
    summary,
    `После этого пакета 1С прислала новые: ${hasNewerGroups ? 'группы и ' : ''}то, что в них названо (товаров: ${goods.rowCount ?? 0}, предложений: ${count}), осталось как в них`,
  );
}

/**
 * Takes out of the staged prices or rests what came later, by price type or warehouse. A list that says of itself that
 * it is whole keeps what is known of them beside the rest, or it would take them away; a total without warehouses, of
 * either side, gives way whole.
 */
async function setAsideBlock(
  client: Connection,
  block: 'prices' | 'rests',
  names: 'price_types' | 'warehouses',
): Promise<void> {
  await client.query(
    `with sent as materialized (
       select s.seq, l.${names} as names, c.is_full and c.kind <> 'catalog' as is_full,
         s.${block}::jsonb - coalesce(l.${names}, '{}') as rest, s.${block}::jsonb ? '' as has_total,
         (select jsonb_object_agg(key, value) from jsonb_each(o.${block}::jsonb) where key = any(l.${names})) as known
       from staged_offers s
       join listed_later l on l.kind = 'offer' and l.id_1c = s.id and l.parts & ${listedParts[block]} > 0
       join staged_containers c on c.id = s.container
       left join onec_offers o on o.id_1c = s.id
       where s.${block} is not null
     ), left_of as materialized (
       select seq, case when names is null or has_total or rest = '{}' and not is_full then null
         when is_full then rest || coalesce(known, '{}') else rest end as block
       from sent
     )
     update staged_offers s set ${block} = l.block::text, ${block}_hash = md5(l.block::text),
       ${block}_count = (
         select sum(case jsonb_typeof(value) when 'array' then jsonb_array_length(value) else 1 end)::int
         from jsonb_each(l.block))
     from left_of l where l.seq = s.seq`,
  );
}
