import type { Connection } from '../connection.ts';

/**
 * Whether goods, offers or groups that the package changed have got other ids since it was taken (`onec rekey`): what
 * stood before it is kept by the former ones. So is the catalogue of goods that stayed apart. An id that is not known
 * any more was given away; one that came again afterwards is another good's.
 */
export async function isRekeyedSince(client: Connection, package_id: number): Promise<boolean> {
  const { rows } = await client.query<{ is_rekeyed: boolean }>(
    `with since as (
       select min(r.done_at) as at from onec_rekeys r join onec_packages p on p.id = $1 where r.done_at > p.finished_at
     ), newer as (
       select p.id from onec_packages p, since where p.finished_at > since.at
     ), made as (
       select c.kind, ids.id_1c from onec_created c, unnest(c.ids) ids (id_1c) where c.package_id in (select id from newer)
       union all
       select 'group', id_1c from onec_groups_before where is_new and package_id in (select id from newer)
     ), touched as (
       select 'good' as kind, id_1c collate "C" as id_1c, catalog_id_1c from onec_goods_before where package_id = $1
       union all
       select 'offer', id_1c, catalog_id_1c from onec_offers_before where package_id = $1
       union all
       select 'group', id_1c, null from onec_groups_before where package_id = $1
       union all
       select c.kind, ids.id_1c, null from onec_created c, unnest(c.ids) ids (id_1c)
       where c.package_id = $1 and c.kind in ('good', 'offer')
     ), known as (
       select 'good' as kind, id_1c collate "C" as id_1c, catalog_id_1c from onec_goods
       union all
       select 'offer', id_1c, catalog_id_1c from onec_offers
       union all
       select 'group', id_1c, null from onec_groups
     )
     select (select at from since) is not null and exists (
       select from touched t left join known k using (kind, id_1c)
       where k.id_1c is null or k.catalog_id_1c <> t.catalog_id_1c
         or exists (select from made m where m.kind = t.kind and m.id_1c = t.id_1c)) as is_rekeyed`,
    [package_id],
  );
  return rows[0]?.is_rekeyed ?? false;
}
