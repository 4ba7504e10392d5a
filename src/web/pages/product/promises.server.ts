import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { listPages } from '#modules/content/pages.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { DeliveryRate } from '#shared/delivery-rate.ts';
import { deliveryDates } from '#web/parts/order/receiving/dates.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What the shop promises with a product that can be bought; null where no row says it. */
export type Promises = {
  /** To the branch's own city, named in the dative: «Завтра», «Ср, 26 ноября». `weight_grams`: of a sales unit. */
  delivery: { day: string; place: string; rates: DeliveryRate[]; weight_grams: number | null } | null;
  /** «24 месяца», as the product's own attribute says. */
  warranty: string | null;
  /** Title of the page on returns. */
  returns: string | null;
  /** What the first step of the bonus card gives for it, in per cent of the price. */
  bonus_percent: number | null;
};

/** The attribute that holds a warranty, by its code in 1C. */
const warrantyCode = 'garantiya';

const promisesOfBranch = cachedRead({
  name: 'branch_promises',
  freshMs: 10_000,
  maxMs: 60_000,
  tags: ['departments', 'content'],
  whileFollowed: true,
  read: async (db, department_id_1c) => {
    const [zones, pages, programme] = await Promise.all([
      listDeliveryZones(db, department_id_1c),
      listPages(db, { department_id_1c }),
      findProgramme(db, 'bonus'),
    ]);
    return { zones, returns: pages.find(({ slug }) => slug === 'returns')?.title ?? null, programme };
  },
});

/** The same delivery as on the page of delivery and in the checkout: by the branch's zones, to its own city. */
export async function readPromises(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  product: ProductPage,
  now = new Date(),
): Promise<Promises> {
  const { department, priceContext } = requestContext;
  const { zones, returns, programme } = await promisesOfBranch(db, department.id_1c);
  // The zone and its day only: the weight follows the count that is chosen on the page.
  const quote = quoteDelivery(zones, department.city, null);
  const day = deliveryDates(department, quote, now)[0]?.words;
  const rates = zones.find(({ id }) => id === quote.zone_id)?.rates ?? [];
  const warranty = product.specifications.flatMap(({ rows }) => rows).find(({ code }) => code === warrantyCode);
  // Goods at a lowered price and those of firms earn none (`earnForOrders`).
  const isEarning = programme?.expiry_days && product.old_price === null && priceContext.buyer_price_column === null;
  const first = isEarning ? programme.levels.find(({ from_sum_kopecks }) => from_sum_kopecks === 0) : undefined;
  return {
    delivery:
      day === undefined || rates.length === 0
        ? null
        : { day, place: department.names_cases.dative, rates, weight_grams: product.weight_grams },
    warranty: warranty?.text ?? null,
    returns,
    bonus_percent: first?.percent ?? null,
  };
}
