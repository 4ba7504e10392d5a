import { createHash } from 'node:crypto';
import type { PriceContext } from '#modules/departments/queries.ts';
import { createCache } from '#platform/cache.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import type { SaleUnits } from '#shared/units.ts';
import { ancestorIds, loadTree } from './categories.ts';
import { shownUnitOf, type UnitRow } from './units.ts';

export type Tier = { from_count: number; price: number };

/**
 * What a branch asks for a product and what it has: everything a cart line or an order line is made of. Money in
 * kopecks per sales unit, counts in whole sales units.
 */
export type Offer = SaleUnits & {
  shown_unit: ShownUnit;
  product_id: number;
  idcode: string;
  id_1c: string | null;
  model_id: number;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  category_code: string | null;
  /**
   * Every category of the product with all their parents: a coupon or an action for one of these covers the product.
   */
  category_ids: number[];
  brand_id: number | null;
  /** The branch's price; null = on request, not orderable, never 0. */
  price: number | null;
  /** Only when greater than the price and really charged in the last 30 days. */
  old_price: number | null;
  /** The business account's own price; null where its column has none: the branch's is charged then. */
  buyer_price: number | null;
  /** The column the charged price comes from. */
  price_column: string;
  /** Quantity tiers of the charged column, ascending counts, each cheaper than the one before. */
  tiers: Tier[];
  /** The same of the branch's price: what everybody else pays for so many. */
  retail_tiers: Tier[];
  /** Whole sales units left after reservations; null where the exchange never sent stock. */
  available: number | null;
  switched_off: boolean;
  /** Has a price, is not switched off and at least min_count is left. */
  is_on_sale_now: boolean;
  /** Days in which the shop brings it on order; null: it does not. Told, not sold (decision 021). */
  lead_days: [from: number, to: number] | null;
  weight_grams: number | null;
  vat_rate: number;
};

/**
 * The one place of the rules of price and stock (S7-10, S7-36, decisions): SQL pieces for a query over `products p`.
 * The partitions are named outright (their names follow from column and store): PostgreSQL then plans a statement once
 * for all its uses, which halves a small query's time.
 */
export function offerJoins(priceContext: PriceContext): string {
  const buyer = priceContext.buyer_price_column;
  return `
  left join ${pricesOf(priceContext.price_column)} retail on retail.product_id = p.id
  left join ${buyer ? pricesOf(buyer) : noPrices} buyer on buyer.product_id = p.id
  left join ${stockOf(priceContext.store)} stock on stock.product_id = p.id`;
}

const noPrices = '(select null::int as product_id, null::int as price where false)';

function pricesOf(column: string): string {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(column)) throw new RangeError(`Не колонка цен: ${column}`);
  return `prices_${column}`;
}

/** The table that holds one store's stock. */
export function stockOf(store: string): string {
  if (!/^store[0-9]+$/.test(store)) throw new RangeError(`Не склад: ${store}`);
  return `stock_${store}`;
}

/**
 * The same statement for each price context it is asked for, and each list of further stores it reads; prepared once
 * each.
 */
export function priceContextStatement<Row>(
  name: string,
  textOf: (priceContext: PriceContext, stores: string[]) => string,
) {
  const prepared = createCache<string, ReturnType<typeof preparedStatement<Row>>>({ name: 'statements', max: 1_000 });
  return (db: Db, priceContext: PriceContext, values: unknown[], stores: string[] = []): Promise<Row[]> => {
    const key = [priceContext.price_column, priceContext.buyer_price_column ?? '', priceContext.store, ...stores].join(
      ' ',
    );
    let run = prepared.get(key);
    if (!run) {
      const hash = createHash('md5').update(key).digest('hex');
      run = preparedStatement<Row>(`${name}_${hash}`, textOf(priceContext, stores));
      prepared.set(key, run);
    }
    return run(db, values);
  };
}

type ReadPrices = { price: number | null; old_price: number | null; buyer_price: number | null };

/** A row of `offerJoins` with the prices of the moment looked at; without a look the row itself. */
export function withPlanned<Row extends ReadPrices>(priceContext: PriceContext, id: number, row: Row): Row {
  const { planned, price_column, buyer_price_column } = priceContext;
  if (!planned) return row;
  const { price, old_price } = planned.get(price_column)?.get(id) ?? row;
  const buyers = buyer_price_column === null ? undefined : planned.get(buyer_price_column)?.get(id);
  return { ...row, price, old_price, buyer_price: buyers ? buyers.price : row.buyer_price };
}

/** What is asked of this buyer: the account's own price, else the branch's. */
const chargedPriceSql = 'coalesce(buyer.price, retail.price)';

/**
 * on_hand already stands in whole sales units; 1C may push it below what is reserved. No row: null («never sent»), not
 * 0.
 */
export const availableSql =
  'case when stock.product_id is not null then greatest(stock.on_hand - stock.reserved, 0) end';

/**
 * old_price, if some stretch of the last 30 days was really sold at it. A change is in force until the next one.
 * `moment`: SQL of when it is shown. coalesce keeps the look into history for products that have an old price at all:
 * «null and …» would still ask.
 */
export const oldPriceSql = (moment = 'now()') => `
  case when coalesce(retail.old_price > retail.price, false) and exists (
    select from price_changes charged
    where charged.price_column = retail.price_column and charged.product_id = retail.product_id
      and charged.price = retail.old_price and charged.changed_at <= ${moment}
      and coalesce((
        select min(next.changed_at) from price_changes next
        where next.price_column = charged.price_column and next.product_id = charged.product_id
          and next.changed_at > charged.changed_at
      ), 'infinity') > ${moment} - interval '30 days'
  ) then retail.old_price end`;

/**
 * The branch sells it, be it sold out at the moment: it has a price here, or its stock is counted here. Search engines
 * get these goods only (sitemap, noindex of the others' pages). Stock itself does not matter: a page would come
 * and go with the last piece.
 */
export const soldHereSql = 'p.switched_off_at is null and (retail.price is not null or stock.product_id is not null)';

/** `soldHereSql` of a card that was read for this branch. */
export function isSoldHere(card: { switched_off: boolean; price: number | null; available: number | null }): boolean {
  return !card.switched_off && (card.price !== null || card.available !== null);
}

type OfferRow = Omit<
  Offer,
  'category_ids' | 'price_column' | 'tiers' | 'retail_tiers' | 'is_on_sale_now' | 'lead_days' | 'factor' | 'shown_unit'
> & {
  lead_days_min: number | null;
  lead_days_max: number | null;
  factor_base: number;
  factor_sales: number;
  own_category_ids: number[] | null;
  retail_tiers: Tier[] | null;
  buyer_tiers: Tier[] | null;
  catalogue_version: number;
};

// The bounds of `asked.id` are true of every id. They make PostgreSQL expect one row whatever the list, so that the
// plan without values costs no more than one with them and is kept: planning again takes eight times as long as running
// it.
const selectOffers = priceContextStatement<OfferRow>(
  'offers',
  (
    priceContext,
  ) => `select p.id as product_id, p.idcode, p.id_1c, p.model_id, p.slug, p.name, p.article, p.images[1] as image, p.brand_id,
    p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step, p.min_count, p.max_count, p.lead_days_min, p.lead_days_max, p.weight_grams, p.vat_rate,
    p.switched_off_at is not null as switched_off,
    retail.price, ${oldPriceSql()} as old_price, buyer.price as buyer_price, ${availableSql} as available,
    main.code as category_code,
    (select array_agg(category_id) from product_categories where product_id = p.id) as own_category_ids,
    (select json_agg(json_build_object('from_count', from_count, 'price', price) order by from_count)
      from price_tiers where price_column = $1::text and product_id = p.id) as retail_tiers,
    (select json_agg(json_build_object('from_count', from_count, 'price', price) order by from_count)
      from price_tiers where price_column = $2::text and product_id = p.id) as buyer_tiers,
    (select version from catalogue_version) as catalogue_version
  from unnest($3::int[]) as asked (id)
  join products p on p.id = asked.id ${offerJoins(priceContext)}
  left join product_categories pc on pc.product_id = p.id and pc.is_main
  left join categories main on main.id = pc.category_id
  where asked.id between 1 and 2147483647`,
);

/** The branch's offers for these products, switched-off ones too (a cart still holds them). Unknown ids are absent. */
export async function offersOf(db: Db, priceContext: PriceContext, productIds: number[]): Promise<Map<number, Offer>> {
  const ids = [...new Set(productIds)].filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647);
  if (ids.length === 0) return new Map();
  const rows = await selectOffers(db, priceContext, [priceContext.price_column, priceContext.buyer_price_column, ids]);
  const tree = await loadTree(db, rows[0]?.catalogue_version);
  return new Map(
    rows.map((read) => {
      const row = withPlanned(priceContext, read.product_id, read);
      const {
        factor_base,
        factor_sales,
        lead_days_min,
        lead_days_max,
        own_category_ids,
        retail_tiers,
        buyer_tiers,
        catalogue_version: _,
        ...offer
      } = row;
      const buyers = row.buyer_price === null ? null : priceContext.buyer_price_column;
      const charged = row.buyer_price ?? row.price;
      return [
        row.product_id,
        {
          ...offer,
          shown_unit: tree.units.shown(row.unit),
          category_ids: ancestorIds(tree, own_category_ids ?? []),
          price_column: buyers ?? priceContext.price_column,
          tiers: cheaperTiers(charged, (buyers !== null ? buyer_tiers : retail_tiers) ?? []),
          retail_tiers: cheaperTiers(row.price, retail_tiers ?? []),
          is_on_sale_now: isOnSale(charged, row),
          lead_days:
            lead_days_min === null || lead_days_max === null
              ? null
              : ([lead_days_min, lead_days_max] as [number, number]),
          factor: [factor_base, factor_sales] as [number, number],
        },
      ];
    }),
  );
}

/** What must be known of a product before it goes into a cart: a cart holds ids and counts, never prices. */
export type Orderable = Pick<
  Offer,
  'product_id' | 'idcode' | 'name' | 'shown_unit' | 'step' | 'min_count' | 'max_count' | 'is_on_sale_now'
>;

/** The rule of `isOnSale` as SQL, over `offerJoins`. */
export const isOnSaleSql = `(${chargedPriceSql} is not null and p.switched_off_at is null
  and coalesce(greatest(stock.on_hand - stock.reserved, 0), 0) >= p.min_count)`;

type OrderableRow = Omit<Orderable, 'shown_unit'> & { unit: string; unit_row: UnitRow | null };

const selectOrderable = priceContextStatement<OrderableRow>(
  'orderable',
  (priceContext) => `select p.id as product_id, p.idcode, p.name, p.unit,
    (select to_json(u) from units u where u.name = p.unit) as unit_row, p.step, p.min_count, p.max_count, ${isOnSaleSql} as is_on_sale_now
  from products p ${offerJoins(priceContext)} where p.id = $1::int`,
);

/**
 * Whether the branch sells it now and in which counts; null: unknown id. Without history, tiers and categories: a third
 * of `offersOf`.
 */
export async function orderableOf(db: Db, priceContext: PriceContext, product_id: number): Promise<Orderable | null> {
  if (!Number.isInteger(product_id) || product_id < 1 || product_id > 2_147_483_647) return null;
  const [row] = await selectOrderable(db, priceContext, [product_id]);
  if (!row) return null;
  const { unit, unit_row, ...orderable } = row;
  return { ...orderable, shown_unit: shownUnitOf(unit, unit_row) };
}

/** Kopecks for one sales unit when `count` are taken: the tier reached, else the buyer's or the branch's price. */
export function priceAt(offer: Pick<Offer, 'price' | 'buyer_price' | 'tiers'>, count: number): number | null {
  const charged = offer.buyer_price ?? offer.price;
  if (charged === null) return null;
  return offer.tiers.findLast((tier) => tier.from_count <= count)?.price ?? charged;
}

/** What the branch charges everybody else for so many; null: no price of its own. */
export function retailPriceAt(
  { price, retail_tiers }: Pick<Offer, 'price' | 'retail_tiers'>,
  count: number,
): number | null {
  return priceAt({ price, buyer_price: null, tiers: retail_tiers }, count);
}

/** S7-10: neither a product without a price nor one whose stock was never sent is orderable. */
export function isOnSale(
  charged: number | null,
  product: { switched_off: boolean; available: number | null; min_count: number },
): boolean {
  return charged !== null && !product.switched_off && (product.available ?? 0) >= product.min_count;
}

/** Drops tiers that would not make the price lower. */
export function cheaperTiers(charged: number | null, tiers: Tier[]): Tier[] {
  if (charged === null) return [];
  let lowest = charged;
  return tiers.filter((tier) => {
    const isCheaper = tier.price < lowest;
    if (isCheaper) lowest = tier.price;
    return isCheaper;
  });
}
