import type { Connection } from '../connection.ts';

/**
 * Prices and rests of offers as 1C sent them become what they were before the package, as the shop's own do. Where a
 * later one of the packages `later` has laid a block over them, only those of its types and warehouses that are still
 * as the package left them, and whatever 1C sends next is compared with these values, also what that later one brought.
 * Of offers that it brought and a later one described all stays. Goes by the table `brought`.
 */
export async function restoreOnecValues(client: Connection, package_id: number, later: number[]): Promise<void> {
  for (const block of ['prices', 'rests'] as const) {
    await client.query(
      `${valuesBefore(block)}
       update onec_offers o set ${block}_hash = b.hash, ${block} = b.was
       from before b where o.id_1c = b.id_1c and not exists (select from laid_over n where n.id_1c = b.id_1c)`,
      [package_id, later],
    );
    await client.query(
      `${valuesBefore(block)}
       update onec_offers o set ${block}_hash = null, ${block} = ${givenBack(block)}
       from before b join laid_over n using (id_1c) where o.id_1c = b.id_1c`,
      [package_id, later],
    );
  }
}

const valuesBefore = (block: 'prices' | 'rests') => `with laid_over as materialized (
    select distinct on (l.id_1c) l.id_1c, l.${block}::jsonb as left_there
    from onec_offers_before l join onec_packages p on p.id = l.package_id
    where l.has_${block} and p.state in ('imported', 'rolled_back')
      and p.finished_at > (select finished_at from onec_packages where id = $1)
      and l.id_1c in (select id_1c from onec_offers_before where package_id = any($2) and has_${block})
    order by l.id_1c, p.finished_at
  ), before as (
    select id_1c, ${block}_hash as hash, ${block} as was
    from onec_offers_before where package_id = $1 and has_${block}
    union all
    select id_1c, null, null from brought where kind = 'undescribed'
  )`;

/** Of what stands now: keys that the package changed and nobody since, as they were before it. */
const givenBack = (block: 'prices' | 'rests') => `(
  select jsonb_object_agg(key, value) from (
    select key, value from jsonb_each(o.${block}::jsonb)
    where n.left_there -> key is not distinct from b.was::jsonb -> key or value is distinct from n.left_there -> key
    union all
    select key, value from jsonb_each(b.was::jsonb)
    where n.left_there -> key is distinct from value and o.${block}::jsonb -> key is not distinct from n.left_there -> key
  ) kept)`;
