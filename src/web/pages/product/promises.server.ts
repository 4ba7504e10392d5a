import { homeDelivery } from '#modules/catalogue/home-delivery.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { listPages } from '#modules/content/pages.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import type { DeliveryRate } from '#shared/delivery-rate.ts';
import { dayWords } from '#web/parts/order/receiving/dates.ts';
import { daysBetween } from '#web/parts/order/receiving/slot-choice.ts';
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
  read: (db, department_id_1c) => readRows(db, department_id_1c, new Date()),
});

async function readRows(db: Db, department_id_1c: string, now: Date) {
  const [pages, programme] = await Promise.all([listPages(db, { department_id_1c, now }), findProgramme(db, 'bonus')]);
  return { returns: pages.find(({ slug }) => slug === 'returns')?.title ?? null, programme };
}

/** The same delivery as on cards and in the checkout: by the branch's zones and free slots, to its own city. */
export async function readPromises(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  product: ProductPage,
): Promise<Promises> {
  const { department, priceContext, preview } = requestContext;
  const [{ returns, programme }, home] = await Promise.all([
    preview ? readRows(db, department.id_1c, preview.at) : promisesOfBranch(db, department.id_1c),
    homeDelivery(db, department.id_1c),
  ]);
  const warranty = product.specifications.flatMap(({ rows }) => rows).find(({ code }) => code === warrantyCode);
  // Goods at a lowered price and those of firms earn none (`earnForOrders`).
  const isEarning = programme?.expiry_days && product.old_price === null && priceContext.buyer_price_column === null;
  const first = isEarning ? programme.levels.find(({ from_sum_kopecks }) => from_sum_kopecks === 0) : undefined;
  return {
    delivery:
      home === null || home.rates.length === 0
        ? null
        : {
            day: dayWords(home.date, daysBetween(home.today, home.date)),
            place: department.names_cases.dative,
            // The day only: the weight follows the count that is chosen on the page.
            rates: home.rates,
            weight_grams: product.weight_grams,
          },
    warranty: warranty?.text ?? null,
    returns,
    bonus_percent: first?.percent ?? null,
  };
}
