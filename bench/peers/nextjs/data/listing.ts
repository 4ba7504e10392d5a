import { rowsOf } from './database.ts';
import { isReducedSql } from './old-price.ts';
import { type Category, type ShopFacts, subtreeOf } from './shop-facts.ts';

/** Pairs of an id and how many cards carry it. */
type Counts = [id: number, cards: number][];
type Range = { min: number; max: number };

/** A page of a category with all its counts. Cards are models: variants count once. Money in kopecks. */
export type Listing = {
  /** Products of the page, in its order. */
  ids: number[];
  total: number;
  in_stock: number;
  delivery_tomorrow: number;
  discounted: number;
  rated: number;
  price_range: Range | null;
  /** Per base unit, where all goods share it. */
  base_price_range: (Range & { unit: string }) | null;
  values: Counts;
  brands: Counts;
  actions: Counts;
  /** Of attributes narrowed by bounds. */
  ranges: [code: string, min: number, max: number][];
};

type ListingRow = Omit<Listing, 'price_range' | 'base_price_range'> & {
  price_min: number | null;
  price_max: number | null;
  base_unit: string | null;
  base_min: number | null;
  base_max: number | null;
};

export const pageSize = 24;

/** `priceTo`: kopecks; null: whatever it costs. */
export async function readListing(
  facts: ShopFacts,
  category: Category,
  page: number,
  priceTo: number | null,
): Promise<Listing> {
  const rangeCodes = facts.attributes.filter(({ filter, type }) => filter === 'range' && type === 'number');
  const [row] = await rowsOf<ListingRow>('listing', listingText(facts), [
    subtreeOf(category).map(({ id }) => id),
    priceTo,
    facts.delivery?.tomorrowGrams ?? 0,
    facts.actions.map(({ id }) => id),
    rangeCodes.map(({ code }) => code),
    (page - 1) * pageSize,
  ]);
  if (!row) throw new Error('The statement of a list gives one row');
  const { price_min, price_max, base_unit, base_min, base_max, ...counted } = row;
  const hasBase = base_unit !== null && base_min !== null && base_max !== null;
  return {
    ...counted,
    price_range: price_min === null || price_max === null ? null : { min: price_min, max: price_max },
    base_price_range: hasBase ? { unit: base_unit, min: base_min, max: base_max } : null,
  };
}

/** Cards under each direct sub-category; a leaf asks nothing. */
export async function countChildren(
  { branch }: ShopFacts,
  { children }: Category,
  priceTo: number | null,
): Promise<Map<number, number>> {
  if (children.length === 0) return new Map();
  const below = children.flatMap((child) => subtreeOf(child).map(({ id }) => ({ id, child: child.id })));
  const rows = await rowsOf<{ child: number; cards: number }>(
    'children',
    `select below.child, count(distinct p.model_id)::int as cards
    from unnest($1::int[], $2::int[]) below (id, child)
      join product_categories pc on pc.category_id = below.id
      join products p on p.id = pc.product_id
      left join units u on u.name = p.unit
      left join prices_${branch.price_column} retail on retail.product_id = p.id
    where p.switched_off_at is null and ($3::int is null or retail.price * coalesce(u.parts, 1) <= $3::int)
    group by below.child`,
    [below.map(({ id }) => id), below.map(({ child }) => child), priceTo],
  );
  return new Map(rows.map(({ child, cards }) => [child, cards]));
}

// The partitions of prices and stock are named outright, so that a plan is made once; each count is over what all other
// filters let through, so the range of prices alone looks past the bound of the price.
const listingText = ({ branch: { price_column, store } }: ShopFacts) => `
  with scope as materialized (
    select p.id, p.model_id, p.brand_id, p.facets, p.specs, p.popularity, p.variant_position, p.base_unit,
      retail.price * coalesce(u.parts, 1) as price,
      (2::bigint * retail.price * p.factor_sales + p.factor_base) / (2 * p.factor_base) as base_price,
      $2::int is null or coalesce(retail.price * coalesce(u.parts, 1) <= $2::int, false) as passes,
      coalesce(s.on_hand - s.reserved >= p.min_count, false) as in_stock,
      coalesce(s.on_hand - s.reserved >= p.min_count and retail.price is not null
        and p.weight_grams::bigint * p.min_count between 1 and $3::int, false) as delivered,
      ${isReducedSql} as discounted,
      case when p.rating_count > 0 then p.rating_sum >= 4 * p.rating_count
        else p.demo_rating_count > 0 and p.demo_rating_sum >= 4 * p.demo_rating_count end as rated
    from products p
      left join units u on u.name = p.unit
      left join prices_${price_column} retail on retail.product_id = p.id
      left join stock_${store} s on s.product_id = p.id
    where p.switched_off_at is null
      and p.id in (select product_id from product_categories where category_id = any($1::int[]))),
  matched as (select * from scope where passes),
  best as (
    select distinct on (model_id) id, (in_stock and price is not null) as buyable, popularity, variant_position
    from matched order by model_id, (in_stock and price is not null) desc, popularity desc, variant_position, id),
  page as (select * from best order by buyable desc, popularity desc, variant_position, id limit ${pageSize} offset $6::int),
  shown as (
    select count(distinct model_id)::int as total,
      count(distinct model_id) filter (where in_stock)::int as in_stock,
      count(distinct model_id) filter (where delivered)::int as delivery_tomorrow,
      count(distinct model_id) filter (where discounted)::int as discounted,
      count(distinct model_id) filter (where rated)::int as rated
    from matched)
  select shown.*,
    (select coalesce(json_agg(id order by buyable desc, popularity desc, variant_position, id), '[]') from page) as ids,
    prices.*,
    (select coalesce(json_agg(json_build_array(value, cards)), '[]') from (
      select value, count(distinct model_id) filter (where passes) as cards
      from scope, unnest(facets) value group by value) counted) as values,
    (select coalesce(json_agg(json_build_array(brand_id, cards)), '[]') from (
      select brand_id, count(distinct model_id) filter (where passes) as cards
      from scope where brand_id is not null group by brand_id) counted) as brands,
    (select coalesce(json_agg(json_build_array(action_id, cards)), '[]') from (
      select action_id, count(distinct model_id) filter (where passes) as cards
      from unnest($4::int[]) running (action_id) join action_products using (action_id)
        join scope on scope.id = product_id
      group by action_id) counted) as actions,
    (select coalesce(json_agg(json_build_array(code, min, max)), '[]') from unnest($5::text[]) code,
      lateral (select min((specs -> code)::float8), max((specs -> code)::float8)
        from matched where jsonb_typeof(specs -> code) = 'number') bounds where min is not null) as ranges
  from shown, (
    select min(price) as price_min, max(price) as price_max,
      case when min(base_unit) = max(base_unit) then min(base_unit) end as base_unit,
      min(base_price) filter (where passes)::int as base_min, max(base_price) filter (where passes)::int as base_max
    from scope) prices`;
