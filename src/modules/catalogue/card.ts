import { z } from 'zod';
import { wordBytes } from '#platform/json-bytes.ts';
import { byLabel } from '#shared/by-label.ts';
import { discountPercent, roubles, roublesOrNull } from '#shared/money.ts';
import { perObject } from '#shared/per-object.ts';
import { unitPrice } from '#shared/units.ts';
import type { Attribute, Tree } from './categories.ts';
import { type HomeDelivery, homeDeliveryWords } from './home-delivery.ts';
import { isOnSale } from './offers.ts';
import { type RatingColumns, ratingColumns, ratingOf } from './rating.ts';
import { isRepeated, specShortText } from './short-specs.ts';
import { ShownUnitAnswer } from './units.ts';

/**
 * The fields of a card, once. From these tables follow the types, the columns of every statement that reads cards, what
 * of a card travels to the browser with a list (`listedFields`) and what the answers of programs tell
 * (`api/ecm/product-answer.ts`).
 */
type FieldOptions<Value> = {
  /** Columns over `products p` as `factJoins` joins it; when not given `p.{name}`, null: none of its own. */
  sql?: string | null;
  /** Made from these columns; when not given the column is the value. */
  read?: (row: DerivedColumns, tree: Tree) => Value;
  /** Lists and rails do not show it. */
  listed?: false;
  /** How it is given to programs; when not given as it is, false: not at all. */
  answer?: false | Answer<Value>;
};

export type Answer<Value> = {
  /** When it is not the field's own. */
  name?: string;
  schema: z.ZodType;
  of: (value: Value) => unknown;
  /** The same as JSON in bytes, where `jsonBytes` of what `of` gives would cost too much. */
  json?: (value: Value) => unknown;
  /** Told only to buyers with a price column of their own. */
  business?: true;
};

/** As it stands. */
const same = <Value>(value: Value) => value;

function field<Value, const Options extends FieldOptions<Value> = object>(
  schema: z.ZodType<Value>,
  options: Options & FieldOptions<Value> = {} as Options,
): { schema: z.ZodType<Value> } & Options {
  return { schema, ...options };
}

/** Kopecks here, roubles for programs. */
const amount = <Schema extends z.ZodType>(schema: Schema) => ({ schema, of: roublesOrNull, json: roublesOrNull });
const UnitPrice = z.object({ price: z.number(), unit: z.string() }).nullable();
type UnitPrice = z.infer<typeof UnitPrice>;

/** Mean of the stars and how many gave them. */
export const Rating = z.object({
  value: z.number(),
  count: z.int(),
  is_demo: z.boolean().describe('Из демонстрационных отзывов: настоящих ещё нет'),
});

/** What of a card does not depend on branch, price, stock and clock. */
export const factFields = {
  id: field(z.int()),
  idcode: field(z.string()),
  slug: field(z.string()),
  model_id: field(z.int(), { listed: false }),
  name: field(z.string()),
  article: field(z.string().nullable()),
  category_code: field(z.string().nullable(), { sql: 'main.code as category_code', listed: false }),
  brand: field(z.object({ slug: z.string(), name: z.string() }).nullable(), {
    sql: 'b.slug as brand_slug, b.name as brand_name',
    read: ({ brand_slug: slug, brand_name: name }) => (slug && name ? { slug, name } : null),
    listed: false,
  }),
  images: field(z.array(z.string())),
  weight_grams: field(z.int().nullable(), {
    listed: false,
    answer: {
      name: 'weight',
      schema: z.number().nullable().describe('Килограммы'),
      of: (grams) => (grams === null ? null : grams / 1000),
    },
  }),
  unit: field(z.string()),
  /** How people read the sales unit. */
  shown_unit: field(ShownUnitAnswer, {
    sql: null,
    read: ({ unit }, tree) => tree.units.shown(unit),
    answer: false,
  }),
  base_unit: field(z.string(), { listed: false }),
  factor: field(z.tuple([z.int(), z.int()]).readonly().describe('[базовых единиц, единиц продажи]'), {
    sql: 'p.factor_base, p.factor_sales',
    read: ({ factor_base, factor_sales }) => [factor_base, factor_sales] as const,
    listed: false,
  }),
  step: field(z.int()),
  min_count: field(z.int()),
  max_count: field(z.int()),
  /** Two or three short texts: «30 кг», «5–50 мм», «Гнёзд: 3». */
  attributes: field(z.array(z.string()), { sql: 'p.specs', read: (row, tree) => cardAttributes(tree, row) }),
  /** What tells the other variants of its model from it, in order: «5 кг», «15 кг»; empty for one without others. */
  other_variants: field(z.array(z.string()), {
    sql: `array(select v.variant_label from products v where v.model_id = p.model_id and v.id <> p.id
      and v.switched_off_at is null and v.variant_label <> coalesce(p.variant_label, '')) as other_variants`,
    read: ({ other_variants: labels }) => [...new Set(labels)].sort(byLabel),
    answer: false,
  }),
  /** Days to wait when nothing is left: [min, max]. */
  lead_days: field(z.tuple([z.int(), z.int()]).nullable(), {
    sql: 'p.lead_days_min, p.lead_days_max',
    read: ({ lead_days_min: min, lead_days_max: max }) =>
      min === null ? null : ([min, max ?? min] as [number, number]),
  }),
  /** Of approved reviews; null: nobody has written one yet. */
  rating: field(Rating.nullable().describe('null — отзывов пока нет'), { sql: ratingColumns, read: ratingOf }),
};

/** What depends on them. Money in kopecks. */
export const offerFields = {
  /** The branch's price per sales unit; null = «Цена по запросу». */
  price: field(z.int().nullable(), {
    answer: amount(z.number().nullable().describe('Рубли за единицу продажи; null — цена по запросу')),
  }),
  old_price: field(z.int().nullable(), { answer: amount(z.number().nullable()) }),
  discount_percent: field(z.int()),
  buyer_price: field(z.int().nullable(), {
    answer: { ...amount(z.number().nullable().optional().describe('Только для бизнес-покупателя')), business: true },
  }),
  /**
   * Per base unit, of the branch's price (of the buyer's where the branch has none); null where it would repeat the
   * price.
   */
  unit_price: field(UnitPrice, {
    answer: {
      schema: UnitPrice,
      of: (own: UnitPrice) => own && { price: roubles(own.price), unit: own.unit },
      json: (own: UnitPrice) => own && `{"price":${roubles(own.price)},"unit":${wordBytes(own.unit)}}`,
    },
  }),
  /** The same of the buyer's price. */
  buyer_unit_price: field(UnitPrice, { answer: false }),
  available: field(z.int().nullable().describe('Единиц продажи на складе филиала; null — остаток не присылали')),
  badges: field(z.array(z.enum(['sale', 'new', 'hit'])), {
    answer: { schema: z.array(z.enum(['sale', 'new', 'hit'])), of: same, json: (badges) => JSON.stringify(badges) },
  }),
  /** Points of the branch, its showroom among them, that have it on the shelf and can still hand it over today. */
  pickup_points_today: field(z.int()),
  /**
   * Points of the branch that are open tomorrow, if the branch has it: then it can be taken at each of them. Else those
   * that have it on their own shelf, whenever they open: it is sold there alone (decision 541).
   */
  pickup_points_later: field(z.int(), { answer: false }),
  /** «Доставка завтра, от 390 ₽» to the branch's own city, of the smallest count; null: cannot be said. */
  delivery_words: field(z.string().nullable(), { answer: false }),
  is_on_sale_now: field(z.boolean()),
  switched_off: field(z.boolean(), { answer: false }),
  variants_count: field(z.int()),
};

type ValuesOf<Fields extends Record<string, { schema: z.ZodType }>> = {
  -readonly [Name in keyof Fields]: z.infer<Fields[Name]['schema']>;
};
export type CardFacts = ValuesOf<typeof factFields>;
export type CardOffer = ValuesOf<typeof offerFields>;
/** A product as lists, carousels, search, favourites and comparison show it. */
export type ProductCard = CardFacts & CardOffer;
export type Badge = CardOffer['badges'][number];

export const cardFields = { ...factFields, ...offerFields };
type Fields = typeof cardFields;
type ListedField = { [Name in keyof Fields]: Fields[Name] extends { listed: false } ? never : Name }[keyof Fields];
/** What lists and rails show of a card. */
export type ListedCard = Pick<ProductCard, ListedField>;

type FieldEntry = [name: string, own: { schema: z.ZodType } & FieldOptions<never>];
const entriesOf = (fields: object) => Object.entries(fields) as FieldEntry[];

export const listedFields = entriesOf(cardFields).flatMap(([name, { listed }]) =>
  listed === false ? [] : (name as ListedField),
);

/**
 * A row with the columns of `factColumns`: those that are values as they stand, and those that values are made from.
 */
export type FactsRow = DerivedColumns &
  Pick<
    CardFacts,
    { [Name in keyof CardFacts]: (typeof factFields)[Name] extends { read: unknown } ? never : Name }[keyof CardFacts]
  >;
type DerivedColumns = RatingColumns & {
  name: string;
  unit: string;
  brand_slug: string | null;
  brand_name: string | null;
  factor_base: number;
  factor_sales: number;
  specs: Record<string, unknown>;
  other_variants: string[];
  lead_days_min: number | null;
  lead_days_max: number | null;
};

const factEntries = entriesOf(factFields);
export const factColumns = factEntries
  .flatMap(([name, { sql }]) => (sql === null ? [] : (sql ?? `p.${name}`)))
  .join(', ');
/** What `factColumns` stand on, behind `products p`. */
export const factJoins = `
  left join brands b on b.id = p.brand_id
  left join product_categories pc on pc.product_id = p.id and pc.is_main
  left join categories main on main.id = pc.category_id`;

/** The facts of a row; `tree` names the attributes. */
export function factsOf(row: FactsRow, tree: Tree): CardFacts {
  const facts: Record<string, unknown> = {};
  for (const [name, { read }] of factEntries) {
    facts[name] = read ? read(row, tree) : row[name as keyof FactsRow];
  }
  return facts as CardFacts;
}

/**
 * What a card's offer follows from: prices and stock as the branch has them, its delivery, is it a best seller, is it
 * new.
 */
export type OfferSource = Pick<
  CardOffer,
  | 'price'
  | 'old_price'
  | 'buyer_price'
  | 'available'
  | 'pickup_points_today'
  | 'pickup_points_later'
  | 'switched_off'
  | 'variants_count'
> & { delivery: HomeDelivery | null; is_hit: boolean; is_new: boolean };

const newMs = 30 * 86_400_000;

/** A novelty, which a product stays for 30 days. */
export function isNew(created_at: Date, at: Date): boolean {
  return created_at.getTime() > at.getTime() - newMs;
}

/** Field by field: a list has dozens of cards, and copying two objects into one took longer than finding them. */
export function cardOf(own: CardFacts, source: OfferSource): ProductCard {
  const { price, old_price, buyer_price, available, switched_off } = source;
  const is_on_sale_now = isOnSale(buyer_price ?? price, { switched_off, available, min_count: own.min_count });
  return {
    ...own,
    price,
    old_price,
    discount_percent: old_price !== null && price !== null ? discountPercent(old_price, price) : 0,
    buyer_price,
    unit_price: unitPriceOf(price ?? buyer_price, own),
    buyer_unit_price: unitPriceOf(buyer_price, own),
    available,
    badges: badgesOf(source),
    pickup_points_today: source.pickup_points_today,
    pickup_points_later: source.pickup_points_later,
    delivery_words: is_on_sale_now ? homeDeliveryWords(source.delivery, (own.weight_grams ?? 0) * own.min_count) : null,
    is_on_sale_now,
    switched_off,
    variants_count: source.variants_count,
  };
}

/** Lowered price, best seller, novelty, in this order; a discontinued product has none. */
function badgesOf({ old_price, switched_off, is_hit, is_new }: OfferSource): Badge[] {
  if (switched_off) return [];
  const badges: Badge[] = [];
  if (old_price !== null) badges.push('sale');
  if (is_hit) badges.push('hit');
  if (is_new) badges.push('new');
  return badges;
}

/** The price of one kilogram, metre, litre…; null for what is sold by the base unit itself. */
function unitPriceOf(price: number | null, { base_unit, factor }: CardFacts): UnitPrice {
  const [base, sales] = factor;
  return price === null || base === sales ? null : { price: unitPrice(price, factor), unit: base_unit };
}

const mostTexts = 3;

const attributesOfCards = perObject((tree: Tree): Attribute[] =>
  tree.attributes
    .filter((attribute) => attribute.card_position !== null)
    .sort((a, b) => Number(a.card_position) - Number(b.card_position)),
);

/**
 * The short texts of a card, each telling something that those before it do not, nor the name in words: a number is
 * read sooner here than at the end of a name.
 */
function cardAttributes(tree: Tree, { name, specs }: Pick<DerivedColumns, 'name' | 'specs'>): string[] {
  const texts: string[] = [];
  for (const attribute of attributesOfCards(tree)) {
    const text = specShortText(attribute, specs[attribute.code]);
    if (text !== null && !isRepeated(text, /\d/.test(text) ? texts : [...texts, name])) texts.push(text);
    if (texts.length === mostTexts) break;
  }
  return texts;
}
