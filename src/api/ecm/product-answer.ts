import { z } from 'zod';
import type { CardFacts, CardOffer, ProductCard } from '#modules/catalogue/product-card.ts';
import { jsonBytes, wordBytes } from '#platform/json-bytes.ts';
import { roubles } from '#shared/money.ts';
import { perObject } from '#shared/per-object.ts';

/** Mean of the stars and how many gave them. */
export const Rating = z.object({
  value: z.number(),
  count: z.int(),
  is_demo: z.boolean().describe('Из демонстрационных отзывов: настоящих ещё нет'),
});

/** A product in every answer (S7-10): roubles per sales unit, kilograms, counts in whole sales units. */
export const ProductAnswer = z.object({
  id: z.int(),
  idcode: z.string(),
  slug: z.string(),
  model_id: z.int(),
  name: z.string(),
  article: z.string().nullable(),
  category_code: z.string().nullable(),
  brand: z.object({ slug: z.string(), name: z.string() }).nullable(),
  images: z.array(z.string()),
  price: z.number().nullable().describe('Рубли за единицу продажи; null — цена по запросу'),
  old_price: z.number().nullable(),
  discount_percent: z.int(),
  buyer_price: z.number().nullable().optional().describe('Только для бизнес-покупателя'),
  unit_price: z.object({ price: z.number(), unit: z.string() }).nullable(),
  available: z.int().nullable().describe('Единиц продажи на складе филиала; null — остаток не присылали'),
  weight: z.number().nullable().describe('Килограммы'),
  unit: z.string(),
  base_unit: z.string(),
  factor: z.tuple([z.int(), z.int()]).readonly().describe('[базовых единиц, единиц продажи]'),
  step: z.int(),
  min_count: z.int(),
  max_count: z.int(),
  attributes: z.array(z.string()),
  badges: z.array(z.enum(['sale', 'new', 'hit'])),
  pickup_points_today: z.int(),
  lead_days: z.tuple([z.int(), z.int()]).nullable(),
  is_on_sale_now: z.boolean(),
  variants_count: z.int(),
  rating: Rating.nullable().describe('null — отзывов пока нет'),
});
export type ProductAnswer = z.infer<typeof ProductAnswer>;

/** `buyer_price` stands in the answer only for a buyer with a column of his own. */
export function productAnswer(card: ProductCard, isBusiness: boolean): ProductAnswer {
  return { ...factsAnswer(card), ...offerAnswer(card, isBusiness) };
}

function factsAnswer(facts: CardFacts) {
  return {
    id: facts.id,
    idcode: facts.idcode,
    slug: facts.slug,
    model_id: facts.model_id,
    name: facts.name,
    article: facts.article,
    category_code: facts.category_code,
    brand: facts.brand,
    images: facts.images,
    weight: facts.weight_grams === null ? null : facts.weight_grams / 1000,
    unit: facts.unit,
    base_unit: facts.base_unit,
    factor: facts.factor,
    step: facts.step,
    min_count: facts.min_count,
    max_count: facts.max_count,
    attributes: facts.attributes,
    lead_days: facts.lead_days,
    rating: facts.rating,
  };
}

function offerAnswer(offer: CardOffer, isBusiness: boolean) {
  return {
    price: roublesOrNull(offer.price),
    old_price: roublesOrNull(offer.old_price),
    discount_percent: offer.discount_percent,
    ...(isBusiness ? { buyer_price: roublesOrNull(offer.buyer_price) } : {}),
    unit_price: offer.unit_price && { price: roubles(offer.unit_price.price), unit: offer.unit_price.unit },
    available: offer.available,
    badges: offer.badges,
    pickup_points_today: offer.pickup_points_today,
    is_on_sale_now: offer.is_on_sale_now,
    variants_count: offer.variants_count,
  };
}

const factsJson = perObject((facts: CardFacts) => jsonBytes(factsAnswer(facts)).slice(0, -1));

/** `productAnswer` as JSON in bytes (`jsonBytes`): what does not change with the branch is written once per product, most of the text. */
export function productJson(facts: CardFacts, offer: CardOffer, isBusiness: boolean): string {
  return `${factsJson(facts)},${offerJson(offer, isBusiness)}}`;
}

/** The fields of `offerAnswer`, by hand: a list has dozens of them. */
function offerJson(offer: CardOffer, isBusiness: boolean): string {
  const { unit_price, badges } = offer;
  const buyer = isBusiness ? `"buyer_price":${roublesOrNull(offer.buyer_price)},` : '';
  const unitPrice = unit_price && `{"price":${roubles(unit_price.price)},"unit":${wordBytes(unit_price.unit)}}`;
  return `"price":${roublesOrNull(offer.price)},"old_price":${roublesOrNull(offer.old_price)},"discount_percent":${offer.discount_percent},${buyer}"unit_price":${unitPrice},"available":${offer.available},"badges":${badges.length === 0 ? '[]' : `["${badges.join('","')}"]`},"pickup_points_today":${offer.pickup_points_today},"is_on_sale_now":${offer.is_on_sale_now},"variants_count":${offer.variants_count}`;
}

export function roublesOrNull(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks);
}
