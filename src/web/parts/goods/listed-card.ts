import type { ProductCard } from '#modules/catalogue/product-card.ts';

const shown = [
  'id',
  'idcode',
  'slug',
  'name',
  'article',
  'images',
  'price',
  'old_price',
  'discount_percent',
  'buyer_price',
  'unit_price',
  'buyer_unit_price',
  'available',
  'unit',
  'step',
  'min_count',
  'max_count',
  'attributes',
  'badges',
  'pickup_points_today',
  'lead_days',
  'is_on_sale_now',
  'switched_off',
  'variants_count',
  'rating',
] as const satisfies (keyof ProductCard)[];

/** What lists and rails show of a card. */
export type ListedCard = Pick<ProductCard, (typeof shown)[number]>;

/** The card as it travels to the browser: one picture, nothing that is not shown. */
export function listed(card: ListedCard): ListedCard {
  const picked = Object.fromEntries(shown.map((field) => [field, card[field]])) as ListedCard;
  return { ...picked, images: card.images.slice(0, 1) };
}
