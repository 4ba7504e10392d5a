import type { ActionCoupon, ActionState } from '#modules/catalogue/actions.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatPrice } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { clock } from '#shared/work-time.ts';
import { lastMoment, localTime } from '#shared/zoned-time.ts';

type Dates = { starts_at: Date; ends_at: Date; state: ActionState };

const dayMs = 86_400_000;

/**
 * Days by the branch's own calendar, in words: «Осталось 5 дней», «Последний день, до 21:00», «Начнётся завтра»,
 * «Закончилась 12 ноября».
 */
export function daysLeft({ starts_at, ends_at, state }: Dates, zone: string, now: Date): string {
  if (state === 'ended') return `Закончилась ${dayOf(lastMoment(ends_at, zone), zone, now)}`;
  const moment = state === 'coming' ? starts_at : ends_at;
  const at = localTime(moment, zone);
  const last = state === 'current' ? lastMoment(moment, zone) : moment;
  const days = Math.round((Date.parse(localTime(last, zone).date) - Date.parse(localTime(now, zone).date)) / dayMs);
  const count = `${days}\u00a0${plural(days, 'день', 'дня', 'дней')}`;
  if (state === 'coming') {
    if (days === 0) return `Начнётся сегодня в ${clock(at.minute)}`;
    return days === 1 ? 'Начнётся завтра' : `Начнётся через ${count}`;
  }
  if (days === 0) return at.minute === 0 ? 'Последний день' : `Последний день, до ${clock(at.minute)}`;
  return days === 1 ? 'Заканчивается завтра' : `${plural(days, 'Остался', 'Осталось', 'Осталось')} ${count}`;
}

/** «с 12 ноября по 12 декабря», the last day included. */
export function datesWords({ starts_at, ends_at }: Pick<Dates, 'starts_at' | 'ends_at'>, zone: string, now: Date) {
  return `с\u00a0${dayOf(starts_at, zone, now)} по\u00a0${dayOf(lastMoment(ends_at, zone), zone, now)}`;
}

/** «по 15 декабря», the last day included; of one that does not run now also its first. */
export function cardDates({ starts_at, ends_at, state }: Dates, zone: string, now: Date): string {
  if (state !== 'current') return datesWords({ starts_at, ends_at }, zone, now);
  return `по\u00a0${dayOf(lastMoment(ends_at, zone), zone, now)}`;
}

/** «15 декабря», with the year when it is another than that of `now`. */
function dayOf(moment: Date, zone: string, now: Date): string {
  return dayWords(localTime(moment, zone).date, localTime(now, zone).date.slice(0, 4));
}

/** «до −21 %»; null where nothing is cheaper. */
export function discountWords(percent: number): string | null {
  return percent > 0 ? `до\u00a0−${percent}\u00a0%` : null;
}

/** So much of a description stands in two lines of a card. */
const cardText = 90;

/** The sentences of a description that a card has room for: the first one always, and never a part of one. */
export function firstSentences(text: string): string {
  const [first = '', ...others] = text.split(/(?<=[.!?…])\s+(?=[«А-ЯЁA-Z\d])/);
  let shown = first;
  for (const sentence of others) {
    if (shown.length + 1 + sentence.length > cardText) break;
    shown += ` ${sentence}`;
  }
  return shown;
}

/** A coupon as the page names it: what stands before its code and behind it, with its last day where it has one. */
export function couponView(coupon: ActionCoupon, zone: string, now: Date) {
  const until = coupon.ends_at && dayOf(lastMoment(new Date(coupon.ends_at), zone), zone, now);
  return {
    code: coupon.code,
    before: `${couponWords(coupon)} по купону `,
    behind: ` — сверх цен на этой странице${until ? `, по\u00a0${until} включительно` : ''}`,
  };
}

/** «Скидка 5 %», «Скидка 300 ₽ при покупке от 3 000 ₽». */
function couponWords({ percent, sum_kopecks, min_sum_kopecks }: ActionCoupon): string {
  const off = percent === null ? formatPrice(sum_kopecks ?? 0) : `${percent}\u00a0%`;
  return `Скидка ${off}${min_sum_kopecks > 0 ? ` при покупке от ${formatPrice(min_sum_kopecks)}` : ''}`;
}
