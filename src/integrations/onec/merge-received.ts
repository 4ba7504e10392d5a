import type { Connection } from './connection.ts';
import type { ImportSummary } from './summary.ts';

/** What of a good must be worked out again, as bits of `affected.what`. */
export const affects = { product: 1, prices: 2, stock: 4 } as const;

/**
 * Merges the staged goods and offers into what is kept of 1C and notes in the temporary table `affected` which goods changed and in
 * what. Incremental packages touch only what they list; full ones switch off the goods, and the described offers, of their own
 * catalogue that they do not list. A deletion mark for something unknown does nothing.
 */
export async function mergeReceived(client: Connection, summary: ImportSummary): Promise<void> {
  await createAffected(client);
  await keepLastGoods(client);
  await mergeGoods(client, summary);
  await joinOffers(client);
  await mergeOffers(client, summary);
}

/** The temporary table `affected`: goods to work out again. A good may stand in it several times. */
export async function createAffected(client: Connection): Promise<void> {
  await client.query(`create temp table affected (good_id text collate "C", seq int, what int) on commit drop`);
}

async function keepLastGoods(client: Connection): Promise<void> {
  await client.query(
    `delete from staged_goods earlier using (
       select id, max(seq) as seq from staged_goods group by id having count(*) > 1
     ) last where earlier.id = last.id and earlier.seq < last.seq`,
  );
}

async function mergeGoods(client: Connection, summary: ImportSummary): Promise<void> {
  const { goods } = summary;
  // By short columns alone: of a package that came before, nothing else is looked at.
  await client.query(`
    create temp table good_news on commit drop as
      select s.seq, s.id, c.catalog_id, s.deleted, s.hash, s.deleted and o.off is null as is_switched_off
      from staged_goods s
      join staged_containers c on c.id = s.container
      join onec_goods o on o.id_1c = s.id
      where not s.refused and case
        when s.deleted then o.off is distinct from 'deleted'
        else o.off is not null or o.hash <> s.hash or o.catalog_id_1c <> c.catalog_id
      end`);
  await client.query('analyze good_news');
  await client.query(`
    update onec_goods o set
      off = case when n.deleted then 'deleted' end,
      catalog_id_1c = case when n.deleted then o.catalog_id_1c else n.catalog_id end,
      hash = case when n.deleted then o.hash else n.hash end,
      data = case when n.deleted then o.data else s.data::json end
    from good_news n join staged_goods s on s.seq = n.seq where n.id = o.id_1c`);
  await client.query(`
    insert into affected (good_id, seq, what) select split_part(id, '#', 1), seq, ${affects.product} from good_news`);
  const merged = await client.query<{ switched_off: number; changed: number }>(`
    select count(*) filter (where is_switched_off) as switched_off, count(*) filter (where not is_switched_off) as changed
    from good_news`);
  const inserted = await addNewGoods(client);
  const { switched_off, changed } = merged.rows[0]!;
  const absent = await client.query<{ count: number }>(`
    with full_catalogs as (
      select distinct c.catalog_id from staged_containers c
      where c.kind = 'catalog' and c.is_full and exists (select from staged_goods s where s.container = c.id)
    ), switched as (
      update onec_goods o set off = 'absent'
      from full_catalogs f
      where o.catalog_id_1c = f.catalog_id and o.off is null
        and not exists (select from staged_goods s where s.id = o.id_1c)
      returning o.good_id
    ), noted as (
      insert into affected (good_id, seq, what) select good_id, 0, ${affects.product} from switched
    )
    select count(*) as count from switched`);
  goods.created = inserted;
  goods.changed = changed;
  goods.switched_off = switched_off + absent.rows[0]!.count;
  goods.unchanged = goods.read - refusedCount(goods) - inserted - changed - switched_off;
}

/** Goods never seen before go in as they came. */
async function addNewGoods(client: Connection): Promise<number> {
  const isNew = 'not s.refused and not s.deleted and not exists (select from onec_goods o where o.id_1c = s.id)';
  const noted = await client.query(`
    insert into affected (good_id, seq, what)
    select split_part(s.id, '#', 1), s.seq, ${affects.product} from staged_goods s where ${isNew}`);
  if (!noted.rowCount) return 0;
  await client.query(`
    insert into onec_goods (id_1c, catalog_id_1c, hash, data)
    select s.id, c.catalog_id, s.hash, s.data::json
    from staged_goods s join staged_containers c on c.id = s.container where ${isNew}`);
  return noted.rowCount;
}

/** One row per offer, also when its description, prices and rests came in different elements or files. */
async function joinOffers(client: Connection): Promise<void> {
  const { rows } = await client.query<{ has_repeats: boolean }>(
    'select count(*) <> count(distinct id) as has_repeats from staged_offers',
  );
  if (!rows[0]!.has_repeats) return;
  await client.query(`
    create temp table repeated_offers on commit drop as
      select id from staged_offers group by id having count(*) > 1`);
  await client.query(`
    create temp table joined_offers on commit drop as
      select min(s.seq) as seq, s.id, max(s.container) as container,
        max(s.container) filter (where s.prices is not null) as prices_container,
        max(s.container) filter (where s.rests is not null) as rests_container,
        (array_agg(s.deleted order by s.seq desc) filter (where s.deleted is not null))[1] as deleted,
        (array_agg(s.hash order by s.seq desc) filter (where s.hash is not null))[1] as hash,
        (array_agg(s.data order by s.seq desc) filter (where s.data is not null))[1] as data,
        string_agg(s.prices_hash, ' ' order by s.seq) as prices_hash, sum(s.prices_count)::int as prices_count,
        array_agg(s.prices order by s.seq) filter (where s.prices is not null) as prices,
        string_agg(s.rests_hash, ' ' order by s.seq) as rests_hash, sum(s.rests_count)::int as rests_count,
        array_agg(s.rests order by s.seq) filter (where s.rests is not null) as rests
      from staged_offers s join repeated_offers using (id)
      group by s.id`);
  await client.query('delete from staged_offers s using repeated_offers r where s.id = r.id');
  await client.query(`
    insert into staged_offers
      (seq, id, container, prices_container, rests_container, deleted, hash, data, prices_hash, prices_count, prices, rests_hash, rests_count, rests)
    select seq, id, container, prices_container, rests_container, deleted, hash, data,
      prices_hash, prices_count,
      case cardinality(prices) when 1 then prices[1]
        else (select jsonb_object_agg(key, value order by place) from unnest(prices) with ordinality p (block, place), jsonb_each(block::jsonb))::text end,
      rests_hash, rests_count,
      case cardinality(rests) when 1 then rests[1]
        else (select jsonb_object_agg(key, value order by place) from unnest(rests) with ordinality r (block, place), jsonb_each(block::jsonb))::text end
    from joined_offers`);
}

async function mergeOffers(client: Connection, summary: ImportSummary): Promise<void> {
  const { offers, prices, stocks } = summary;
  await findOfferNews(client);
  const added = await addNewOffers(client);
  await client.query(`
    create temp table received_offers on commit drop as
      select s.seq, s.id, c.catalog_id, s.deleted, s.hash, s.data,
        n.prices_hash, s.prices_count, s.prices::jsonb as prices, n.prices_full,
        n.rests_hash, s.rests_count, s.rests::jsonb as rests, n.rests_full,
        o.data is not null as is_described, o.off,
        o.catalog_id_1c as known_catalog_id, o.hash as known_hash,
        o.prices_hash as known_prices_hash, o.prices::jsonb as known_prices, o.rests_hash as known_rests_hash, o.rests as known_rests
      from offer_news n
      join staged_offers s on s.seq = n.seq
      join staged_containers c on c.id = s.container
      join onec_offers o on o.id_1c = s.id
      where not n.is_new`);
  await client.query(`
    create temp table merged_offers on commit drop as
      select seq, id, catalog_id, is_described, prices_count, rests_count,
        case when deleted then 'deleted' when data is not null then null else off end as off, off as known_off,
        case when deleted or data is null then known_hash else hash end as hash,
        case when not coalesce(deleted, false) and hash is distinct from known_hash then data end as data,
        case when deleted then known_prices_hash else coalesce(prices_hash, known_prices_hash) end as prices_hash,
        case when deleted or prices is null or prices_hash = known_prices_hash then known_prices
          when prices_full or known_prices is null then prices else known_prices || prices end as prices,
        known_prices,
        case when deleted then known_rests_hash else coalesce(rests_hash, known_rests_hash) end as rests_hash,
        case when deleted or rests is null or rests_hash = known_rests_hash then known_rests
          when rests_full or known_rests is null or rests ? '' then rests else (known_rests - '') || rests end as rests,
        known_rests
      from received_offers`);
  await client.query(`
    update onec_offers o set off = m.off, hash = m.hash, data = coalesce(m.data::json, o.data),
      catalog_id_1c = case when m.data is null then o.catalog_id_1c else m.catalog_id end,
      prices_hash = m.prices_hash, prices = m.prices::json, rests_hash = m.rests_hash, rests = m.rests
    from merged_offers m where m.id = o.id_1c`);
  await client.query(`
    insert into affected (good_id, seq, what)
    select split_part(id, '#', 1), seq,
      case when data is not null or off is distinct from known_off then ${affects.product} else 0 end
      | case when prices is distinct from known_prices then ${affects.prices} else 0 end
      | case when rests is distinct from known_rests then ${affects.stock} else 0 end
    from merged_offers`);
  const counted = await client.query<Record<string, number>>(`
    select
      count(*) filter (where data is not null and not is_described) as created,
      count(*) filter (where off = 'deleted' and known_off is null) as switched_off,
      count(*) filter (where is_described and (data is not null or off is null and known_off is not null)) as changed,
      (coalesce(sum(prices_count) filter (where known_prices is null), 0) + coalesce(sum(price.created), 0))::int8 as prices_created,
      coalesce(sum(price.changed), 0)::int8 as prices_changed,
      coalesce(sum(price.gone), 0)::int8 as prices_gone,
      (coalesce(sum(rests_count) filter (where known_rests is null), 0) + coalesce(sum(rest.created), 0))::int8 as rests_created,
      coalesce(sum(rest.changed), 0)::int8 as rests_changed,
      coalesce(sum(rest.gone), 0)::int8 as rests_gone
    from merged_offers m, lateral (${entryChanges('prices')}) price, lateral (${entryChanges('rests')}) rest`);
  const absent = await client.query<{ count: number }>(`
    with full_catalogs as (
      select distinct c.catalog_id from staged_containers c
      where c.kind = 'offers' and c.is_full
        and exists (select from staged_offers s where s.container = c.id and s.data is not null)
    ), switched as (
      update onec_offers o set off = 'absent'
      from full_catalogs f
      where o.catalog_id_1c = f.catalog_id and o.off is null
        and not exists (select from staged_offers s where s.id = o.id_1c)
      returning o.good_id
    ), noted as (
      insert into affected (good_id, seq, what) select good_id, 0, ${affects.product} from switched
    )
    select count(*) as count from switched`);
  const counts = counted.rows[0]!;
  offers.created = counts.created! + added.described;
  offers.changed = counts.changed!;
  offers.switched_off = counts.switched_off! + absent.rows[0]!.count;
  offers.unchanged = offers.read - refusedCount(offers) - offers.created - counts.changed! - counts.switched_off!;
  prices.created = counts.prices_created! + added.prices;
  prices.changed = counts.prices_changed!;
  prices.switched_off = counts.prices_gone!;
  prices.unchanged = Math.max(0, prices.read - prices.created - prices.changed);
  stocks.created = counts.rests_created! + added.rests;
  stocks.changed = counts.rests_changed!;
  stocks.switched_off = counts.rests_gone!;
  stocks.unchanged = Math.max(0, stocks.read - stocks.created - stocks.changed);
  const pending = await client.query<{ count: number }>(`
    select count(*) as count from onec_offers o where off is null and not exists (
      select from onec_goods g where g.id_1c in (o.id_1c, o.good_id))`);
  offers.pending = pending.rows[0]!.count;
}

/** How many entries of a block of merged_offers m came, changed and went; 0 where it is as it was, or the first. */
function entryChanges(block: 'prices' | 'rests'): string {
  const isChanged = `m.known_${block} is not null and m.known_${block} is distinct from m.${block}`;
  return `
    select count(*) filter (where former is null) as created, count(*) filter (where former <> value) as changed,
      (select count(*) from jsonb_object_keys(case when ${isChanged} then m.known_${block} - coalesce(array_agg(key), '{}') end)) as gone
    from (select key, value, m.known_${block} -> key as former from jsonb_each(case when ${isChanged} then m.${block} end)) entry`;
}

/**
 * The temporary table `offer_news`: the staged offers that are new or say something else than what is kept. Found by short columns
 * alone: of a package that came before, nothing else is looked at.
 */
async function findOfferNews(client: Connection): Promise<void> {
  // The mark of completeness belongs to the hash: the same block means something else in a full package.
  await client.query(`
    create temp table offer_news on commit drop as
      select s.seq, o.id_1c is null as is_new, s.prices_hash, s.prices_full, s.rests_hash, s.rests_full
      from (
        select s.seq, s.id, s.deleted, s.data is not null as is_described, s.hash, pc.is_full as prices_full, rc.is_full as rests_full,
          s.prices_hash || case when pc.is_full then 'f' else 'i' end as prices_hash,
          s.rests_hash || case when rc.is_full then 'f' else 'i' end as rests_hash
        from staged_offers s
        join staged_containers pc on pc.id = coalesce(s.prices_container, s.container)
        join staged_containers rc on rc.id = coalesce(s.rests_container, s.container)
      ) s
      left join onec_offers o on o.id_1c = s.id
      where case when o.id_1c is null then s.deleted is not true
        else coalesce(s.deleted, false) and o.off is distinct from 'deleted'
          or s.deleted is not true and (
            s.is_described and (o.off is not null or s.hash is distinct from o.hash)
            or s.prices_hash <> coalesce(o.prices_hash, '') or s.rests_hash <> coalesce(o.rests_hash, ''))
        end`);
  await client.query('analyze offer_news');
}

/** Offers never seen before go in as they came, without a look at what they could replace. */
async function addNewOffers(client: Connection): Promise<{ described: number; prices: number; rests: number }> {
  const inserted = await client.query(`
    insert into onec_offers (id_1c, catalog_id_1c, hash, data, prices_hash, prices, rests_hash, rests)
    select s.id, c.catalog_id, s.hash, s.data::json, n.prices_hash, s.prices::json, n.rests_hash, s.rests::jsonb
    from offer_news n join staged_offers s on s.seq = n.seq join staged_containers c on c.id = s.container
    where n.is_new`);
  if (!inserted.rowCount) return { described: 0, prices: 0, rests: 0 };
  const { rows } = await client.query<{ described: number; prices: number; rests: number }>(`
    with added as (
      select s.id, s.seq, s.data is not null as is_described, s.prices_hash, s.prices_count, s.rests_hash, s.rests_count
      from offer_news n join staged_offers s on s.seq = n.seq where n.is_new
    ), noted as (
      insert into affected (good_id, seq, what)
      select split_part(id, '#', 1), seq, ${affects.product}
        | case when prices_hash is null then 0 else ${affects.prices} end | case when rests_hash is null then 0 else ${affects.stock} end
      from added
    )
    select count(*) filter (where is_described) as described, coalesce(sum(prices_count), 0)::int8 as prices,
      coalesce(sum(rests_count), 0)::int8 as rests
    from added`);
  return rows[0]!;
}

function refusedCount(counts: { refused: { count?: number }[]; refused_more?: number }): number {
  return counts.refused.length + (counts.refused_more ?? 0);
}
