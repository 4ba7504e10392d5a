import { ensure } from '#shared/ensure.ts';
import { affects } from './affected.ts';
import { mayGoOff } from './changes/set-aside-kept.ts';
import type { Connection } from './connection.ts';
import { fullCatalogsOf, isUnlisted } from './listed.ts';
import type { Taken } from './merge-received.ts';
import { type ImportSummary, note } from './summary.ts';

/** Switches off the goods that full catalogues do not list. How many those are. */
export async function switchOffAbsentGoods(
  client: Connection,
  { package_id, exchange, reserve }: Taken,
): Promise<number> {
  if (reserve.keeps_on || exchange?.waitsForDeactivate) return 0;
  const { rows } = await client.query<{ count: number }>(
    `with full_catalogs as (
      select c.catalog_id from staged_containers c
      where c.kind = 'catalog' and c.is_full and exists (select from staged_goods s where s.container = c.id)
      union select unnest($2::text[])
    ), switched as (
      update onec_goods o set off = 'absent'
      from full_catalogs f
      where o.catalog_id_1c = f.catalog_id and o.off is null and ${mayGoOff(reserve)}
        and not exists (select from staged_goods s where s.id = o.id_1c) and ${isUnlisted('good', '$1')}
      returning o.good_id, o.id_1c, o.catalog_id_1c, o.hash
    ), noted as (
      insert into affected (good_id, seq, what) select good_id, 0, ${affects.product} from switched
    ), kept as (
      insert into onec_goods_before (package_id, id_1c, catalog_id_1c, hash) select $3, id_1c, catalog_id_1c, hash from switched
    )
    select count(*) as count from switched`,
    [exchange?.session_id ?? null, await fullCatalogsOf(client, exchange, 'good'), package_id],
  );
  return ensure(rows[0]).count;
}

/**
 * Switches off the offers that full packages of their catalogue do not list, with their prices. A package that lists
 * nothing but offers of unknown goods is not believed: 1C was filled again with other ids, or it is a stranger's; what
 * stood before stays, and that is said.
 */
export async function switchOffAbsentOffers(
  client: Connection,
  summary: ImportSummary,
  { package_id, exchange, reserve }: Taken,
): Promise<{ offers: number; prices: number }> {
  if (reserve.keeps_on) return { offers: 0, prices: 0 };
  const { rows: catalogs } = await client.query<{ catalog_id: string; listed: number; fits: boolean }>(`
    with full_catalogs as (
      select c.catalog_id, array_agg(c.id) as containers from staged_containers c
      where c.kind = 'offers' and c.is_full
        and exists (select from staged_offers s where s.container = c.id and s.data is not null)
      group by c.catalog_id
    )
    select f.catalog_id, (select count(*) from staged_offers s where s.container = any(f.containers)) as listed,
      exists (
        select from staged_offers s where s.container = any(f.containers) and exists (
          select from onec_goods g where g.id_1c in (s.id, split_part(s.id, '#', 1)))) as fits
    from full_catalogs f`);
  for (const { catalog_id, listed, fits } of catalogs) {
    if (fits) continue;
    const before = await client.query<{ known: number }>(
      `select count(*) as known from onec_offers o
       where o.catalog_id_1c = $1 and o.off is null and exists (select from onec_goods g where g.good_id = o.good_id)`,
      [catalog_id],
    );
    const { known } = ensure(before.rows[0]);
    if (known === 0) continue;
    note(
      summary,
      `Полный пакет предложений каталога «${catalog_id}» не подходит ни к одному известному товару (предложений: ${listed}). ` +
        `Прежние предложения (${known}) и их цены не тронуты. Если в 1С сменились Ид, выгрузите и каталог с товарами.`,
    );
  }
  if (exchange?.waitsForDeactivate) return { offers: 0, prices: 0 };
  const fitting = catalogs.filter(({ fits }) => fits).map(({ catalog_id }) => catalog_id);
  const believed = [...fitting, ...(await fullCatalogsOf(client, exchange, 'offer'))];
  if (believed.length === 0) return { offers: 0, prices: 0 };
  const { rows } = await client.query<{ offers: number; prices: number }>(
    `with switched as (
       update onec_offers o set off = 'absent'
       where o.catalog_id_1c = any($1) and o.off is null and ${mayGoOff(reserve)} and ${isUnlisted('offer', '$2')}
         and not exists (select from staged_offers s where s.id = o.id_1c)
       returning o.good_id, o.prices, o.id_1c, o.catalog_id_1c, o.hash
     ), noted as (
       insert into affected (good_id, seq, what) select good_id, 0, ${affects.product} | ${affects.prices} from switched
     ), kept as (
       insert into onec_offers_before (package_id, id_1c, catalog_id_1c, hash, has_data, has_prices, has_rests)
       select $3, id_1c, catalog_id_1c, hash, false, false, false from switched
     )
     select count(*) as offers, coalesce(sum((select count(*) from json_object_keys(prices))), 0)::int8 as prices from switched`,
    [believed, exchange?.session_id ?? null, package_id],
  );
  return ensure(rows[0]);
}
