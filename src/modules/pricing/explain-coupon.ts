import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, plural } from '#shared/plurals.ts';
import {
  type CodeStep,
  type Coupon,
  couponCode,
  couponRefused,
  describeProblem,
  isUsable,
  type JudgedCode,
  judgeCode,
} from './coupon.ts';
import { type ConditionStep, type JudgedLines, judgeLines, type LineInput, type PricedCart } from './price-lines.ts';

export type ExplainedStep = {
  step: 'found' | CodeStep | ConditionStep | 'discount';
  is_passed: boolean;
  words: string;
};

/** How a code fares with a cart: what the shop does with it, and why. Kopecks. */
export type CouponExplanation = {
  /** As it is stored; null: no such code. */
  code: string | null;
  steps: ExplainedStep[];
  /** What the shop tells the buyer; null: the coupon is taken. */
  refusal: string | null;
  priced: PricedCart;
  /** Lines that the coupon does not touch, by product, and by which condition. */
  untouched: JudgedLines['untouched'];
};

type Asked = { typed: string; lines: readonly LineInput[]; buyer: string | null };

/**
 * Why a code works or does not, step by step, at a moment: judged and priced by the very functions of cart and order.
 * Prices are those of now. Counts no try and no use.
 */
export async function explainCoupon(
  db: Db,
  priceContext: PriceContext,
  { typed, lines, buyer }: Asked,
  now: Date,
): Promise<CouponExplanation> {
  const ids = lines.map(({ product_id }) => product_id);
  const [judged, offers] = await Promise.all([
    judgeCode(db, typed, priceContext.department_id_1c, buyer, now),
    offersOf(db, priceContext, ids),
  ]);
  const seen = judgeLines(offers, lines, judged?.coupon ?? null);
  const isGood = judged !== null && isUsable(judged);
  const priced = isGood ? seen.priced : judgeLines(offers, lines, null).priced;
  const { coupon_problem } = priced;
  return {
    code: judged?.coupon.code ?? null,
    steps: judged
      ? [...codeSteps(judged, buyer, now), ...conditionSteps(judged.coupon, seen), discountStep(priced)]
      : [{ step: 'found', is_passed: false, words: notFound(typed) }],
    refusal: isGood ? coupon_problem && describeProblem(coupon_problem) : couponRefused().message,
    priced,
    untouched: seen.untouched,
  };
}

function notFound(typed: string): string {
  const code = couponCode(typed);
  return code ? `Кода ${code} в магазине нет` : 'Кодов такого вида не бывает: 3–30 букв, цифр и дефисов';
}

function codeSteps(judged: JudgedCode, buyer: string | null, now: Date): ExplainedStep[] {
  const { coupon, passed } = judged;
  const off = coupon.kind === 'percent' ? `${coupon.percent}\u00a0%` : formatPrice(coupon.sum_kopecks);
  const step = (name: CodeStep, words: string) => ({ step: name, is_passed: passed[name], words });
  return [
    { step: 'found', is_passed: true, words: `Код ${coupon.code} есть, скидка ${off}` },
    ...(passed.published ? [] : [step('published', 'Черновик: ещё не опубликован')]),
    step('dates', dateWords(judged, now)),
    step('uses', usesWords(judged)),
    step('owner', ownerWords(judged, buyer)),
  ];
}

function dateWords({ starts_at, ends_at, passed }: JudgedCode, now: Date): string {
  if (!passed.dates)
    return starts_at && starts_at > now
      ? `Начнёт действовать ${formatDateTime(starts_at)}`
      : `Закончился ${formatDateTime(ends_at ?? now)}`;
  const [from, to] = [starts_at && `с ${formatDateTime(starts_at)}`, ends_at && `до ${formatDateTime(ends_at)}`];
  return from || to ? `Действует ${[from, to].filter(Boolean).join(' ')}` : 'Срок не ограничен';
}

function usesWords({ used_count, max_uses }: JudgedCode): string {
  if (max_uses === null) return `Использован ${countOf(used_count, 'раз', 'раза', 'раз')}, число не ограничено`;
  return `Использован ${countOf(used_count, 'раз', 'раза', 'раз')} из ${max_uses}`;
}

function ownerWords({ is_personal, passed }: JudgedCode, buyer: string | null): string {
  if (!is_personal) return 'Для всех покупателей';
  if (passed.owner) return 'Личный, этого покупателя';
  return buyer === null ? 'Личный: покупатель должен войти' : 'Личный, другого покупателя';
}

function conditionSteps(coupon: Coupon, seen: JudgedLines): ExplainedStep[] {
  return seen.conditions.map(({ step, problem }) => ({
    step,
    is_passed: problem === null,
    words: problem?.why === 'department' ? describeProblem(problem) : conditionWords[step](coupon, seen),
  }));
}

const conditionWords: Record<ConditionStep, (coupon: Coupon, seen: JudgedLines) => string> = {
  branch: () => 'Действует в этом филиале',
  business: ({ allows_b2b }, { priced: { lines }, untouched }) => {
    const business = lines.filter((line) => line.is_business_price).length;
    if (business === 0) return 'Строк по ценам для бизнеса нет';
    if (allows_b2b) return `На цены для бизнеса действует: ${countOf(business, 'строка', 'строки', 'строк')}`;
    const barred = [...untouched.values()].filter((why) => why === 'business').length;
    return `На цены для бизнеса не действует: ${countOf(barred, 'строка', 'строки', 'строк')} из ${lines.length}`;
  },
  category: ({ category_id, category_name }, { priced: { lines }, untouched }) => {
    if (category_id === null) return 'Раздел любой';
    const fits = lines.length - untouched.size;
    const words = `${plural(fits, 'подходит', 'подходят', 'подходят')} ${fits} из ${countOf(lines.length, 'строки', 'строк', 'строк')}`;
    return `Раздел «${category_name}»: ${words}`;
  },
  min_sum: ({ min_sum_kopecks }, { eligible_sum }) =>
    min_sum_kopecks === 0
      ? 'Минимума нет'
      : `Минимум ${formatPrice(min_sum_kopecks)}, есть ${formatPrice(eligible_sum)}`,
};

function discountStep({ discount, lines }: PricedCart): ExplainedStep {
  const cheaper = lines.filter((line) => line.discount > 0).length;
  return {
    step: 'discount',
    is_passed: discount > 0,
    words:
      discount > 0
        ? `Скидка ${formatPrice(discount)} на ${countOf(cheaper, 'строку', 'строки', 'строк')}`
        : 'Скидки не будет',
  };
}
