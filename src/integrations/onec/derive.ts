import { openBrands } from './brands.ts';
import type { Connection } from './connection.ts';
import type { GoodData, PriceEntry } from './entities.ts';
import { loadGroupCategories, otherCategory } from './groups.ts';
import type { PriceTypeRow, WarehouseRow } from './mapping.ts';
import { affects } from './merge-received.ts';
import { derivePrices, deriveStock, type PriceRow, type StockRow } from './price-rows.ts';
import { type Dictionaries, deriveProduct, factorsOf, labelFromName, namedProperty, vatRates } from './product-row.ts';
import { openAttributes } from './properties.ts';
import { openTicks } from './ticks.ts';
import { type FreshPartition, openPriceWriter } from './write-prices.ts';
import { type KnownProduct, openProducts, type ProductDraft, writeProducts } from './write-products.ts';
import { openStock, stageStock } from './write-stock.ts';

export type Mapping = {
  types: Map<string, PriceTypeRow>;
  warehouses: Map<string, WarehouseRow>;
  /** Columns and stores that were fed until now: what 1C put there is withdrawn. */
  formerColumns?: string[];
  formerStores?: string[];
};

type GoodRow = { id_1c: string; good_id: string; catalog_id_1c: string; off: string | null; data: GoodData };
type OfferRow = {
  id_1c: string;
  good_id: string;
  off: string | null;
  data: GoodData | null;
  prices: Record<string, PriceEntry[]> | null;
  rests: Record<string, string> | null;
};

/** Goods per round; two rounds' rows are all that is in memory. */
const roundSize = 1_000;

/**
 * Works out products, prices and stock of the goods in the temporary table `affected` from what is kept of 1C. Rows that come out
 * as they are stay untouched. Stock is left in `staged_stock` and full columns of prices in fresh partitions, both for
 * writeStockAndPrices. Returns what happened to products.
 */
export async function deriveAffected(
  client: Connection,
  mapping: Mapping,
  progress: (text: string) => void,
): Promise<{ created: number; changed: number; switched_off: number; fresh: FreshPartition[] }> {
  await openStock(client);
  await client.query(`
    create temp table to_derive on commit drop as
      select good_id, bit_or(what) as what, row_number() over (order by min(seq), good_id)::int as place
      from affected where what > 0 group by good_id`);
  await client.query('create unique index on to_derive (place)');
  await client.query('analyze to_derive');
  const total = (await client.query<{ count: number }>('select count(*) as count from to_derive')).rows[0]!.count;
  const counts = { created: 0, changed: 0, switched_off: 0, fresh: [] as FreshPartition[] };
  if (total === 0) return counts;

  await openProducts(client);
  const context = await openContext(client, mapping);
  // Most of these tables were filled a moment ago and have no statistics yet: without this a thousand rows are looked for by reading all.
  await client.query('set local enable_seqscan = off');
  // The database writes a round while the next one is worked out here: nobody waits for its answer before the round after.
  let next = loadRound(client, context, 0);
  let writing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < total; from += roundSize) {
    const round = await next;
    next = from + roundSize < total ? loadRound(client, context, from + roundSize) : next;
    next.catch(() => {}); // thrown where it is awaited
    const written = await deriveRound(client, context, round);
    const own = Promise.all(written.writing);
    own.catch(() => {}); // thrown where it is awaited
    await writing;
    writing = own;
    counts.created += written.created;
    counts.changed += written.changed;
    counts.switched_off += written.switched_off;
    progress(`Товары: ${Math.min(from + roundSize, total)} из ${total}`);
  }
  await writing;
  await client.query('set local enable_seqscan = on');
  counts.fresh = await context.prices.write(progress);
  return counts;
}

type Context = Awaited<ReturnType<typeof openContext>>;

async function openContext(client: Connection, mapping: Mapping) {
  const units = await client.query<{ code: string; name: string }>('select code, name from onec_units');
  const vat = await client.query<{ value: unknown }>(`select value from settings where key = 'vat_rate'`);
  const stores = [...mapping.warehouses.values()].flatMap(({ store }) => store ?? []);
  return {
    mapping,
    attributes: await openAttributes(client),
    brands: await openBrands(client),
    ticks: openTicks(client),
    categories: await loadGroupCategories(client),
    other: null as { id: number; name: string } | null,
    prices: await openPriceWriter(client, mapping.types, mapping.formerColumns ?? []),
    stores: [...new Set([...stores, ...(mapping.formerStores ?? [])])],
    units: new Map(units.rows.map(({ code, name }) => [code, name])),
    // 22 % is the rate in force where the setting says nothing that may stand on a receipt.
    defaultVat: vatRates.find((rate) => rate === Number(vat.rows[0]?.value)) ?? 22,
  };
}

/** What 1C sent of the goods of one round, and what the shop has of them. */
async function loadRound(client: Connection, context: Context, from: number) {
  const { rows: wanted } = await client.query<{ good_id: string; what: number }>(
    'select good_id, what from to_derive where place > $1 and place <= $2 order by place',
    [from, from + roundSize],
  );
  const ids = wanted.map(({ good_id }) => good_id);
  const [goods, offers] = await Promise.all([
    client.query<GoodRow>('select id_1c, good_id, catalog_id_1c, off, data from onec_goods where good_id = any($1)', [
      ids,
    ]),
    client.query<OfferRow>('select id_1c, good_id, off, data, prices, rests from onec_offers where good_id = any($1)', [
      ids,
    ]),
  ]);
  const goodsOf = Map.groupBy(goods.rows, ({ good_id }) => good_id);
  const offersOf = Map.groupBy(offers.rows, ({ good_id }) => good_id);
  const variants = wanted.flatMap(({ good_id, what }) =>
    variantsOf(good_id, goodsOf.get(good_id) ?? [], offersOf.get(good_id) ?? []).map((variant) => ({
      ...variant,
      what,
    })),
  );
  const known = await loadProducts(
    client,
    variants.map(({ id_1c }) => id_1c),
  );
  const dictionaries = await openDictionaries(client, context, goods.rows, offers.rows);
  return { variants, known, dictionaries };
}

async function deriveRound(
  client: Connection,
  context: Context,
  { variants, known, dictionaries }: Awaited<ReturnType<typeof loadRound>>,
) {
  const drafts: ProductDraft[] = [];
  const sold: { id_1c: string; good: GoodRow; offer: OfferRow | null; what: number }[] = [];
  for (const { id_1c, good_id, good, offer, isVariant, isOff, modelName, position, what } of variants) {
    const product = known.get(id_1c) ?? null;
    if (isOff && !product) continue;
    const factor = factorsOf(good.data, context.units);
    const isSameFactor = product?.factor_base === factor.factor_base && product?.factor_sales === factor.factor_sales;
    sold.push({ id_1c, good, offer, what: isSameFactor ? what : what | affects.prices | affects.stock });
    if (product && (what & affects.product) === 0) continue;
    const own = (good.data.groups ?? []).flatMap((group) => context.categories.get(group) ?? []);
    if (own.length === 0) {
      context.other ??= await otherCategory(client);
      own.push(context.other);
    }
    const derived = deriveProduct({ good: good.data, offer: offer?.data ?? null, isVariant, modelName }, dictionaries);
    drafts.push({
      ...{ id_1c, good_id, catalog_id_1c: good.catalog_id_1c, known: product, derived, model_name: modelName },
      ...{ position, is_off: isOff, categories: own, brand_id: await context.brands.idOf(derived.brand), facets: [] },
    });
  }
  await context.ticks.fill(drafts);
  const written = await writeProducts(client, drafts);

  const priceRows: PriceRow[][] = [];
  const stockRows: StockRow[] = [];
  for (const { id_1c, good, offer, what } of sold) {
    const product_id = known.get(id_1c)?.id ?? written.ids.get(id_1c)!;
    const factor = factorsOf(good.data, context.units);
    // An offer that its full package no longer lists is not for sale.
    const prices = offer?.off ? {} : (offer?.prices ?? {});
    if (what & (affects.product | affects.prices)) {
      priceRows.push(derivePrices(product_id, factor, prices, context.mapping.types, context.prices.columns));
    }
    if (what & affects.stock) {
      stockRows.push(
        ...deriveStock(product_id, factor, offer?.rests ?? {}, context.mapping.warehouses, context.stores),
      );
    }
  }
  written.writing.push(
    context.prices.stage(context.prices.columns.length > 0 ? priceRows : []),
    stageStock(client, stockRows),
  );
  return written;
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
 * The products of one good: itself, or one per characteristic. A good that is sold by characteristics is itself for sale only if 1C
 * also offers it without one; otherwise what stood for it before is switched off. Offers without a good give nothing yet.
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
    `select id, id_1c, idcode, slug, name, images, factor_base, factor_sales from products where id_1c = any($1)`,
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
): Promise<Dictionaries> {
  const blocks = [...goods.map(({ data }) => data), ...offers.flatMap(({ data }) => data ?? [])];
  const pictures = new Set(blocks.flatMap((data) => data.pictures ?? []));
  const values = new Set<string>();
  for (const data of blocks) {
    for (const [id, texts] of data.properties ?? []) {
      if (attributes.get(id)?.type === 'enum') for (const text of texts) values.add(text);
    }
    for (const [name] of data.characteristics ?? []) await attributes.ensureNamed(namedProperty(name));
    if (data.country) await attributes.ensureNamed(namedProperty('Страна'));
  }
  const known = await client.query<{ property_id_1c: string; value_id: string; value: string }>(
    'select property_id_1c, value_id, value from onec_property_values where value_id = any($1)',
    [[...values]],
  );
  const texts = new Map(known.rows.map((row) => [`${row.property_id_1c} ${row.value_id}`, row.value]));
  const stored = await client.query<{ path: string; file: string }>(
    'select path, file from onec_pictures where path = any($1)',
    [[...pictures]],
  );
  const files = new Map(stored.rows.map(({ path, file }) => [path, file]));
  return {
    units,
    defaultVat,
    attribute: attributes.get,
    dictionaryValue: (propertyId, valueId) => texts.get(`${propertyId} ${valueId}`),
    picture: (path) => files.get(path),
  };
}
