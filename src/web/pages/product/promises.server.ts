import { orderMethods } from '#integrations/payments/order-methods.ts';
import { homeDelivery } from '#modules/catalogue/home-delivery.ts';
import { warrantyCode } from '#modules/catalogue/warranty.ts';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { listPages } from '#modules/content/pages.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { type CreditProgram, listCreditPrograms } from '#modules/payments/credit-programs.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { takeBackDays } from '#shared/constants.ts';
import { type DeliveryRate, rateFor } from '#shared/delivery-rate.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { cartUrl, creditUrl, infoUrl } from '#shared/urls.ts';
import { isFromRoll } from '#shared/vehicle.ts';
import { choiceWords } from '#web/parts/order/receiving/dates.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What the shop promises with a product that can be bought; null where no row says it. */
export type Promises = {
  /**
   * To the branch's own city, named in the dative: «Завтра», «Ср, 26 ноября». `weight_grams`: of a sales unit. `roll`:
   * how long the roll is when it is carried, «рулон 4 м».
   */
  delivery: {
    day: string;
    place: string;
    rates: DeliveryRate[];
    weight_grams: number | null;
    roll: string | null;
  } | null;
  /** Of what has no price yet: the day is agreed with whoever names it. */
  asked: { words: string; load: string } | null;
  /** Returns, warranty, credit: a sentence each, and where it leads; `rel` of a link that robots need not follow. */
  lines: { icon: string; words: string; url: string | null; rel?: string }[];
  /** What the first step of the bonus card gives for it, in per cent of the price. */
  bonus_percent: number | null;
};

const promisesOfBranch = cachedRead({
  name: 'branch_promises',
  freshMs: 10_000,
  maxMs: 60_000,
  tags: ['departments', 'content'],
  whileFollowed: true,
  read: (db, department_id_1c) => readRows(db, department_id_1c, new Date(), null),
});

async function readRows(db: Db, department_id_1c: string, now: Date, drafts: ShownDrafts) {
  const [pages, programme, credit] = await Promise.all([
    listPages(db, { department_id_1c, now }),
    findProgramme(db, 'bonus'),
    listCreditPrograms(db, now, drafts),
  ]);
  return { returns: pages.find(({ slug }) => slug === 'returns')?.title ?? null, programme, credit };
}

/** The same delivery as on cards and in the checkout: by the branch's zones and free slots, to its own city. */
export async function readPromises(
  { db, requestContext, partners }: Pick<Shop, 'db' | 'requestContext' | 'partners'>,
  product: ProductPage,
): Promise<Promises> {
  const { department, priceContext, preview } = requestContext;
  const [{ returns, programme, credit }, home] = await Promise.all([
    preview ? readRows(db, department.id_1c, preview.at, preview.drafts) : promisesOfBranch(db, department.id_1c),
    homeDelivery(db, priceContext),
  ]);
  const warranty = product.specifications.flatMap(({ rows }) => rows).find(({ code }) => code === warrantyCode);
  const isFirm = priceContext.buyer_price_column !== null;
  const methods = orderMethods(partners.payments);
  // Goods at a lowered price and those of firms earn none (`earnForOrders`).
  const isEarning = programme?.expiry_days && product.old_price === null && !isFirm;
  const first = isEarning ? programme.levels.find(({ from_sum_kopecks }) => from_sum_kopecks === 0) : undefined;
  return {
    delivery:
      home === null || home.rates.length === 0
        ? null
        : {
            day: choiceWords(home.date, home.today),
            place: department.names_cases.dative,
            // The day only: the weight follows the count that is chosen on the page.
            rates: home.rates,
            weight_grams: product.weight_grams,
            roll: rollOf(product),
          },
    asked: home === null || product.is_on_sale_now ? null : askedDelivery(home.rates, department, product),
    lines: [
      ...(returns ? [{ icon: 'undo-2', words: returnWords(returns, isFirm, product), url: infoUrl('returns') }] : []),
      ...(warranty ? [{ icon: 'shield-check', words: `Гарантия ${warranty.text}`, url: null }] : []),
      ...(isFirm && methods.includes('invoice')
        ? [{ icon: 'file-text', words: 'Счёт и\u00a0КП — в\u00a0корзине, УПД при получении', url: cartUrl() }]
        : []),
      ...(!isFirm && methods.includes('credit') ? creditLine(product, credit) : []),
    ],
    bonus_percent: first?.percent ?? null,
  };
}

function askedDelivery(
  rates: DeliveryRate[],
  { names_cases }: Shop['requestContext']['department'],
  { weight_grams, min_count, shown_unit }: ProductPage,
): Promises['asked'] {
  const grams = weight_grams === null ? 0 : weight_grams * min_count;
  const rate = grams > 0 ? rateFor(rates, grams) : null;
  if (!rate) return null;
  return {
    words: `Доставка по\u00a0${names_cases.dative}, ${formatPrice(rate.price_kopecks)}`,
    load: `${shownAmount(min_count, shown_unit)}, ${formatWeight(grams)}: ${rate.vehicle}`,
  };
}

/** What is cut from a roll is as long as the roll is wide; null: it is no roll. */
function rollOf(product: ProductPage): string | null {
  if (!isFromRoll(product)) return null;
  const width = product.specifications
    .flatMap(({ rows }) => rows)
    .find(({ name, unit }) => name === 'Ширина' && unit !== null && /^(м|см|мм)$/.test(unit));
  return width ? `рулон ${width.text}` : null;
}

/**
 * The days are those of the law on consumers’ rights: a firm has none by it. What is cut as the buyer says is not taken
 * back, which the terms of return and the order's page say too.
 */
function returnWords(title: string, isFirm: boolean, { shown_unit }: ProductPage): string {
  if (shown_unit.parts > 1) return 'Отрез без\u00a0брака обратно не\u00a0принимаем';
  return isFirm ? title : `${title} в\u00a0течение ${countOf(takeBackDays, 'дня', 'дней', 'дней')}`;
}

/**
 * To the calculator, where a bank lends as much as the least count costs. It names no figure: a payment may not be told
 * without the full cost of the credit (law 38-ФЗ, article 28).
 */
function creditLine({ id, price, min_count }: ProductPage, programs: CreditProgram[]): Promises['lines'] {
  const sum = (price ?? 0) * min_count;
  if (!programs.some(({ min_sum_kopecks, max_sum_kopecks }) => min_sum_kopecks <= sum && sum <= max_sum_kopecks))
    return [];
  const url = `${creditUrl()}?sum=${Math.ceil(sum / 100)}&product=${id}`;
  return [{ icon: 'wallet', words: 'Можно в кредит: посчитать платёж', url, rel: 'nofollow' }];
}
