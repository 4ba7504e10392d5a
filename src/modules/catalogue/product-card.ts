import { momentOf, type PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import {
  cardOf,
  type FactsRow,
  factColumns,
  factJoins,
  factsOf,
  isNew,
  type OfferSource,
  type ProductCard,
} from './card.ts';
import { loadTree } from './categories.ts';
import { homeDelivery } from './home-delivery.ts';
import { availableSql, offerJoins, oldPriceSql, priceContextStatement, stockOf, withPlanned } from './offers.ts';
import { branchPoints, handingOver } from './points.ts';
import { fewestNamed } from './popularity.ts';

type CardRow = FactsRow &
  Omit<OfferSource, 'is_hit' | 'is_new' | 'delivery'> & {
    created_at: Date;
  };

// The points' stores are named outright, like all partitions: asked through `stock`, each product would look into every
// store.
const cardsText = (priceContext: PriceContext, stores: string[], where: string) => `
  select ${factColumns}, retail.price, ${oldPriceSql('coalesce($3::timestamptz, now())')} as old_price, buyer.price as buyer_price,
    ${availableSql} as available, p.created_at,
    ${countHere(stores, (at) => `($1::bool[])[${at}]`)} as pickup_points_today,
    ${countHere(stores, (at) => `(coalesce(${availableSql}, 0) < p.min_count or ($4::bool[])[${at}])`)} as pickup_points_later, p.switched_off_at is not null as switched_off,
    (select count(*)::int from products other where other.model_id = p.model_id and other.switched_off_at is null)
      as variants_count
  from products p ${offerJoins(priceContext)} ${factJoins}
  where ${where}`;

/** How many of these stores have the product; of which it is asked, by their number from 1, SQL of a yes or no. */
function countHere(stores: string[], isAsked: (at: number) => string = () => 'true'): string {
  if (stores.length === 0) return '0';
  const asked = stores.map(
    (store, at) => `select 1 from ${stockOf(store)} here
        where ${isAsked(at + 1)} and here.product_id = p.id and here.on_hand - here.reserved >= p.min_count`,
  );
  return `(select count(*)::int from (${asked.join(' union all ')}) here)`;
}

const selectByIds = priceContextStatement<CardRow>('cards', (priceContext, stores) =>
  cardsText(priceContext, stores, 'p.id = any($2::int[])'),
);
const selectByIdcodes = priceContextStatement<CardRow>('coded', (priceContext, stores) =>
  cardsText(priceContext, stores, 'p.idcode = any($2::text[])'),
);

/**
 * Cards in the order asked for; unknown ids are absent, switched-off products are there with `switched_off: true`
 * (favourites and comparison name them «Снят с продажи»). `now`: the moment whose hours say where goods can be had, and
 * whose day says what is new.
 */
export async function productCards(
  db: Db,
  priceContext: PriceContext,
  by: { ids: number[] } | { idcodes: string[] },
  now = momentOf(priceContext),
): Promise<ProductCard[]> {
  const keys: (number | string)[] = [...new Set<number | string>('ids' in by ? by.ids : by.idcodes)];
  if (keys.length === 0) return [];
  const select = 'ids' in by ? selectByIds : selectByIdcodes;
  const [points, delivery] = await Promise.all([branchPoints(db, priceContext), homeDelivery(db, priceContext)]);
  const { storesToday, pointsTomorrow, storesTomorrow } = handingOver(points, now);
  const areIn = (some: string[]) => points.map(({ store }) => some.includes(store));
  const [tree, hits, rows] = await Promise.all([
    loadTree(db),
    hitProducts(db),
    select(
      db,
      priceContext,
      [areIn(storesToday), keys, priceContext.shown_at ?? null, areIn(storesTomorrow)],
      points.map((point) => point.store),
    ),
  ]);
  const cards = new Map(
    rows.map(
      (row) =>
        [
          'ids' in by ? row.id : row.idcode,
          cardOf(factsOf(row, tree), {
            ...withPlanned(priceContext, row.id, row),
            delivery,
            is_hit: hits.has(row.id),
            is_new: isNew(row.created_at, now),
            pickup_points_later: row.pickup_points_later + ((row.available ?? 0) >= row.min_count ? pointsTomorrow : 0),
          }),
        ] as const,
    ),
  );
  return keys.flatMap((key) => cards.get(key) ?? []);
}

const selectHits = preparedStatement<{ id: number }>(
  'hits',
  // The border of the twentieth is percentile_disc(0.95), read from the index of 0340 alone.
  `select distinct on (pc.category_id) p.id from products p
  join product_categories pc on pc.product_id = p.id and pc.is_main
  where p.switched_off_at is null and p.popularity >= greatest(${fewestNamed}, (
    select popularity from products where switched_off_at is null and popularity > 0 order by popularity desc
    offset (select count(*) / 20 from products where switched_off_at is null and popularity > 0) limit 1))
  order by pc.category_id, p.popularity desc, p.id`,
);

/**
 * Goods that carry «Хит»: among the best-selling twentieth of the shop, the best of their section, and as popular as
 * what the product's page names (decision 578). A list that is sorted by popularity would have the mark on every card
 * otherwise. Asked for again every ten minutes, beside the answers.
 */
export const hitProducts: (db: Db) => Promise<ReadonlySet<number>> = cachedRead<ReadonlySet<number>>({
  name: 'hits',
  freshMs: 600_000,
  tags: [],
  read: async (db) => new Set((await selectHits(db, [])).map(({ id }) => id)),
});
