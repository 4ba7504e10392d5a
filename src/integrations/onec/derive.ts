import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { takeGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { dropPins } from '#modules/catalogue/price-pins.ts';
import { ensure } from '#shared/ensure.ts';
import { vatRates } from '#shared/money.ts';
import { affects } from './affected.ts';
import { openBrands } from './brands.ts';
import { openJournal } from './changes/journal.ts';
import type { Connection } from './connection.ts';
import { deriveStated, loadRestated } from './derive-stated.ts';
import { formerOf, type OfferRow, openFormerOffers } from './former-offers.ts';
import type { GoodData } from './goods-and-offers.ts';
import { openPlaces } from './group-places.ts';
import { otherCategory } from './groups.ts';
import { fedBy, type MappingRules } from './mapping-rules.ts';
import { type FieldValues, openKeptFields } from './owned-values.ts';
import type { StatedPrices, StockRow } from './price-rows.ts';
import { openNames } from './product-names.ts';
import {
  type Dictionaries,
  deriveProduct,
  factorsOf,
  labelFromName,
  namedProperty,
  type OwnUnit,
} from './product-row.ts';
import { openAttributes } from './properties.ts';
import { type ImportSummary, refuse } from './summary.ts';
import { openTicks } from './ticks.ts';
import { openUnits } from './unit-rules.ts';
import { type FreshPartition, openPriceWriter } from './write-prices.ts';
import {
  type KnownProduct,
  loadModels,
  openProducts,
  type ProductDraft,
  takeIdentities,
  writeProducts,
} from './write-products.ts';
import { openStock, stageStock } from './write-stock.ts';

/** By what goods are worked out. */
export type Deriving = {
  rules: MappingRules;
  /** The rules until now. */
  former: MappingRules;
  /** The package that changed what is kept of 1C; null: none did. */
  package_id: number | null;
  /** By product, what the shop writes into fields that it owns. */
  fieldValues?: ReadonlyMap<number, FieldValues>;
};

type GoodRow = {
  id_1c: string;
  good_id: string;
  catalog_id_1c: string;
  off: string | null;
  data: GoodData;
  ownUnit: OwnUnit | null;
};

/** Goods per round. */
const roundSize = 250;
/** Goods worked out before the database is asked again whether it waits for the next question. */
const goodsAtOnce = 20;
/** So many are read, worked out, asked about and written at a time; more would only be in memory. */
const roundsAtOnce = 10;

/**
 * Works out products, prices and stock of the goods in the temporary table `affected` from what is kept of 1C. Rows
 * that come out as they are stay untouched. A price column or a store of a product is written only where 1C's words,
 * the rules or the sales unit make of it something else than until now, or where it is restated: what other programs,
 * staff and hand-overs left there stands otherwise (decision 561). Stock is left in `staged_stock` and full columns of
 * prices in fresh partitions, both for writeStockAndPrices. Returns what happened to products.
 */
export async function deriveAffected(
  client: Connection,
  deriving: Deriving,
  summary: Pick<ImportSummary, 'fields'>,
  progress: (text: string) => void,
): Promise<{ created: number; changed: number; switched_off: number; fresh: FreshPartition[] }> {
  await openJournal(client);
  await openStock(client);
  await client.query(`
    create temp table to_derive on commit drop as
      select good_id, bit_or(what) as what, row_number() over (order by min(seq), good_id)::int as place
      from affected where what > 0 group by good_id`);
  await client.query('create unique index on to_derive (place)');
  await client.query('analyze to_derive');
  const total = ensure(
    (await client.query<{ count: number }>('select count(*) as count from to_derive')).rows[0],
  ).count;
  const counts = { created: 0, changed: 0, switched_off: 0, fresh: [] as FreshPartition[] };
  if (total === 0) return counts;

  await openProducts(client);
  const context = await openContext(client, deriving, summary);
  // Most of these tables were filled a moment ago and have no statistics yet: without this a thousand rows are looked
  // for by reading all.
  await client.query('set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0');
  // The database is never waited for with nothing to do: what a round asks and writes stands in its queue behind the
  // rounds before.
  const open: ReturnType<typeof deriveRound>[] = [];
  let loading: Promise<unknown> = Promise.resolve();
  let handingOver: Promise<unknown> = Promise.resolve();
  let next = wantedFrom(client, 0);
  for (let from = 0; from < total || open.length > 0; from += roundSize) {
    if (from < total) {
      const wanted = next;
      next = wantedFrom(client, from + roundSize);
      const loaded = loading.then(async () => loadRound(client, context, await wanted));
      const round = deriveRound(client, context, loaded, handingOver);
      round.catch(() => {}); // thrown where it is awaited
      loading = loaded;
      handingOver = round;
      open.push(round);
      if (open.length < roundsAtOnce && from + roundSize < total) continue;
    }
    const { created, changed, switched_off, writing } = await ensure(open.shift());
    await writing;
    counts.created += created;
    counts.changed += changed;
    counts.switched_off += switched_off;
    progress(`Товары: ${Math.min(from + roundSize, total)} из ${total}`);
  }
  await client.query('set local enable_seqscan = on');
  await dropWrongPins(client, context);
  counts.fresh = await context.prices.write(progress);
  return counts;
}

/** A pinned price is one of the sales unit: of another it would be a bag at the price of a kilogram. */
async function dropWrongPins({ db }: Connection, { recounted, summary }: Context): Promise<void> {
  if (recounted.length === 0) return;
  // Nobody pins one meanwhile.
  await takeGoodsWriting(db);
  for (const { id, id_1c, name } of recounted) {
    const columns = await dropPins(db, { product_id: id });
    const reason = `закреплённая цена снята (${columns.join(', ')}): товар продают другой единицей`;
    if (columns.length > 0) refuse(summary.fields, { id: id_1c, name, reason });
  }
}

type Context = Awaited<ReturnType<typeof openContext>>;

async function openContext(
  client: Connection,
  { rules, former, package_id, fieldValues }: Deriving,
  summary: Pick<ImportSummary, 'fields'>,
) {
  const vat = await client.query<{ value: unknown }>(`select value from settings where key = 'vat_rate'`);
  const { columns, stores } = fedBy([rules, former]);
  return {
    rules,
    former,
    formerOffers: await openFormerOffers(client, package_id),
    restated: await loadRestated(client),
    isFromOnec: package_id !== null,
    summary,
    attributes: await openAttributes(client),
    brands: await openBrands(client),
    ticks: openTicks(client),
    names: openNames(client, roundsAtOnce),
    placeOf: await openPlaces(client),
    kept: await openKeptFields(client, fieldValues),
    /** Products whose sales unit becomes another. */
    recounted: [] as { id: number; id_1c: string; name: string }[],
    other: null as { id: number; name: string } | null,
    prices: await openPriceWriter(client, columns),
    stores,
    units: await openUnits(client),
    // 22 % is the rate in force where the setting says nothing that may stand on a receipt.
    defaultVat: vatRates.find((rate) => rate === Number(vat.rows[0]?.value)) ?? 22,
  };
}

type Wanted = { good_id: string; what: number };

async function wantedFrom(client: Connection, from: number): Promise<Wanted[]> {
  const { rows } = await client.query<Wanted>(
    'select good_id, what from to_derive where place > $1 and place <= $2 order by place',
    [from, from + roundSize],
  );
  return rows;
}

/**
 * What 1C sent of the goods of one round, and what the shop has of them; in three questions' time, since each stands in
 * line behind what rounds before write.
 */
async function loadRound(client: Connection, context: Context, wanted: Wanted[]) {
  const ids = wanted.map(({ good_id }) => good_id);
  const [goods, offers, models] = await Promise.all([
    client.query<GoodRow>(
      `select o.id_1c, o.good_id, o.catalog_id_1c, o.off, o.data,
         case when u.unit is not null then json_build_object('unit', u.unit, 'coefficient', u.coefficient::text) end as "ownUnit"
       from onec_goods o left join onec_good_units u on u.good_id_1c = o.good_id where o.good_id = any($1)`,
      [ids],
    ),
    client.query<OfferRow>('select id_1c, good_id, off, data, prices, rests from onec_offers where good_id = any($1)', [
      ids,
    ]),
    loadModels(client, ids),
  ]);
  const goodsOf = Map.groupBy(goods.rows, ({ good_id }) => good_id);
  const offersOf = Map.groupBy(offers.rows, ({ good_id }) => good_id);
  const variants = wanted.flatMap(({ good_id, what }) =>
    variantsOf(good_id, goodsOf.get(good_id) ?? [], offersOf.get(good_id) ?? []).map((variant) => {
      const place = context.placeOf(variant.good.data.groups ?? []);
      return { ...variant, what, categories: place.categories, isOff: variant.isOff || place.isHidden };
    }),
  );
  const [known, dictionaries] = await Promise.all([
    loadProducts(
      client,
      variants.map(({ id_1c }) => id_1c),
    ),
    openDictionaries(client, context, goods.rows, offers.rows),
  ]);
  const drawn = variants.filter(({ id_1c, isOff, what }) => {
    const product = known.get(id_1c);
    return product ? (what & affects.product) > 0 : !isOff;
  });
  const stated = affects.prices | affects.stock;
  const [identities, former, kept] = await Promise.all([
    takeIdentities(client, drawn, known, models),
    context.formerOffers(
      variants.flatMap(({ id_1c, offer, what }) => (offer && what & stated && known.has(id_1c) ? id_1c : [])),
    ),
    context.kept.load(
      variants.flatMap(({ id_1c, good }) => {
        const id = known.get(id_1c)?.id;
        return id === undefined ? [] : { id, node_id: context.rules.nodes.get(good.catalog_id_1c) ?? null };
      }),
    ),
  ]);
  return { variants, known, identities, former, dictionaries, kept };
}

/**
 * Works a round out as soon as it is loaded and writes it when the one before is handed over: each then finds the names
 * taken by the others. Done when all of it stands in the database's queue; `writing`: when it is written.
 */
async function deriveRound(
  client: Connection,
  context: Context,
  loaded: ReturnType<typeof loadRound>,
  handedOver: Promise<unknown>,
) {
  const { variants, known, identities, former, dictionaries, kept } = await loaded;
  const drafts: ProductDraft[] = [];
  const priceRows: StatedPrices[] = [];
  const stockRows: StockRow[] = [];
  for (const [at, variant] of variants.entries()) {
    if (at % goodsAtOnce === 0) await yieldToEventLoop();
    const { id_1c, good_id, good, offer, isVariant, isOff, modelName, position, categories, what } = variant;
    const product = known.get(id_1c) ?? null;
    if (isOff && !product) continue;
    const id = product?.id ?? ensure(identities.products.get(id_1c));
    const factor = factorsOf(good.data, context.units, good.ownUnit);
    const doubt = (field: string, reason: string) =>
      refuse(context.summary.fields, { id: id_1c, name: `${offer?.data?.name || good.data.name}: ${field}`, reason });
    const isSameFactor = product?.factor_base === factor.factor_base && product?.factor_sales === factor.factor_sales;
    if (product && !isSameFactor) context.recounted.push(product);
    const before = product && isSameFactor ? { product, offer: formerOf(offer, former) } : null;
    const stated = deriveStated({ ...variant, id, factor, before, doubt }, context);
    if (stated.prices) priceRows.push(stated.prices);
    stockRows.push(...stated.stock);
    if (product && (what & affects.product) === 0) continue;
    const derived = deriveProduct(
      { good: good.data, offer: offer?.data ?? null, isVariant, modelName, ownUnit: good.ownUnit },
      { ...dictionaries, doubt },
    );
    const draft: ProductDraft = {
      id,
      id_1c,
      good_id,
      catalog_id_1c: good.catalog_id_1c,
      known: product,
      derived,
      model_name: modelName,
      position,
      is_off: isOff,
      categories: [...categories],
      brand_id: null,
      facets: [],
    };
    context.kept.keep(draft, kept.get(id));
    drafts.push(draft);
  }
  context.kept.keepModels(drafts, kept);
  const names = await context.names.ask(drafts);
  await handedOver;
  for (const draft of drafts) {
    if (draft.categories.length === 0) {
      context.other ??= await otherCategory(client);
      draft.categories.push(context.other);
    }
    draft.brand_id = await context.brands.idOf(draft.derived.brand);
  }
  await context.ticks.fill(drafts);
  for (const draft of drafts) context.kept.keepFacets(draft, kept.get(draft.id));
  const { writing, ...counts } = await writeProducts(
    client,
    drafts,
    identities.models,
    await context.names.choose(drafts, names),
  );
  writing.push(context.prices.stage(context.prices.columns.length > 0 ? priceRows : []), stageStock(client, stockRows));
  const written = Promise.all(writing);
  written.catch(() => {}); // thrown where it is awaited
  return { ...counts, writing: written };
}

type Variant = {
  id_1c: string;
  good_id: string;
  good: GoodRow;
  offer: OfferRow | null;
  isVariant: boolean;
  isOff: boolean;
  modelName: string;
  position: number;
};

const byLabel = new Intl.Collator('ru', { numeric: true });

/**
 * The products of one good: itself, or one per characteristic. A good that is sold by characteristics is itself for
 * sale only if 1C also offers it without one; otherwise what stood for it before is switched off. Offers without a good
 * give nothing yet.
 */
export function variantsOf(good_id: string, goods: GoodRow[], offers: OfferRow[]): Variant[] {
  const base = goods.find(({ id_1c }) => id_1c === good_id);
  const offerOf = new Map(offers.map((offer) => [offer.id_1c, offer]));
  const goodOf = new Map(goods.map((good) => [good.id_1c, good]));
  const ids = new Set([...goods, ...offers].map(({ id_1c }) => id_1c));
  const labelOf = (id: string) => {
    const data = offerOf.get(id)?.data ?? goodOf.get(id)?.data;
    const values = (data?.characteristics ?? []).map(([, value]) => value);
    return values.join(', ') || labelFromName(base?.data.name ?? '', data?.name ?? '');
  };
  const variantIds = [...ids]
    .filter((id) => id.includes('#'))
    .map((id) => ({ id, label: labelOf(id) }))
    .sort((a, b) => byLabel.compare(a.label, b.label) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  const variants = variantIds.flatMap((id, position): Variant[] => {
    const good = goodOf.get(id) ?? base;
    if (!good) return [];
    const offer = offerOf.get(id) ?? null;
    const isOff = good.off !== null || base?.off === 'deleted' || base?.off === 'absent' || !!offer?.off;
    const modelName = base?.data.name ?? good.data.name;
    return [{ id_1c: id, good_id, good, offer, isVariant: true, isOff, modelName, position }];
  });
  if (!base) return variants;
  const own = offerOf.get(good_id) ?? null;
  const isSoldByVariants = variants.some(({ isOff }) => !isOff) && !(own && (own.data || own.prices) && !own.off);
  const isOff = base.off !== null || own?.off === 'deleted' || isSoldByVariants;
  const itself = {
    id_1c: good_id,
    good_id,
    good: base,
    offer: own,
    isVariant: false,
    isOff,
    modelName: base.data.name,
  };
  return [{ ...itself, position: 0 }, ...variants.map((variant) => ({ ...variant, position: variant.position + 1 }))];
}

async function loadProducts(client: Connection, ids: string[]): Promise<Map<string, KnownProduct>> {
  const { rows } = await client.query<KnownProduct>(
    `select id, id_1c, catalog_id_1c, idcode, slug, name, images, factor_base, factor_sales
     from products where id_1c = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id_1c, row]));
}

/** Everything the batch's goods name, read at once. */
async function openDictionaries(
  client: Connection,
  { attributes, units, defaultVat }: Context,
  goods: GoodRow[],
  offers: OfferRow[],
): Promise<Omit<Dictionaries, 'doubt'>> {
  const blocks = [...goods.map(({ data }) => data), ...offers.flatMap(({ data }) => data ?? [])];
  const pictures = new Set(blocks.flatMap((data) => data.pictures ?? []));
  const values = new Set<string>();
  for (const data of blocks) {
    for (const [id, texts] of data.properties ?? []) {
      if (attributes.get(id)?.sent_type === 'enum') for (const text of texts) values.add(text);
    }
    for (const [name] of data.characteristics ?? []) await attributes.ensureNamed(namedProperty(name));
    if (data.country) await attributes.ensureNamed(namedProperty('Страна'));
  }
  const [known, stored] = await Promise.all([
    client.query<{ property_id_1c: string; value_id: string; value: string }>(
      'select property_id_1c, value_id, value from onec_property_values where value_id = any($1)',
      [[...values]],
    ),
    client.query<{ path: string; file: string }>('select path, file from onec_pictures where path = any($1)', [
      [...pictures],
    ]),
  ]);
  const texts = new Map(known.rows.map((row) => [`${row.property_id_1c} ${row.value_id}`, row.value]));
  const files = new Map(stored.rows.map(({ path, file }) => [path, file]));
  return {
    units,
    defaultVat,
    attribute: attributes.get,
    dictionaryValue: (propertyId, valueId) => texts.get(`${propertyId} ${valueId}`),
    picture: (path) => files.get(path),
  };
}
