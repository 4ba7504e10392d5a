import { calculatorInputs } from '#modules/catalogue/calculator-inputs.ts';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { type Category, calculatorOf, loadTree, pathOf, type Tree } from '#modules/catalogue/categories.ts';
import { cleanDescription } from '#modules/catalogue/clean-description.ts';
import { type HomeDelivery, homeDelivery } from '#modules/catalogue/home-delivery.ts';
import { cheaperTiers, type Tier } from '#modules/catalogue/offers.ts';
import {
  branchPoints,
  handingOver,
  type PointAvailability,
  pointsWith,
  type QuantityWords,
  quantityText,
  quantityWords,
  type StoreLeft,
  stockTime,
} from '#modules/catalogue/points.ts';
import { orderedText } from '#modules/catalogue/popularity.ts';
import { hitProducts, productCards } from '#modules/catalogue/product-card.ts';
import type { ProductMedium } from '#modules/catalogue/product-media.ts';
import {
  movedProduct,
  type ProductDetailsRow,
  type ProductDocument,
  type ProductLink,
  type ProductPageRow,
  readBestOfCategory,
  readProductDetails,
  readProductPage,
  type VariantName,
} from '#modules/catalogue/product-rows.ts';
import { type SpecificationGroup, specificationGroups } from '#modules/catalogue/specifications.ts';
import { mostNeighbours } from '#modules/catalogue/substitutes.ts';
import { type Department, momentOf, type PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { byLabel } from '#shared/by-label.ts';
import type { CalculatorInputs } from '#shared/calculators.ts';
import { ensure } from '#shared/ensure.ts';
import { isSlug } from '#shared/listing-query.ts';
import { type ProductState, productState } from '#shared/product-state.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import { cardFacts, readLinkedFacts } from './card-facts.ts';
import { asCard, offersOfRows, rowCards } from './cards.ts';
import { catalogueIndexIfRead, followedIndex } from './catalogue-index.ts';
import { leftAt } from './columns/stock.ts';
import { bestOfCategory } from './evaluate/best-of-category.ts';
import { onSaleIn } from './evaluate/on-sale.ts';
import { type FullerPoint, fullerPointOf } from './fuller-point.ts';
import { primaryCategoryAt } from './segment.ts';
import { type CatalogueIndex, idAt, pricedFor, rowsOf, segmentAt, variantRows } from './segments.ts';
import { type SubstituteCard, substituteCards } from './substitute-cards.ts';

export type ProductVariant = {
  id: number;
  slug: string;
  label: string;
  /** What is charged for it, per sales unit. */
  price: number | null;
  shown_unit: ShownUnit;
  image: string | null;
  is_on_sale_now: boolean;
  state: ProductState;
  is_current: boolean;
};

export type ProductPage = ProductCard & {
  barcode: string | null;
  description: string;
  /** The same with its markup, sanitised when it was imported; null: there is only plain text. */
  description_html: string | null;
  highlights: string[];
  /** What a picture shows, by its path; those without words are named by the product. */
  image_alts: Record<string, string>;
  /** Videos and 360° views, beside the pictures. */
  media: ProductMedium[];
  vat_rate: number;
  package_count: number | null;
  pallet_count: number | null;
  breadcrumbs: { code: string; name: string }[];
  specifications: SpecificationGroup[];
  /** Up to five for «Коротко». */
  key_specifications: { name: string; text: string }[];
  documents: ProductDocument[];
  /** «Фасовка», «Цвет»; null when there is one variant only. */
  variant_name: string | null;
  variants: ProductVariant[];
  tiers: Tier[];
  /** The lowest price of the last 30 days in the branch's column, kopecks. */
  lowest_price_30_days: number | null;
  points: PointAvailability[];
  /** Where there is more than the branch's store has; null: nowhere. */
  fuller_point: FullerPoint | null;
  /** «Заказали 24 раза за год»; null: too few to speak of. */
  ordered_text: string | null;
  /** «26.11.2026 12:05» in the branch's zone: how fresh the stock is. */
  stock_updated_text: string | null;
  calculator: CalculatorInputs | null;
  /** What can be bought now stands first. */
  analogues: ProductCard[];
  /** Of a product that cannot be bought now: what can be bought instead. */
  substitutes: SubstituteCard[];
  for_job: ProductCard[];
  /** What replaced a discontinued product. */
  successor: ProductCard | null;
  /** Short listings of its category. */
  shorts: { category_code: string; code: string; name: string }[];
};

/** What the calls of programs tell of a product: less than its page shows. */
export type ProductDetails = ProductCard &
  Pick<
    ProductPage,
    | 'barcode'
    | 'description'
    | 'vat_rate'
    | 'package_count'
    | 'pallet_count'
    | 'breadcrumbs'
    | 'documents'
    | 'variants'
    | 'tiers'
    | 'lowest_price_30_days'
    | 'analogues'
    | 'for_job'
  > & { points: Omit<PointAvailability, 'shelf'>[] };

/** What the other cards of a page follow from. */
type Place = Pick<ProductPageRow, 'id' | 'model_id' | 'category_id' | 'switched_off' | 'successor_id'> & {
  variants: number[];
};

type ProductKey = { slug: string } | { id: number };
type Reading = {
  db: Db;
  priceContext: PriceContext;
  tree: Tree;
  points: Department[];
  delivery: HomeDelivery | null;
  now: Date;
  /** Whole at the points on a firm's page alone, which no cache keeps, so they are never out of date. */
  amountOf: QuantityWords;
};

/**
 * The product by slug or id. `want` 'page': all that its page shows; a former slug gives where it moved (301), nothing
 * known is null. A discontinued product still has its page: without price and stock, with what replaced it and what is
 * like it. 'details': what programs are told; null is unknown or switched off. Cards and analogues are as fresh as
 * lists.
 */
export function getProduct(
  db: Db,
  priceContext: PriceContext,
  by: ProductKey,
  want: 'page',
  now?: Date,
): Promise<ProductPage | { moved_to: string } | null>;
export function getProduct(
  db: Db,
  priceContext: PriceContext,
  by: { id: number },
  want: 'details',
  now?: Date,
): Promise<ProductDetails | null>;
export async function getProduct(
  db: Db,
  priceContext: PriceContext,
  by: ProductKey,
  want: 'page' | 'details',
  now: Date = momentOf(priceContext),
): Promise<ProductPage | ProductDetails | { moved_to: string } | null> {
  if ('slug' in by && !isSlug(by.slug)) return null;
  const [tree, points, delivery] = await Promise.all([
    loadTree(db),
    branchPoints(db, priceContext),
    homeDelivery(db, priceContext),
  ]);
  const onPage = priceContext.buyer_price_column === null ? quantityWords : shownAmount;
  const amountOf = want === 'page' ? onPage : quantityText;
  const reading = { db, priceContext, tree, points, delivery, now, amountOf };
  if (want === 'page') return readPage(reading, by);
  const details = 'id' in by ? await readDetails(reading, by.id) : null;
  if (details) return details;
  const page = await readPage(reading, by);
  return page && !('moved_to' in page) && !page.switched_off ? page : null;
}

async function readPage(reading: Reading, by: ProductKey): Promise<ProductPage | { moved_to: string } | null> {
  const { db, priceContext, tree, points, now, amountOf } = reading;
  const stores = points.map((point) => point.store);
  const row = await readProductPage(db, priceContext, by, stores);
  if (!row) {
    const moved_to = 'slug' in by ? await movedProduct(db, by.slug) : null;
    return moved_to === null ? null : { moved_to };
  }
  const { switched_off, category_id, successor_id } = row;
  const variants = row.variants ?? [];
  const stock = row.stock ?? [];
  const place = { ...row, variants: variants.map(({ id }) => id) };
  const shown = await shownWith(reading, place, row.links ?? []);
  const category = category_id === null ? undefined : tree.byId.get(category_id);
  const details = detailsOf(row, shown, tree, category, variants);
  if (!details) return null; // deleted meanwhile
  const substitutes = details.is_on_sale_now
    ? []
    : await substituteCards(
        db,
        tree,
        { card: details, specs: row.specs },
        {
          variant: shownOf(
            shown.cards,
            place.variants.filter((id) => id !== details.id),
          ),
          named: shownOf(
            shown.cards,
            linkedTo(row.links ?? [], 'analogue').filter((id) => id !== successor_id),
          ),
          // Named above them already, as what replaces it.
          neighbour: shownOf(
            shown.cards,
            shown.neighbourIds.filter((id) => id !== successor_id),
          ),
        },
      );
  const specifications = specificationGroups(tree.attributes, row.specs);
  const rows = specifications.flatMap((group) => group.rows);
  const here = switched_off ? [] : pointsWith(points, stock, details, now, amountOf);
  return {
    ...details,
    // Its points are read with it, later than its card: what is said of it and where it is sold agree.
    ...((details.available ?? 0) >= details.min_count ? {} : { pickup_points_later: countShelves(here, details) }),
    substitutes,
    description_html: row.description_html && cleanDescription(row.description_html),
    highlights: row.highlights,
    image_alts: row.image_alts,
    media: row.media ?? [],
    specifications,
    key_specifications: rows.slice(0, 5).map(({ name, text }) => ({ name, text })),
    variant_name: variants.length > 1 ? (row.variant_name ?? 'Вариант') : null,
    points: here,
    fuller_point: fullerPointOf(here, details),
    ordered_text: orderedText(row.orders_in_year),
    stock_updated_text: stockTime(points[0], stock),
    calculator: calculatorInputs(category ? calculatorOf(tree, category) : null, details, tree.attributes, row.specs),
    successor: successor_id === null ? null : (shownOf(shown.cards, [successor_id])[0] ?? null),
    shorts: (row.shorts ?? []).map((short) => ({ category_code: category?.code ?? '', ...short })),
  };
}

function countShelves(points: PointAvailability[], { min_count }: ProductCard): number {
  return points.filter(({ available }) => (available ?? 0) >= min_count).length;
}

/**
 * What programs are told, with as little of PostgreSQL as can be: it is asked only for what the catalogue in memory
 * does not know. Each table more is a page or two that nobody has read yet, and in a large shop these take longer than
 * all the rest. null: not to be had so.
 */
async function readDetails(reading: Reading, id: number): Promise<ProductDetails | null> {
  const { db, priceContext, tree, points, now } = reading;
  const index = followedIndex(db);
  if (!index || rowsOf(index, [id]).length === 0) return null;
  const [row] = await Promise.all([readProductDetails(db, priceContext, id), readLinkedFacts(db, index, tree, id)]);
  const place = placeOf(index, id, points);
  const facts = await cardFacts(db, index, tree, place?.variants ?? []);
  const own = facts.get(id)?.facts;
  if (!row || !place || !own) return null;
  const shown = await shownWith(reading, place, row.links ?? []);
  const category = place.category_id === null ? undefined : tree.byId.get(place.category_id);
  const variants = place.variants.map((id) => ({ id, label: facts.get(id)?.variant_label ?? null }));
  const details = detailsOf(row, shown, tree, category, variants);
  return details && { ...details, points: pointsWith(points, place.stock, own, now) };
}

/** Where a product stands in the catalogue in memory. Null: switched off, or newer. */
function placeOf(index: CatalogueIndex, id: number, points: Department[]): (Place & { stock: StoreLeft[] }) | null {
  const [at] = rowsOf(index, [id]);
  if (!at) return null;
  const live = ensure(index.segments[at.segmentNumber]);
  const { segment } = live;
  return {
    id,
    model_id: ensure(segment.model[at.row]),
    category_id: primaryCategoryAt(segment, at.row),
    switched_off: false,
    successor_id: null,
    variants: variantRows(live, at.row).map((row) => idAt(index, at.segmentNumber, row)),
    stock: points.flatMap(({ store }) => {
      const stock = segment.stock.get(store);
      const available = stock ? leftAt(stock, at.row) : -1;
      return available === -1 ? [] : [{ store, available, shelf: null }];
    }),
  };
}

function detailsOf(
  row: ProductDetailsRow,
  { cards, analogueIds }: Shown,
  tree: Tree,
  category: Category | undefined,
  variants: VariantName[],
): Omit<ProductDetails, 'points'> | null {
  const own = cards.get(row.id);
  if (!own) return null;
  const charged = own.buyer_price ?? own.price;
  return {
    ...(own.switched_off ? withoutOffer(own) : own),
    barcode: row.barcode,
    description: row.description,
    vat_rate: row.vat_rate,
    package_count: row.package_count,
    pallet_count: row.pallet_count,
    breadcrumbs: category ? pathOf(tree, category).map(({ code, name }) => ({ code, name })) : [],
    documents: row.documents ?? [],
    variants: variants
      .flatMap(({ id, label }) => {
        const card = cards.get(id);
        return card && variants.length > 1 ? [variantOf(card, label, id === row.id)] : [];
      })
      .sort((a, b) => byLabel(a.label, b.label)),
    tiers: own.switched_off
      ? []
      : cheaperTiers(charged, (own.buyer_price === null ? row.tiers : row.buyer_tiers) ?? []),
    lowest_price_30_days: lowestOf(row.lowest, own),
    analogues: shownOf(cards, analogueIds).sort((a, b) => Number(b.is_on_sale_now) - Number(a.is_on_sale_now)),
    for_job: shownOf(cards, linkedTo(row.links ?? [], 'for_job')),
  };
}

function linkedTo(links: ProductLink[], kind: ProductLink['kind']): number[] {
  return links.filter((link) => link.kind === kind).map((link) => link.id);
}

function shownOf(cards: Map<number, ProductCard>, ids: number[]): ProductCard[] {
  return ids.flatMap((id) => {
    const card = cards.get(id);
    return card && !card.switched_off ? [card] : [];
  });
}

/** Where nobody named analogues, so many others of the same category stand there. */
const mostAnalogues = 8;

/** `neighbourIds`: of the category, for a product that cannot be bought now. */
type Shown = { cards: Map<number, ProductCard>; analogueIds: number[]; neighbourIds: number[] };

/**
 * The cards a page is made of, and which of them stand under «Аналоги». From the catalogue in memory; PostgreSQL is
 * asked for what is not there (switched off, or newer than it), and for all while it is being read after a start.
 */
async function shownWith(
  { db, priceContext, tree, points, delivery, now }: Reading,
  { id, model_id, category_id, switched_off, successor_id, variants }: Place,
  links: ProductLink[],
): Promise<Shown> {
  const [hits, index] = await Promise.all([hitProducts(db), catalogueIndexIfRead(db)]);
  const priced = index && pricedFor(index, priceContext);
  const named = linkedTo(links, 'analogue');
  const isOnSale = priced !== null && isOnSaleIn(priced, priceContext, id);
  const most = isOnSale ? mostAnalogues : mostNeighbours;
  const neighbourIds =
    category_id === null || (isOnSale && named.length > 0)
      ? []
      : priced
        ? bestOfCategory(priced, priceContext, category_id, model_id, most)
        : await readBestOfCategory(db, priceContext, category_id, model_id, most);
  const analogueIds = named.length > 0 ? named : neighbourIds.slice(0, mostAnalogues);
  const ownIds = [id, ...variants];
  const successors = successor_id === null ? [] : [successor_id];
  const ids = [...new Set([...ownIds, ...analogueIds, ...neighbourIds, ...linkedTo(links, 'for_job'), ...successors])];
  if (!index || !priced)
    return { cards: byId(await productCards(db, priceContext, { ids }, now)), analogueIds, neighbourIds };
  const rows = rowsOf(index, switched_off ? ids.filter((other) => other !== id) : ids);
  const offers = offersOfRows(priced, priceContext, rows, { ...handingOver(points, now), delivery }, now.getTime());
  const found = new Set(offers.map((offer) => offer.id));
  const missing = ownIds.filter((own) => !found.has(own));
  const [facts, others] = await Promise.all([
    cardFacts(db, index, tree, [...found]),
    productCards(db, priceContext, { ids: missing }, now),
  ]);
  const cards = byId([...rowCards(offers, facts, hits, now, asCard).values(), ...others]);
  return { cards, analogueIds, neighbourIds };
}

function isOnSaleIn(index: CatalogueIndex, priceContext: PriceContext, id: number): boolean {
  return rowsOf(index, [id]).some(({ segmentNumber, row }) =>
    onSaleIn(segmentAt(index, segmentNumber), priceContext)(row),
  );
}

function byId(cards: ProductCard[]): Map<number, ProductCard> {
  return new Map(cards.map((card) => [card.id, card]));
}

function withoutOffer(card: ProductCard): ProductCard {
  return {
    ...card,
    price: null,
    old_price: null,
    discount_percent: 0,
    buyer_price: null,
    unit_price: null,
    buyer_unit_price: null,
    available: null,
  };
}

function variantOf(card: ProductCard, label: string | null, is_current: boolean): ProductVariant {
  const { id, slug, name, images, shown_unit, is_on_sale_now } = card;
  const price = card.buyer_price ?? card.price;
  const image = images[0] ?? null;
  const state = productState(card);
  return { id, slug, label: label ?? name, price, shown_unit, image, is_on_sale_now, state, is_current };
}

function lowestOf(lowest: number | null, { price, switched_off }: ProductCard): number | null {
  if (price === null || switched_off) return null;
  return lowest === null ? price : Math.min(lowest, price);
}
