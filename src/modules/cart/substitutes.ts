import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { plainUnit, type ShownUnit } from '#shared/unit-words.ts';
import { baseAmount, countFor, type SaleUnits, unitPrice } from '#shared/units.ts';

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
export type ShortLine = SaleUnits & { id: number; missing: number; price: number };

/** For so many lines of a cart; more short ones at once are no slip of the stock. */
const mostLines = 20;

/** So many are looked at for one line: those the shop named first, then best sellers of the category. */
const mostCandidates = 24;

/** Goods at another price class are no substitute, unless the shop itself named them. */
const widestPriceShare = 0.4;

type Candidate = { for_id: number; id: number; is_named: boolean };

const selectCandidates = preparedStatement<Candidate>(
  'cart_substitutes',
  `select own.id as for_id, found.id, found.is_named
  from products own
  cross join lateral (
    (select l.linked_product_id as id, true as is_named, l.position::bigint as place
      from product_links l where l.product_id = own.id and l.kind = 'analogue')
    union all
    (select p.id, false, 1000000 - p.popularity::bigint
      from product_categories mine
      join product_categories theirs on theirs.category_id = mine.category_id and theirs.is_main
      join products p on p.id = theirs.product_id
      where mine.product_id = own.id and mine.is_main and p.model_id <> own.model_id and p.base_unit = own.base_unit
        and p.switched_off_at is null
      order by p.popularity desc, p.id limit ${mostCandidates})
  ) found
  where own.id = any ($1::int[])
  order by own.id, found.is_named desc, found.place, found.id`,
);

/** The nearest substitute in the branch's store for each of the first lines; those without one are absent. */
export async function findSubstitutes(
  db: Db,
  priceContext: PriceContext,
  short: ShortLine[],
): Promise<Map<number, Substitute>> {
  const lines = short.slice(0, mostLines);
  if (lines.length === 0) return new Map();
  const candidates = await selectCandidates(db, [lines.map((line) => line.id)]);
  const offers = await offersOf(db, priceContext, [...new Set(candidates.map(({ id }) => id))]);
  const found = new Map<number, Substitute>();
  for (const line of lines) {
    const fitting = candidates
      .filter(({ for_id }) => for_id === line.id)
      .flatMap(({ id, is_named }) => {
        const substitute = substituteOf(line, offers, id);
        return substitute
          ? [{ is_named, substitute, share: Math.abs(substitute.difference) / pricePer(line, substitute) }]
          : [];
      })
      .filter(({ is_named, share }) => is_named || share <= widestPriceShare);
    const [best] = fitting.toSorted((a, b) => Number(b.is_named) - Number(a.is_named) || a.share - b.share);
    if (best) found.set(line.id, best.substitute);
  }
  return found;
}

function substituteOf(line: ShortLine, offers: ReadonlyMap<number, Offer>, id: number): Substitute | null {
  const offer = offers.get(id);
  if (!offer?.is_on_sale_now || offer.base_unit !== line.base_unit) return null;
  const { idcode, slug, name, unit, shown_unit } = offer;
  const { count, exceeds_max } = substituteCount(line, line.missing, offer);
  if (exceeds_max || splitByStock(offer, offer.available, count).rest > 0) return null;
  const { price } = ensure(priceLines(offers, [{ product_id: id, product_idcode: idcode, count }], null).lines[0]);
  const isSamePack = isSameFactor(line, offer) && unit === line.unit;
  const difference = isSamePack
    ? price - line.price
    : unitPrice(price, offer.factor) - unitPrice(line.price, line.factor);
  const per = isSamePack ? shown_unit : plainUnit(line.base_unit);
  return { id, idcode, slug, name, shown_unit, count, price, difference, per };
}

/** What the product itself costs for one `per` of the substitute. */
function pricePer(line: ShortLine, { per, shown_unit }: Substitute): number {
  return Math.max(per === shown_unit ? line.price : unitPrice(line.price, line.factor), 1);
}

/** `missing` sales units of one product in sales units of another, by what they measure. */
export function substituteCount(line: Pick<SaleUnits, 'factor'>, missing: number, offer: SaleUnits) {
  return countFor(baseAmount(missing, line.factor), offer.factor, offer);
}

function isSameFactor(a: SaleUnits, b: SaleUnits): boolean {
  return a.factor[0] * b.factor[1] === b.factor[0] * a.factor[1];
}
