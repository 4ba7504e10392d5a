import type { Shelf } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { discountPercent } from '#shared/money.ts';
import { perObject } from '#shared/per-object.ts';
import { type SaleUnits, unitPrice } from '#shared/units.ts';
import { type Attribute, loadTree, type Tree } from './categories.ts';
import { availableSql, isOnSale, offerJoins, oldPriceSql, shelfStatement, stockOf } from './offers.ts';
import { branchPoints, readyAt } from './points.ts';
import { type Rating, type RatingColumns, ratingColumns, ratingOf } from './rating.ts';
import { specText } from './specifications.ts';

export type Badge = 'sale' | 'new' | 'hit';

/** What of a card does not depend on branch, price, stock and clock. */
export type CardFacts = SaleUnits & {
  id: number;
  idcode: string;
  slug: string;
  model_id: number;
  name: string;
  article: string | null;
  category_code: string | null;
  brand: { slug: string; name: string } | null;
  images: string[];
  weight_grams: number | null;
  /** Two or three short texts: «30 кг», «5–50 мм». */
  attributes: string[];
  /** Days to wait when nothing is left: [min, max]. */
  lead_days: [min: number, max: number] | null;
  /** Of approved reviews; null: nobody has written one yet. */
  rating: Rating | null;
};

/** What depends on them. Money in kopecks. */
export type CardOffer = {
  /** The branch's price per sales unit; null = «Цена по запросу». */
  price: number | null;
  old_price: number | null;
  discount_percent: number;
  buyer_price: number | null;
  /** Per base unit, of the branch's price (of the buyer's where the branch has none); null where it would repeat the price. */
  unit_price: { price: number; unit: string } | null;
  /** The same of the buyer's price. */
  buyer_unit_price: { price: number; unit: string } | null;
  available: number | null;
  badges: Badge[];
  /** Points of the branch, its showroom among them, that have it on the shelf and can still hand it over today. */
  pickup_points_today: number;
  is_on_sale_now: boolean;
  switched_off: boolean;
  variants_count: number;
};

/** A product as lists, carousels, search, favourites and comparison show it. */
export type ProductCard = CardFacts & CardOffer;

type CardRow = {
  id: number;
  idcode: string;
  slug: string;
  model_id: number;
  name: string;
  article: string | null;
  category_code: string | null;
  brand_slug: string | null;
  brand_name: string | null;
  images: string[];
  price: number | null;
  old_price: number | null;
  buyer_price: number | null;
  available: number | null;
  weight_grams: number | null;
  unit: string;
  base_unit: string;
  factor_base: number;
  factor_sales: number;
  step: number;
  min_count: number;
  max_count: number;
  specs: Record<string, unknown>;
  is_new: boolean;
  popularity: number;
  pickup_points_today: number;
  lead_days_min: number | null;
  lead_days_max: number | null;
  switched_off: boolean;
  variants_count: number;
} & RatingColumns;

/** A novelty stays one for 30 days. */
export const newDays = 30;

// The points' stores are named outright, like all partitions: asked through `stock`, each product would look into every store.
const cardsText = (shelf: Shelf, stores: string[], where: string) => `
  select p.id, p.idcode, p.slug, p.model_id, p.name, p.article, main.code as category_code,
    b.slug as brand_slug, b.name as brand_name, p.images,
    retail.price, ${oldPriceSql} as old_price, buyer.price as buyer_price, ${availableSql} as available,
    p.weight_grams, p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step, p.min_count, p.max_count, p.specs,
    p.created_at > now() - interval '${newDays} days' as is_new, p.popularity,
    ${countHere(stores)} as pickup_points_today,
    p.lead_days_min, p.lead_days_max, ${ratingColumns}, p.switched_off_at is not null as switched_off,
    (select count(*)::int from products other where other.model_id = p.model_id and other.switched_off_at is null)
      as variants_count
  from products p ${offerJoins(shelf)}
  left join brands b on b.id = p.brand_id
  left join product_categories pc on pc.product_id = p.id and pc.is_main
  left join categories main on main.id = pc.category_id
  where ${where}`;

/** How many of these stores have the product, of those that $1 (a yes or no per store) lets count. */
function countHere(stores: string[]): string {
  if (stores.length === 0) return '0';
  const asked = stores.map(
    (store, at) => `select 1 from ${stockOf(store)} here
        where ($1::bool[])[${at + 1}] and here.product_id = p.id and here.on_hand - here.reserved >= p.min_count`,
  );
  return `(select count(*)::int from (${asked.join(' union all ')}) here)`;
}

const selectByIds = shelfStatement<CardRow>('cards', (shelf, stores) =>
  cardsText(shelf, stores, 'p.id = any($2::int[])'),
);
const selectByIdcodes = shelfStatement<CardRow>('coded', (shelf, stores) =>
  cardsText(shelf, stores, 'p.idcode = any($2::text[])'),
);

/**
 * Cards in the order asked for; unknown ids are absent, switched-off products are there with `switched_off: true`
 * (favourites and comparison name them «Снят с продажи»).
 */
export async function productCards(
  db: Db,
  shelf: Shelf,
  by: { ids: number[] } | { idcodes: string[] },
): Promise<ProductCard[]> {
  const keys: (number | string)[] = [...new Set<number | string>('ids' in by ? by.ids : by.idcodes)];
  if (keys.length === 0) return [];
  const select = 'ids' in by ? selectByIds : selectByIdcodes;
  const points = await branchPoints(db, shelf);
  const now = new Date();
  const isToday = points.map((point) => readyAt(point, now, true)?.is_today === true);
  const [tree, hits, rows] = await Promise.all([
    loadTree(db),
    hitThreshold(db),
    select(
      db,
      shelf,
      [isToday, keys],
      points.map((point) => point.store),
    ),
  ]);
  const cards = new Map(rows.map((row) => ['ids' in by ? row.id : row.idcode, cardOf(row, tree, hits)] as const));
  return keys.flatMap((key) => cards.get(key) ?? []);
}

function cardOf(row: CardRow, tree: Tree, hits: number): ProductCard {
  const { brand_slug, brand_name, factor_base, factor_sales, specs, is_new, popularity, lead_days_min, ...card } = row;
  const { lead_days_max, rating_count, rating_sum, demo_rating_count, demo_rating_sum, ...rest } = card;
  const factor: ProductCard['factor'] = [factor_base, factor_sales];
  return {
    ...rest,
    ...moneyOf({ ...row, factor }),
    brand: brand_slug && brand_name ? { slug: brand_slug, name: brand_name } : null,
    factor,
    attributes: cardAttributes(tree, specs),
    badges: badgesOf({ ...row, is_hit: popularity >= hits }),
    lead_days: lead_days_min === null ? null : [lead_days_min, lead_days_max ?? lead_days_min],
    rating: ratingOf({ rating_count, rating_sum, demo_rating_count, demo_rating_sum }),
  };
}

type Sold = Pick<
  ProductCard,
  'price' | 'old_price' | 'buyer_price' | 'available' | 'min_count' | 'switched_off' | 'unit' | 'base_unit' | 'factor'
>;

/** What follows from prices and stock. */
export function moneyOf(
  card: Sold,
): Pick<ProductCard, 'discount_percent' | 'unit_price' | 'buyer_unit_price' | 'is_on_sale_now'> {
  const { price, old_price, buyer_price, unit, base_unit } = card;
  const [factor_base, factor_sales] = card.factor;
  const units = { unit, base_unit, factor_base, factor_sales };
  return {
    discount_percent: old_price !== null && price !== null ? discountPercent(old_price, price) : 0,
    unit_price: unitPriceOf(price ?? buyer_price, units),
    buyer_unit_price: unitPriceOf(buyer_price, units),
    is_on_sale_now: isOnSale(buyer_price ?? price, card),
  };
}

/** Lowered price, best seller, novelty, in this order; a discontinued product has none. */
export function badgesOf(
  card: Pick<ProductCard, 'old_price' | 'switched_off'> & { is_hit: boolean; is_new: boolean },
): Badge[] {
  if (card.switched_off) return [];
  const badges: Badge[] = [];
  if (card.old_price !== null) badges.push('sale');
  if (card.is_hit) badges.push('hit');
  if (card.is_new) badges.push('new');
  return badges;
}

const attributesOfCards = perObject((tree: Tree): Attribute[] =>
  tree.attributes
    .filter((attribute) => attribute.card_position !== null)
    .sort((a, b) => a.card_position! - b.card_position!),
);

/** The short texts of a card. */
export function cardAttributes(tree: Tree, specs: Record<string, unknown>): string[] {
  return attributesOfCards(tree)
    .flatMap((attribute) => specText(attribute, specs[attribute.code]) ?? [])
    .slice(0, 3);
}

/** The price of one kilogram, metre, litre…; null for what is sold by the base unit itself. */
export function unitPriceOf(
  price: number | null,
  product: { unit: string; base_unit: string; factor_base: number; factor_sales: number },
): ProductCard['unit_price'] {
  if (price === null) return null;
  if (product.factor_base === product.factor_sales) return null;
  return { price: unitPrice(price, [product.factor_base, product.factor_sales]), unit: product.base_unit };
}

const selectHitThreshold = preparedStatement<{ popularity: number | null }>(
  'hit_threshold',
  // percentile_disc(0.95), read from the index of 0340 alone.
  `select popularity from products where switched_off_at is null and popularity > 0 order by popularity desc
  offset (select count(*) / 20 from products where switched_off_at is null and popularity > 0) limit 1`,
);

/** From this popularity on a product is among the best-selling twentieth and carries «Хит». Asked for anew each minute, beside the answers. */
export const hitThreshold: (db: Db) => Promise<number> = cachedRead<number>({
  name: 'hit_threshold',
  freshMs: 60_000,
  tags: [],
  read: async (db) => (await selectHitThreshold(db, []))[0]?.popularity ?? Number.POSITIVE_INFINITY,
});
