import { z } from 'zod';
import type { ProductCard } from '#modules/catalogue/product-card.ts';
import { roubles } from '#shared/money.ts';

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
  factor: z.tuple([z.int(), z.int()]).describe('[базовых единиц, единиц продажи]'),
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
  return {
    id: card.id,
    idcode: card.idcode,
    slug: card.slug,
    model_id: card.model_id,
    name: card.name,
    article: card.article,
    category_code: card.category_code,
    brand: card.brand,
    images: card.images,
    price: roublesOrNull(card.price),
    old_price: roublesOrNull(card.old_price),
    discount_percent: card.discount_percent,
    ...(isBusiness ? { buyer_price: roublesOrNull(card.buyer_price) } : {}),
    unit_price: card.unit_price && { price: roubles(card.unit_price.price), unit: card.unit_price.unit },
    available: card.available,
    weight: card.weight_grams === null ? null : card.weight_grams / 1000,
    unit: card.unit,
    base_unit: card.base_unit,
    factor: card.factor,
    step: card.step,
    min_count: card.min_count,
    max_count: card.max_count,
    attributes: card.attributes,
    badges: card.badges,
    pickup_points_today: card.pickup_points_today,
    lead_days: card.lead_days,
    is_on_sale_now: card.is_on_sale_now,
    variants_count: card.variants_count,
    rating: card.rating,
  };
}

export function roublesOrNull(kopecks: number | null): number | null {
  return kopecks === null ? null : roubles(kopecks);
}
