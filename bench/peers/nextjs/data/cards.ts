import { discountPercent } from '@shop/shared/money.ts';
import { productState } from '@shop/shared/product-state.ts';
import type { ShownUnit } from '@shop/shared/unit-words.ts';
import { rowsOf } from './database.ts';
import { deliveryWords } from './delivery.ts';
import { isReducedSql } from './old-price.ts';
import type { ShopFacts } from './shop-facts.ts';
import { attributeWords } from './spec-words.ts';
import { unitNamed } from './units.ts';

type CardRow = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  weight_grams: number | null;
  unit: string;
  base_unit: string;
  factor_base: number;
  factor_sales: number;
  min_count: number;
  specs: Record<string, unknown>;
  variant_labels: string[];
  lead_days_min: number | null;
  lead_days_max: number | null;
  stars_sum: number;
  stars_count: number;
  is_demo: boolean;
  popularity: number;
  is_new: boolean;
  price: number | null;
  old_price: number | null;
  available: number | null;
  points_today: number;
};

/** What a card of a list shows. Money in kopecks. */
export type Card = Pick<CardRow, 'id' | 'idcode' | 'slug' | 'name' | 'article' | 'image' | 'min_count'> &
  Pick<CardRow, 'price' | 'old_price'> & {
    shown_unit: ShownUnit;
    /** Of a base unit; null where it would repeat the price. */
    unit_price: { price: number; unit: string } | null;
    discount_percent: number;
    badge: 'hit' | 'new' | null;
    attributes: string[];
    variant_labels: string[];
    rating: { value: number; count: number; is_demo: boolean } | null;
    delivery_words: string | null;
    state: ReturnType<typeof productState>;
    is_on_sale: boolean;
  };

/** Cards in the order of `ids`. */
export async function readCards(facts: ShopFacts, ids: number[]): Promise<Card[]> {
  const isToday = facts.points.map((point) => point.is_today);
  const rows = await rowsOf<CardRow>('cards', cardsText(facts), [ids, isToday]);
  return rows.map((row) => cardOf(facts, row));
}

function cardOf(facts: ShopFacts, row: CardRow): Card {
  const { price, old_price, available, min_count, stars_sum: sum, stars_count: count, is_demo } = row;
  const shown_unit = unitNamed(facts.units, row.unit);
  const isEnough = (available ?? 0) >= min_count;
  const is_on_sale = price !== null && isEnough;
  const labels = row.variant_labels.length > 1 ? [...new Set(row.variant_labels)].sort(russian.compare) : [];
  return {
    ...{ id: row.id, idcode: row.idcode, slug: row.slug, name: row.name, article: row.article, image: row.image },
    ...{ min_count, price, old_price, shown_unit, is_on_sale },
    unit_price: unitPriceOf(row),
    discount_percent: price !== null && old_price !== null ? discountPercent(old_price, price) : 0,
    badge: row.popularity >= facts.hits ? 'hit' : row.is_new ? 'new' : null,
    attributes: attributeWords(facts, row.specs),
    variant_labels: labels,
    rating: count === 0 ? null : { value: Math.round((sum / count) * 10) / 10, count, is_demo },
    delivery_words: is_on_sale ? deliveryWords(facts.delivery, (row.weight_grams ?? 0) * min_count) : null,
    state: productState({
      ...{ price, available, min_count, shown_unit, buyer_price: null, switched_off: false },
      lead_days: row.lead_days_min === null ? null : [row.lead_days_min, row.lead_days_max ?? row.lead_days_min],
      pickup_points_today: row.points_today,
      pickup_points_later: isEnough ? facts.points.filter((point) => point.is_tomorrow).length : 0,
    }),
  };
}

const russian = new Intl.Collator('ru', { numeric: true });

function unitPriceOf({ price, factor_base: base, factor_sales: sales, base_unit: unit }: CardRow): Card['unit_price'] {
  if (price === null || base === sales) return null;
  return { price: Math.floor((2 * price * sales + base) / (2 * base)), unit };
}

const cardsText = ({ branch: { price_column, store }, points }: ShopFacts) => `
  select p.id, p.idcode, p.slug, p.name, p.article, p.images[1] as image, p.weight_grams, p.unit, p.base_unit,
    p.factor_base, p.factor_sales, p.min_count, p.specs, p.lead_days_min, p.lead_days_max, p.popularity,
    array(select v.variant_label from products v where v.model_id = p.model_id
      and v.switched_off_at is null and v.variant_label is not null) as variant_labels,
    case when p.rating_count > 0 then p.rating_sum else p.demo_rating_sum end as stars_sum,
    case when p.rating_count > 0 then p.rating_count else p.demo_rating_count end as stars_count,
    p.rating_count = 0 as is_demo, p.created_at > now() - interval '30 days' as is_new, retail.price,
    case when ${isReducedSql} then retail.old_price end as old_price,
    greatest(s.on_hand - s.reserved, 0) as available, ${pointsWith(points)} as points_today
  from unnest($1::int[]) with ordinality asked (id, place)
    join products p on p.id = asked.id
    left join prices_${price_column} retail on retail.product_id = p.id
    left join stock_${store} s on s.product_id = p.id
  order by asked.place`;

/** At how many points the product can be had today; each has a partition of its own. */
function pointsWith(points: ShopFacts['points']): string {
  const stores = points.map(
    ({ store }, at) => `select where ($2::bool[])[${at + 1}] and exists (
      select from stock_${store} here where here.product_id = p.id and here.on_hand - here.reserved >= p.min_count)`,
  );
  return `(select count(*)::int from (${stores.join(' union all ')}) here)`;
}
