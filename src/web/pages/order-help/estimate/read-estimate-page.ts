import type { ProductCard } from '#modules/catalogue/card.ts';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import { differencesOf } from '#modules/estimates/differences.ts';
import { type EstimateLine, readEstimate } from '#modules/estimates/queries.ts';
import { listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { formatWeight } from '#shared/plurals.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { amountWords, baseAmount } from '#shared/units.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { estimateKey } from './owner.ts';

/** A product that may be meant, as a row of the choice shows it. Money in kopecks. */
export type Offered = Pick<
  ProductCard,
  | 'id'
  | 'idcode'
  | 'slug'
  | 'name'
  | 'article'
  | 'price'
  | 'buyer_price'
  | 'shown_unit'
  | 'step'
  | 'min_count'
  | 'max_count'
  | 'available'
  | 'pickup_points_today'
  | 'pickup_points_later'
  | 'lead_days'
  | 'switched_off'
  | 'is_on_sale_now'
> & { image: string | null; charged: number | null };

export type ShownLine = Omit<EstimateLine, 'candidates'> & {
  candidates: Offered[];
  /** Of the chosen count: what is charged per sales unit and in all; null without a product that has a price. */
  price: number | null;
  sum: number | null;
  /** «цена от 10 упак.»: so many are wanted that each costs less; null: the usual price. */
  tier_words: string | null;
  /** «= 24,1 м²», where sales units are not what is measured. */
  base_text: string | null;
  /** How many there are where more is wanted, in sales units; null: enough, or nothing to compare. */
  left: number | null;
  /** What is charged for those that are there, kopecks. */
  sum_now: number;
  state: LineState;
  /** What of the line the chosen product does not answer, where it is to be checked. */
  differences: string[];
};

/** What the filters of the page tell apart. */
export type LineState = 'found' | 'choice' | 'doubtful' | 'none';

/**
 * Everything the page of an estimate shows: prices, tiers and stock of this branch as they are now. Throws not_found.
 */
export async function readEstimatePage(shop: Shop, id: string) {
  const { db, requestContext } = shop;
  const { department } = requestContext;
  const [estimate, zones] = await Promise.all([
    readEstimate(db, requestContext.priceContext, estimateKey(shop), id),
    listDeliveryZones(db, department.id_1c),
  ]);
  const chosen = estimate.lines.flatMap(({ product_id, count }) =>
    product_id !== null && count !== null ? [{ product_id, count }] : [],
  );
  const offers = await offersOf(db, requestContext.priceContext, [...new Set(chosen.map((line) => line.product_id))]);
  const lines = estimate.lines.map((line): ShownLine => {
    const offer = line.product_id === null ? undefined : offers.get(line.product_id);
    const input =
      offer && line.count ? [{ product_id: offer.product_id, product_idcode: offer.idcode, count: line.count }] : [];
    const [priced] = priceLines(offers, input, null).lines;
    const left = offer && line.count ? leftOf(offer, line.count) : null;
    const isHere = offer?.is_on_sale_now ?? false;
    return {
      ...line,
      candidates: line.candidates.map(offeredOf),
      price: priced?.price ?? null,
      sum: priced?.sum ?? null,
      tier_words: offer && line.count ? tierWords(offer, line.count) : null,
      base_text: offer && line.count ? baseText(offer, line.count) : null,
      left,
      sum_now: !isHere ? 0 : left === null ? (priced?.sum ?? 0) : left * (priced?.price ?? 0),
      state: stateOf(line),
      differences: offer && stateOf(line) === 'doubtful' ? differencesOf(line, offer) : [],
    };
  });
  const taken = lines.filter((line) => line.is_taken && line.sum !== null);
  const ordered = taken.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id ?? 0);
    return offer && count ? [{ product_id: offer.product_id, product_idcode: offer.idcode, count }] : [];
  });
  const { weight_grams, is_weight_partial } = priceLines(offers, ordered, null);
  const delivery = quoteDelivery(zones, department.city, is_weight_partial ? null : weight_grams);
  return {
    id: estimate.id,
    title: estimate.file_name ?? 'Смета',
    created_text: formatDateTime(estimate.created_at, department.time_zone),
    lines,
    counts: countStates(lines),
    taken: taken.length,
    total: taken.reduce((sum, line) => sum + (line.sum ?? 0), 0),
    total_now: taken.reduce((sum, line) => sum + line.sum_now, 0),
    /** «от 458 кг»; null: nothing has a weight. */
    weight_text: weight_grams > 0 ? `${is_weight_partial ? 'от\u00a0' : ''}${formatWeight(weight_grams)}` : null,
    /** «доставка по Вологде — 1 490 ₽»; null: the operator names the price. */
    delivery_text:
      delivery.price === null || weight_grams === 0
        ? null
        : `доставка по ${department.names_cases.dative} — ${formatPrice(delivery.price)}`,
  };
}

export type EstimatePage = Awaited<ReturnType<typeof readEstimatePage>>;

function offeredOf(card: ProductCard): Offered {
  return {
    id: card.id,
    idcode: card.idcode,
    slug: card.slug,
    name: card.name,
    article: card.article,
    price: card.price,
    buyer_price: card.buyer_price,
    charged: card.buyer_price ?? card.price,
    shown_unit: card.shown_unit,
    step: card.step,
    min_count: card.min_count,
    max_count: card.max_count,
    available: card.available,
    pickup_points_today: card.pickup_points_today,
    pickup_points_later: card.pickup_points_later,
    lead_days: card.lead_days,
    switched_off: card.switched_off,
    is_on_sale_now: card.is_on_sale_now,
    image: card.images[0] ?? null,
  };
}

function tierWords({ tiers, shown_unit }: Offer, count: number): string | null {
  const tier = tiers.findLast(({ from_count }) => from_count <= count);
  return tier ? `цена от ${shownAmount(tier.from_count, shown_unit, 'genitive')}` : null;
}

/** «24,1 м²» of so many, where sales units are not what is measured. */
export function baseText({ factor, shown_unit, base_unit }: Offer, count: number): string | null {
  if (factor[0] === factor[1] || factor[0] * shown_unit.parts === factor[1]) return null;
  return amountWords(baseAmount(count, factor), base_unit);
}

function leftOf(offer: Offer, count: number): number | null {
  const { now, rest } = splitByStock(offer, offer.available, count);
  return rest > 0 ? now : null;
}

function stateOf({ confidence, is_settled, product_id }: Omit<EstimateLine, 'candidates'>): LineState {
  if (product_id === null) return 'none';
  if (is_settled || confidence === 'exact' || confidence === 'sure') return 'found';
  return confidence === 'choice' ? 'choice' : 'doubtful';
}

function countStates(lines: Pick<ShownLine, 'state'>[]): Record<LineState, number> {
  const counts = { found: 0, choice: 0, doubtful: 0, none: 0 };
  for (const { state } of lines) counts[state]++;
  return counts;
}
