import { ensure } from '#shared/ensure.ts';
import { affects, createAffected } from './affected.ts';
import { noteCreated } from './changes/journal.ts';
import type { Reserve } from './changes/set-aside-kept.ts';
import type { Connection } from './connection.ts';
import { type Exchange, noteListed } from './listed.ts';
import { type ImportSummary, refuse } from './summary.ts';
import { switchOffAbsentGoods, switchOffAbsentOffers } from './switch-off-absent.ts';

/** The package that is being taken, the exchange that it is a part of, and what of it the owner keeps out. */
export type Taken = { package_id: number; exchange: Exchange | null; reserve: Reserve };

/**
 * Merges the staged goods and offers into what is kept of 1C and notes in the temporary table `affected` which goods
 * changed and in what. Incremental packages touch only what they list; full ones switch off the goods, and the
 * described offers, of their own catalogue that they do not list, and keep what they do not name of a good. A deletion
 * mark is remembered also of what is not known yet: prices or rests that come later must not put it on sale. What stood
 * there before is kept with the package, so that it can be rolled back.
 */
export async function mergeReceived(
  client: Connection,
  summary: ImportSummary,
  { package_id, exchange, reserve }: Taken,
): Promise<void> {
  await createAffected(client);
  if (exchange) await noteListed(client, exchange);
  await joinGoods(client, summary);
  await mergeGoods(client, summary, { package_id, exchange, reserve });
  await joinOffers(client, summary);
  await mergeOffers(client, summary, { package_id, exchange, reserve });
}

/**
 * One row per good. What incremental files say of it is laid over what stood before them; of several full descriptions
 * the last stands, and that others went is reported.
 */
async function joinGoods(client: Connection, summary: ImportSummary): Promise<void> {
  await client.query(`
    create temp table repeated_goods on commit drop as
      select s.id, max(s.seq) as last, max(s.seq) filter (where c.is_full and not s.deleted) as base
      from staged_goods s join staged_containers c on c.id = s.container
      where not s.refused and s.id in (select id from staged_goods where not refused group by id having count(*) > 1)
      group by s.id`);
  const { rows } = await client.query<{ id: string; name: string | null; repeats: number }>(`
    select r.id, (select data::json ->> 'name' from staged_goods l where l.seq = r.last) as name, count(*) as repeats
    from repeated_goods r join staged_goods s on s.id = r.id and not s.refused and s.seq < r.base
    where s.hash <> (select hash from staged_goods b where b.seq = r.base)
    group by r.id, r.last limit 1000`);
  for (const { id, name, repeats } of rows) {
    const reason = `товар описан в пакете несколько раз по-разному (лишних описаний: ${repeats}), взято последнее`;
    refuse(summary.fields, { ...(id && { id }), ...(name && { name }), reason });
  }
  // Under a deletion mark that comes last nothing else counts; else the last full description and what follows it.
  await client.query(`
    delete from staged_goods s using repeated_goods r, staged_goods l
    where s.id = r.id and l.seq = r.last
      and (s.refused or s.seq < case when l.deleted then r.last else r.base end or s.deleted and not l.deleted)`);
  await client.query(`
    create temp table joined_goods on commit drop as
      select min(s.seq) as seq, s.id, md5(string_agg(s.hash, ' ' order by s.seq)) as hash,
        merged_onec_descriptions(array_agg(s.data::jsonb order by s.seq))::text as data
      from staged_goods s join repeated_goods r using (id) where not s.deleted
      group by s.id having count(*) > 1`);
  await client.query(`
    delete from staged_goods s using joined_goods j where s.id = j.id and s.seq <> j.seq`);
  await client.query(`
    update staged_goods s set hash = j.hash, data = j.data from joined_goods j where s.seq = j.seq`);
}

async function mergeGoods(
  client: Connection,
  summary: ImportSummary,
  { package_id, exchange, reserve }: Taken,
): Promise<void> {
  const { goods } = summary;
  // By short columns alone: of a package that came before, nothing else is looked at.
  await client.query(`
    create temp table good_news on commit drop as
      select s.seq, s.id, c.catalog_id, s.deleted, s.hash || case when c.is_full then '' else '${incremental}' end as hash,
        s.deleted and o.off is null as is_switched_off, o.catalog_id_1c <> c.catalog_id as is_moved,
        case when s.deleted then null when c.is_full then s.data::json
          else merged_onec_description(o.data::jsonb, s.data::jsonb)::json end as data,
        false as is_same
      from staged_goods s
      join staged_containers c on c.id = s.container
      join onec_goods o on o.id_1c = s.id
      where not s.refused and case
        when s.deleted then o.off is distinct from 'deleted'
        else o.off is not null or ${isNewHash('s', 'o', 'c')} or o.catalog_id_1c <> c.catalog_id
      end`);
  await client.query('analyze good_news (id, seq)');
  // Said in other words: a full description after incremental ones, or the other way round.
  await client.query(`
    update good_news n set is_same = true from onec_goods o
    where o.id_1c = n.id and o.off is null and not n.deleted and o.catalog_id_1c = n.catalog_id
      and o.data::jsonb = n.data::jsonb`);
  await client.query(
    `with updated as (
       update onec_goods o set
         off = case when n.deleted then 'deleted' end,
         catalog_id_1c = case when n.deleted then o.catalog_id_1c else n.catalog_id end,
         hash = case when n.deleted then o.hash else n.hash end,
         data = case when n.deleted then o.data else n.data end
       from good_news n where n.id = o.id_1c
       returning old.id_1c, old.catalog_id_1c, old.off, old.hash, case when not n.deleted then old.data end
     )
     insert into onec_goods_before (package_id, id_1c, catalog_id_1c, off, hash, data) select $1, * from updated`,
    [package_id],
  );
  await client.query('delete from good_news where is_same');
  // Under another catalogue the rules of another node may hold.
  await client.query(`
    insert into affected (good_id, seq, what)
    select split_part(id, '#', 1), seq,
      ${affects.product} | case when is_moved then ${affects.prices} | ${affects.stock} else 0 end
    from good_news`);
  const merged = await client.query<{ switched_off: number; changed: number }>(`
    select count(*) filter (where is_switched_off) as switched_off, count(*) filter (where not is_switched_off) as changed
    from good_news`);
  const inserted = await addNewGoods(client, package_id);
  const { switched_off, changed } = ensure(merged.rows[0]);
  const absent = await switchOffAbsentGoods(client, { package_id, exchange, reserve });
  goods.created = inserted;
  goods.changed = changed;
  goods.switched_off = switched_off + absent;
  goods.unchanged = goods.read - refusedCount(goods) - inserted - changed - switched_off;
}

/** Goods never seen before go in as they came, deleted ones too; returns how many there are of the others. */
async function addNewGoods(client: Connection, package_id: number): Promise<number> {
  const isNew = 'not s.refused and not exists (select from onec_goods o where o.id_1c = s.id)';
  const { rows } = await client.query<{ all: number; living: number }>(`
    with noted as (
      insert into affected (good_id, seq, what)
      select split_part(s.id, '#', 1), s.seq, ${affects.product} from staged_goods s where ${isNew}
    )
    select count(*) as all, count(*) filter (where not s.deleted) as living from staged_goods s where ${isNew}`);
  const { all, living } = ensure(rows[0]);
  if (!all) return 0;
  await noteCreated(client, package_id, 'good', `select s.id from staged_goods s where ${isNew}`);
  await client.query(`
    insert into onec_goods (id_1c, catalog_id_1c, off, hash, data)
    select s.id, c.catalog_id, case when s.deleted then 'deleted' end, s.hash, s.data::json
    from staged_goods s join staged_containers c on c.id = s.container where ${isNew}`);
  return living;
}

/** Behind the hash of what was laid over something: the same words mean something else in a full package. */
const incremental = 'i';

/** Whether the description staged as `s` in container `c` may say anything that the known row `o` does not. */
function isNewHash(s: string, o: string, c: string): string {
  return `(${s}.hash is distinct from ${o}.hash and (${c}.is_full or ${s}.hash || '${incremental}' is distinct from ${o}.hash))`;
}

/** One row per offer, also when its description, prices and rests came in different elements or files. */
async function joinOffers(client: Connection, summary: ImportSummary): Promise<void> {
  const { rows } = await client.query<{ has_repeats: boolean }>(
    'select count(*) <> count(distinct id) as has_repeats from staged_offers',
  );
  if (!ensure(rows[0]).has_repeats) return;
  await client.query(`
    create temp table repeated_offers on commit drop as
      select s.id, max(s.seq) filter (where s.data is not null and c.is_full) as base
      from staged_offers s join staged_containers c on c.id = s.container
      where s.id in (select id from staged_offers group by id having count(*) > 1)
      group by s.id`);
  await reportRepeatedOffers(client, summary);
  await client.query(`
    create temp table joined_offers on commit drop as
      select min(s.seq) as seq, s.id, max(s.container) as container,
        (array_agg(s.container order by s.seq) filter (where ${isDescribing}))[1] as data_container,
        max(s.container) filter (where s.prices is not null) as prices_container,
        max(s.container) filter (where s.rests is not null) as rests_container,
        (array_agg(s.deleted order by s.seq desc) filter (where s.deleted is not null))[1] as deleted,
        count(*) filter (where ${isDescribing}) as descriptions,
        string_agg(s.hash, ' ' order by s.seq) filter (where ${isDescribing}) as hash,
        array_agg(s.data order by s.seq) filter (where ${isDescribing}) as data,
        string_agg(s.prices_hash, ' ' order by s.seq) as prices_hash, sum(s.prices_count)::int as prices_count,
        array_agg(s.prices order by s.seq) filter (where s.prices is not null) as prices,
        string_agg(s.rests_hash, ' ' order by s.seq) as rests_hash, sum(s.rests_count)::int as rests_count,
        array_agg(s.rests order by s.seq) filter (where s.rests is not null) as rests
      from staged_offers s join repeated_offers r using (id)
      group by s.id`);
  await client.query('delete from staged_offers s using repeated_offers r where s.id = r.id');
  await client.query(`
    insert into staged_offers
      (seq, id, container, data_container, prices_container, rests_container, deleted, hash, data, prices_hash, prices_count, prices, rests_hash, rests_count, rests)
    select seq, id, container, data_container, prices_container, rests_container, deleted,
      case when descriptions > 1 then md5(hash) else hash end,
      case when descriptions > 1
        then merged_onec_descriptions(data::jsonb[])::text else data[1] end,
      prices_hash, prices_count,
      case cardinality(prices) when 1 then prices[1]
        else (select jsonb_object_agg(key, value order by place) from unnest(prices) with ordinality p (block, place), jsonb_each(block::jsonb))::text end,
      rests_hash, rests_count,
      case cardinality(rests) when 1 then rests[1]
        else (select jsonb_object_agg(key, value order by place) from unnest(rests) with ordinality r (block, place), jsonb_each(block::jsonb))::text end
    from joined_offers`);
}

/** What stands before the last full description is overruled by it. */
const isDescribing = 's.data is not null and (r.base is null or s.seq >= r.base)';

async function reportRepeatedOffers(client: Connection, summary: ImportSummary): Promise<void> {
  const { rows } = await client.query<{ id: string; repeats: number }>(`
    select r.id, count(*) as repeats from repeated_offers r join staged_offers s on s.id = r.id and s.seq < r.base
    where s.hash <> (select hash from staged_offers b where b.seq = r.base)
    group by r.id limit 1000`);
  for (const { id, repeats } of rows) {
    const reason = `предложение описано в пакете несколько раз по-разному (лишних описаний: ${repeats}), взято последнее`;
    refuse(summary.fields, { id, reason });
  }
}

async function mergeOffers(
  client: Connection,
  summary: ImportSummary,
  { package_id, exchange, reserve }: Taken,
): Promise<void> {
  const { offers, prices, stocks } = summary;
  await findOfferNews(client);
  const added = await addNewOffers(client, package_id);
  await client.query(`
    create temp table received_offers on commit drop as
      select s.seq, s.id, c.catalog_id, s.deleted, n.hash,
        case when s.data is null or n.hash is not distinct from o.hash then null
          when n.data_full or o.data is null then s.data::jsonb
          else merged_onec_description(o.data::jsonb, s.data::jsonb) end as data,
        s.data is not null as is_named, case when n.hash is distinct from o.hash then o.data::jsonb end as known_data,
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
        case when deleted then 'deleted' when is_named then null else off end as off, off as known_off,
        case when deleted or not is_named then known_hash else hash end as hash,
        case when not coalesce(deleted, false) and data is distinct from known_data then data end as data,
        is_named,
        case when deleted then known_prices_hash else coalesce(prices_hash, known_prices_hash) end as prices_hash,
        case when deleted or prices is null or prices_hash = known_prices_hash then known_prices
          when prices_full or known_prices is null then prices else known_prices || prices end as prices,
        known_prices,
        case when deleted then known_rests_hash else coalesce(rests_hash, known_rests_hash) end as rests_hash,
        case when deleted or rests is null or rests_hash = known_rests_hash then known_rests
          when rests_full or known_rests is null or rests ? '' then rests else (known_rests - '') || rests end as rests,
        known_rests
      from received_offers`);
  await client.query(
    `with updated as (
       update onec_offers o set off = m.off, hash = m.hash, data = coalesce(m.data::json, o.data),
         catalog_id_1c = case when m.is_named then m.catalog_id else o.catalog_id_1c end,
         prices_hash = m.prices_hash, prices = m.prices::json, rests_hash = m.rests_hash, rests = m.rests
       from merged_offers m where m.id = o.id_1c
       returning old.id_1c, old.catalog_id_1c, old.off, old.hash, m.data is not null, case when m.data is not null then old.data end,
         old.prices_hash is distinct from new.prices_hash, old.prices_hash,
         case when old.prices_hash is distinct from new.prices_hash then old.prices end,
         old.rests_hash is distinct from new.rests_hash, old.rests_hash,
         case when old.rests_hash is distinct from new.rests_hash then old.rests end
     )
     insert into onec_offers_before (package_id, id_1c, catalog_id_1c, off, hash, has_data, data, has_prices, prices_hash, prices,
       has_rests, rests_hash, rests) select $1, * from updated`,
    [package_id],
  );
  await client.query(`
    insert into affected (good_id, seq, what)
    select split_part(id, '#', 1), seq,
      case when data is not null or off is distinct from known_off then ${affects.product} else 0 end
      | case when prices is distinct from known_prices or off is distinct from known_off then ${affects.prices} else 0 end
      | case when rests is distinct from known_rests then ${affects.stock} else 0 end
    from merged_offers`);
  const counted = await client.query<OfferCounts>(`
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
  const absent = await switchOffAbsentOffers(client, summary, { package_id, exchange, reserve });
  const counts = ensure(counted.rows[0]);
  offers.created = counts.created + added.described;
  offers.changed = counts.changed;
  offers.switched_off = counts.switched_off + absent.offers;
  offers.unchanged = offers.read - refusedCount(offers) - offers.created - counts.changed - counts.switched_off;
  prices.created = counts.prices_created + added.prices;
  prices.changed = counts.prices_changed;
  prices.switched_off = counts.prices_gone + absent.prices;
  prices.unchanged = Math.max(0, prices.read - prices.created - prices.changed);
  stocks.created = counts.rests_created + added.rests;
  stocks.changed = counts.rests_changed;
  stocks.switched_off = counts.rests_gone;
  stocks.unchanged = Math.max(0, stocks.read - stocks.created - stocks.changed);
  const pending = await client.query<{ count: number }>(`
    select count(*) as count from onec_offers o where off is null and not exists (
      select from onec_goods g where g.id_1c in (o.id_1c, o.good_id))`);
  offers.pending = ensure(pending.rows[0]).count;
}

/** What the merged offers came to: how many of the offers, their prices and their rests. */
type OfferCounts = Record<
  'created' | 'switched_off' | 'changed' | `${'prices' | 'rests'}_${'created' | 'changed' | 'gone'}`,
  number
>;

/** How many entries of a block of merged_offers m came, changed and went; 0 where it is as it was, or the first. */
function entryChanges(block: 'prices' | 'rests'): string {
  const isChanged = `m.known_${block} is not null and m.known_${block} is distinct from m.${block}`;
  return `
    select count(*) filter (where former is null) as created, count(*) filter (where former <> value) as changed,
      (select count(*) from jsonb_object_keys(case when ${isChanged} then m.known_${block} - coalesce(array_agg(key), '{}') end)) as gone
    from (select key, value, m.known_${block} -> key as former from jsonb_each(case when ${isChanged} then m.${block} end)) entry`;
}

/**
 * The temporary table `offer_news`: the staged offers that are new or say something else than what is kept. Found by
 * short columns alone: of a package that came before, nothing else is looked at.
 */
async function findOfferNews(client: Connection): Promise<void> {
  // The mark of completeness belongs to the hash: the same block means something else in a full package.
  await client.query(`
    create temp table offer_news on commit drop as
      select s.seq, o.id_1c is null as is_new, s.prices_hash, s.prices_full, s.rests_hash, s.rests_full, s.is_full as data_full,
        case when o.id_1c is null or s.is_full or s.hash is not distinct from o.hash then s.hash else s.hash || '${incremental}' end as hash
      from (
        select s.seq, s.id, s.deleted, s.data is not null as is_described, s.hash, pc.is_full and pc.kind <> 'catalog' as prices_full,
          rc.is_full as rests_full, dc.is_full,
          -- Prices that stand at goods never say that there are no others.
          s.prices_hash || case when pc.is_full and pc.kind <> 'catalog' then 'f' else 'i' end as prices_hash,
          s.rests_hash || case when rc.is_full then 'f' else 'i' end as rests_hash
        from staged_offers s
        join staged_containers dc on dc.id = coalesce(s.data_container, s.container)
        join staged_containers pc on pc.id = coalesce(s.prices_container, s.container)
        join staged_containers rc on rc.id = coalesce(s.rests_container, s.container)
      ) s
      left join onec_offers o on o.id_1c = s.id
      where case when o.id_1c is null then true
        else coalesce(s.deleted, false) and o.off is distinct from 'deleted'
          or s.deleted is not true and (
            s.is_described and (o.off is not null or ${isNewHash('s', 'o', 's')})
            or s.prices_hash <> coalesce(o.prices_hash, '') or s.rests_hash <> coalesce(o.rests_hash, ''))
        end`);
  await client.query('analyze offer_news');
}

/**
 * Offers never seen before go in as they came, without a look at what they could replace; the deleted ones are not
 * counted.
 */
async function addNewOffers(
  client: Connection,
  package_id: number,
): Promise<{ described: number; prices: number; rests: number }> {
  const isNew = 'from offer_news n join staged_offers s on s.seq = n.seq where n.is_new';
  await noteCreated(client, package_id, 'offer', `select s.id ${isNew}`);
  const inserted = await client.query(`
    insert into onec_offers (id_1c, catalog_id_1c, off, hash, data, prices_hash, prices, rests_hash, rests)
    select s.id, c.catalog_id, case when s.deleted then 'deleted' end,
      s.hash, s.data::json, n.prices_hash, s.prices::json, n.rests_hash, s.rests::jsonb
    from offer_news n join staged_offers s on s.seq = n.seq join staged_containers c on c.id = s.container
    where n.is_new`);
  if (!inserted.rowCount) return { described: 0, prices: 0, rests: 0 };
  const { rows } = await client.query<{ described: number; prices: number; rests: number }>(`
    with added as (
      select s.id, s.seq, coalesce(s.deleted, false) as deleted, s.data is not null as is_described,
        s.prices_hash, s.prices_count, s.rests_hash, s.rests_count
      ${isNew}
    ), noted as (
      insert into affected (good_id, seq, what)
      select split_part(id, '#', 1), seq, ${affects.product}
        | case when prices_hash is null then 0 else ${affects.prices} end | case when rests_hash is null then 0 else ${affects.stock} end
      from added
    )
    select count(*) filter (where is_described) as described, coalesce(sum(prices_count), 0)::int8 as prices,
      coalesce(sum(rests_count), 0)::int8 as rests
    from added where not deleted`);
  return ensure(rows[0]);
}

function refusedCount(counts: { refused: { count?: number }[]; refused_more?: number }): number {
  return counts.refused.length + (counts.refused_more ?? 0);
}
