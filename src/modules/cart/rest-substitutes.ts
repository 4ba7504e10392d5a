import { loadTree } from '#modules/catalogue/categories.ts';
import { isOnSaleSql, type Offer, offerJoins, offersOf, priceContextStatement } from '#modules/catalogue/offers.ts';
import { readSpecs } from '#modules/catalogue/product-rows.ts';
import { mostNeighbours, rankSubstitutes, type SubstituteKind, thingOf } from '#modules/catalogue/substitutes.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { isSameFactor, type PricedGoods } from '#shared/price-gap.ts';
import { splitByStock } from '#shared/stock-split.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { baseAmount, countFor, type SaleUnits } from '#shared/units.ts';

/** Goods that can be had instead of those a line lacks. Money in kopecks, counts in sales units of the substitute. */
export type Substitute = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  shown_unit: ShownUnit;
  /** As much as the line lacks, measured in base units and rounded up; all of it is in the store. */
  count: number;
  price: number;
  /** What it costs more (or less) than the product itself, for one sales unit of `per`. */
  difference: number;
  per: ShownUnit;
};

/** A line that lacks `missing` sales units; `price` is what one of them costs. */
export type ShortLine = PricedGoods & { id: number; missing: number; price: number };

/** For so many lines of a cart; more short ones at once are no slip of the stock. */
const mostLines = 20;

type Candidate = { for_id: number; id: number; kind: SubstituteKind };

const selectCandidates = priceContextStatement<Candidate>(
  'rest_substitutes',
  (priceContext) => `select own.id as for_id, found.id, found.kind
  from products own
  cross join lateral (
    (select p.id, 'variant' as kind, 0 as rank, p.id::bigint as place
      from products p where p.model_id = own.model_id and p.id <> own.id and p.switched_off_at is null)
    union all
    (select l.linked_product_id, 'named', 1, l.position::bigint
      from product_links l where l.product_id = own.id and l.kind = 'analogue')
    union all
    (select best.id, 'neighbour', 2, best.place from (
      select p.id, row_number() over (order by ${isOnSaleSql} desc, p.popularity desc, p.id) as place
      from product_categories mine
      join product_categories theirs on theirs.category_id = mine.category_id and theirs.is_main
      join products p on p.id = theirs.product_id ${offerJoins(priceContext)}
      where mine.product_id = own.id and mine.is_main and p.model_id <> own.model_id and p.switched_off_at is null
      order by place limit ${mostNeighbours}) best)
  ) found
  where own.id = any ($1::int[])
  order by own.id, found.rank, found.place, found.id`,
);

/**
 * The first substitute of each of the first lines that the branch's store has all the missing of; lines without one are
 * absent. Which goods can stand in, and in which order, is the rule of the product's page; but another size or colour
 * is for the buyer to choose there, not put into the cart by one press.
 */
export async function findSubstitutes(
  db: Db,
  priceContext: PriceContext,
  short: ShortLine[],
): Promise<Map<number, Substitute>> {
  const lines = short.slice(0, mostLines);
  if (lines.length === 0) return new Map();
  const candidates = await selectCandidates(db, priceContext, [lines.map((line) => line.id)]);
  const ids = [...new Set(candidates.map(({ id }) => id))];
  const [offers, specsOf, { attributes }] = await Promise.all([
    offersOf(db, priceContext, ids),
    readSpecs(db, [...ids, ...lines.map((line) => line.id)]),
    loadTree(db),
  ]);
  const thing = (id: number) => thingOf(attributes, specsOf.get(id));
  const found = new Map<number, Substitute>();
  for (const line of lines) {
    const kinds = new Map<number, SubstituteKind>();
    for (const { for_id, id, kind } of candidates) if (for_id === line.id && !kinds.has(id)) kinds.set(id, kind);
    const goods = [...kinds].flatMap(([id, kind]) => {
      const enough = enoughOf(line, offers, id);
      if (!enough || (kind === 'variant' && isSameFactor(line, enough))) return [];
      return { kind, goods: { ...enough, thing: thing(id) } };
    });
    const [best] = rankSubstitutes({ ...line, thing: thing(line.id) }, goods);
    if (!best?.gap) continue;
    const { id, idcode, slug, name, shown_unit, count, price } = best.goods;
    const { kopecks: difference, per } = best.gap;
    found.set(line.id, { id, idcode, slug, name, shown_unit, count, price, difference, per });
  }
  return found;
}

/** As much of the product as the line lacks, at the price of so many; null: not there, or not to be measured by it. */
function enoughOf(line: ShortLine, offers: ReadonlyMap<number, Offer>, id: number) {
  const offer = offers.get(id);
  if (!offer?.is_on_sale_now || offer.base_unit !== line.base_unit) return null;
  const { idcode } = offer;
  const { count, exceeds_max } = substituteCount(line, line.missing, offer);
  if (exceeds_max || splitByStock(offer, offer.available, count).rest > 0) return null;
  const { price } = ensure(priceLines(offers, [{ product_id: id, product_idcode: idcode, count }], null).lines[0]);
  return { ...offer, id, count, price };
}

/** `missing` sales units of one product in sales units of another, by what they measure. */
export function substituteCount(line: Pick<SaleUnits, 'factor'>, missing: number, offer: SaleUnits) {
  return countFor(baseAmount(missing, line.factor), offer.factor, offer);
}
