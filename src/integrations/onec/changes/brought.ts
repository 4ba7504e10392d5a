import type { Connection } from '../connection.ts';

/**
 * The temporary table `brought`: goods, offers and products that nobody but the package has brought, by their ids of
 * 1C; `undescribed`: offers of it of which later packages said no more than prices and rests. Left out is what a
 * package that was taken later, and stands, described again, a good with all of its offers. What an earlier package
 * brought that is rolled back already, and this one alone described since, goes with it.
 */
export async function findBrought(client: Connection, package_id: number): Promise<void> {
  await client.query(`
    create temp table brought (kind text, id_1c text collate "C") on commit drop;
    create temp table made (kind text, id_1c text collate "C", at timestamptz) on commit drop`);
  const { rowCount } = await client.query(
    `with here as materialized (
       select finished_at from onec_packages where id = $1
     ), creators as materialized (
       select p.id, p.finished_at from onec_packages p, here
       where p.id = $1 or p.state = 'rolled_back' and p.finished_at < here.finished_at
     ), named as materialized (
       select id_1c from onec_goods_before where package_id = $1
       union select id_1c from onec_offers_before where package_id = $1
     ), created as (
       select k.id as package_id, k.finished_at, c.kind, case when c.kind = 'product' then p.id_1c else made.id end as id_1c
       from creators k
       join onec_created c on c.package_id = k.id
       cross join lateral unnest(c.ids) made (id)
       left join products p on c.kind = 'product' and p.id::text = made.id
     )
     insert into made
     select kind, id_1c, finished_at from created
     where id_1c is not null and (
       package_id = $1 or id_1c in (select id_1c from named)
       or split_part(id_1c, '#', 1) in (select id_1c from onec_goods_before where package_id = $1))`,
    [package_id],
  );
  if (!rowCount) return;
  await client.query('analyze made');
  await findDescribed(client, package_id);
  const isDescribed = (kind: string) =>
    `exists (select from described s where s.kind = ${kind} and s.id_1c = m.id_1c and s.at > m.at)`;
  const isOfDescribed = `exists (
    select from described s where s.kind = 'all of' and s.id_1c = split_part(m.id_1c, '#', 1) and s.at > m.at)`;
  await client.query(`
    insert into brought
    select m.kind, m.id_1c from made m where not ${isDescribed('m.kind')} and (m.kind = 'good' or not ${isOfDescribed})
    union
    select 'undescribed', m.id_1c from made m
    where m.kind = 'offer' and not ${isDescribed(`'product'`)} and not ${isOfDescribed}`);
  await client.query('analyze brought');
}

/**
 * The temporary table `described`: what other packages that stand have described, and when; `all of`: a good's offers.
 * A good that 1C sends under the id of a variant, `good#variant`, is a product by itself.
 */
async function findDescribed(client: Connection, package_id: number): Promise<void> {
  await client.query(`create temp table described (kind text, id_1c text collate "C", at timestamptz) on commit drop`);
  await client.query(
    `with later as materialized (
       select id, finished_at from onec_packages
       where state = 'imported' and id <> $1 and finished_at > (select min(at) from made)
     ), offers as (
       select b.id_1c, b.has_data, l.finished_at from onec_offers_before b join later l on l.id = b.package_id
     ), created as (
       select c.kind, made.id as id_1c, l.finished_at
       from onec_created c join later l on l.id = c.package_id cross join lateral unnest(c.ids) made (id)
       where c.kind in ('good', 'offer')
     )
     insert into described
     select own.kind, b.id_1c, l.finished_at
     from onec_goods_before b join later l on l.id = b.package_id, unnest(array['good', 'all of', 'product']) own (kind)
     union all
     select 'offer', id_1c, finished_at from offers
     union all
     select 'product', id_1c, finished_at from offers where has_data
     union all
     select 'good', split_part(id_1c, '#', 1), finished_at from offers where has_data
     union all
     select kind, id_1c, finished_at from created
     union all
     select 'all of', id_1c, finished_at from created where kind = 'good'
     union all
     select 'product', id_1c, finished_at from created`,
    [package_id],
  );
  await client.query('analyze described');
}
