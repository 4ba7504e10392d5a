import { expect, test } from 'vitest';
import type { ActionCoupon, ActionState } from '#modules/catalogue/actions.ts';
import { cardDates, couponView, datesWords, daysLeft, discountWords, firstSentences } from './action-words.ts';

const at = (text: string) => new Date(`${text}+03:00`);
const zone = 'Europe/Moscow';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const left = (state: ActionState, starts: string, ends: string, now: string, timeZone = zone) =>
  daysLeft({ state, starts_at: at(starts), ends_at: at(ends) }, timeZone, at(now)).replaceAll('\u00a0', ' ');

test('[S2-13] days are counted by the calendar of the branch and said in words', () => {
  const [from, to] = ['2026-11-01T00:00', '2026-12-01T00:00'];
  expect(left('current', from, to, '2026-11-09T10:00')).toBe('Осталось 21 день'.replace('Осталось', 'Остался'));
  expect(left('current', from, to, '2026-11-25T23:59')).toBe('Осталось 5 дней');
  expect(left('current', from, to, '2026-11-28T00:01')).toBe('Осталось 2 дня');
  expect(left('current', from, to, '2026-11-29T12:00')).toBe('Заканчивается завтра');
  expect(left('current', from, to, '2026-11-30T12:00')).toBe('Последний день');
  expect(left('current', from, '2026-11-30T21:00', '2026-11-30T12:00')).toBe('Последний день, до 21:00');
  expect(left('coming', '2026-11-30T09:00', to, '2026-11-30T08:00')).toBe('Начнётся сегодня в 09:00');
  expect(left('coming', '2026-11-30T09:00', to, '2026-11-29T23:00')).toBe('Начнётся завтра');
  expect(left('coming', '2026-11-30T09:00', to, '2026-11-27T23:00')).toBe('Начнётся через 3 дня');
  expect(left('ended', from, '2026-11-12T21:00', '2026-11-20T12:00')).toBe('Закончилась 12 ноября');
  expect(left('ended', from, '2026-11-12T00:00', '2026-11-20T12:00'), 'as its dates name the last day').toBe(
    'Закончилась 11 ноября',
  );
  // Kaliningrad's clock is an hour behind: the day there is still the one before.
  expect(left('current', from, '2026-11-30T21:00', '2026-11-30T00:30', 'Europe/Kaliningrad')).toBe(
    'Заканчивается завтра',
  );
});

test('[S2-13] dates name the last day; a coupon says what it takes off', () => {
  const now = at('2026-11-29T12:00');
  const november = { starts_at: at('2026-11-01T00:00'), ends_at: at('2026-12-01T00:00') };
  expect(plain(datesWords(november, zone, now))).toBe('с 1 ноября по 30 ноября');
  expect(plain(datesWords(november, zone, at('2027-01-10T12:00')))).toBe('с 1 ноября 2026 по 30 ноября 2026');
  const coupon = { code: 'A', percent: null, sum_kopecks: 30_000, min_sum_kopecks: 300_000, ends_at: null };
  const wordsOf = (given: ActionCoupon) => couponView(given, zone, now).before.replace(/\s/g, ' ');
  expect(wordsOf(coupon)).toBe('Скидка 300 ₽ при покупке от 3 000 ₽ по купону ');
  expect(wordsOf({ ...coupon, percent: 5, sum_kopecks: null, min_sum_kopecks: 0 })).toBe('Скидка 5 % по купону ');
  expect(couponView(coupon, zone, now).behind).toBe(' — сверх цен на этой странице');
  const { behind } = couponView({ ...coupon, ends_at: '2026-12-01T00:00:00+03:00' }, zone, now);
  expect(plain(behind), 'the last day included').toBe(' — сверх цен на этой странице, по 30 ноября включительно');
});

test('[S2-13] a card names the last day and the largest discount', () => {
  const dates = { starts_at: at('2026-11-22T00:00'), ends_at: at('2026-12-16T00:00') };
  const words = (state: ActionState) => plain(cardDates({ ...dates, state }, zone, at('2026-12-20T12:00')));
  expect(words('current')).toBe('по 15 декабря');
  expect(words('coming')).toBe('с 22 ноября по 15 декабря');
  expect(words('ended')).toBe('с 22 ноября по 15 декабря');
  expect(discountWords(21)?.replace(/\u00a0/g, ' ')).toBe('до −21 %');
  expect(discountWords(0)).toBeNull();
});

test('[S2-13] a card says whole sentences of a description, as many as it has room for', () => {
  const first = 'Скидка на товары для пола и стен из списка.';
  expect(firstSentences(`${first} Целые упаковки той же партии принимаем обратно 7 дней.`)).toBe(first);
  expect(firstSentences('Скидка в цене. При покупке поддоном — ещё дешевле.')).toBe(
    'Скидка в цене. При покупке поддоном — ещё дешевле.',
  );
  const long = `Свет и электрика для дома: ${'лампы, '.repeat(20)}провод.`;
  expect(firstSentences(`${long} Вторая.`)).toBe(long);
  expect(firstSentences('Доставка от 3 т. по городу. Ещё')).toBe('Доставка от 3 т. по городу. Ещё');
  expect(firstSentences('')).toBe('');
});
