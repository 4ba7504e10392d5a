import { expect, test } from 'vitest';
import { answerCity, askFor, asksCity, autoAcceptMs } from './city-state.ts';

test('[S4-13] Да confirms the city', () => {
  expect(answerCity({ kind: 'yes' }, '00131', 'desktop')).toEqual({
    cookies: { myCity: '00131', isConfirmCity: 'true' },
    opens_popup: false,
  });
});

test('[S4-13] Нет stores the city unconfirmed and opens the popup', () => {
  expect(answerCity({ kind: 'no' }, '00131', 'desktop')).toEqual({
    cookies: { myCity: '00131', isConfirmCity: 'false' },
    opens_popup: true,
  });
});

test('[S4-13] on mobile Нет also marks the city confirmed', () => {
  expect(answerCity({ kind: 'no' }, '00131', 'mobile')).toEqual({
    cookies: { myCity: '00131', isConfirmCity: 'true' },
    opens_popup: true,
  });
});

test('[S9-05] no answer in 10 000 ms counts as Да, on desktop only', () => {
  expect(autoAcceptMs('desktop')).toBe(10_000);
  expect(autoAcceptMs('mobile')).toBeNull();
  expect(answerCity({ kind: 'waited' }, '00131', 'desktop').cookies.isConfirmCity).toBe('true');
});

test('a tab that loads page after page is asked once: a desktop goes on waiting, a phone asks no more', () => {
  expect(askFor('desktop', null, 50_000)).toBe(10_000);
  expect(askFor('desktop', 46_000, 50_000)).toBe(6_000);
  expect(askFor('desktop', 40_000, 50_000)).toBe('over');
  expect(askFor('mobile', null, 50_000)).toBe('until answered');
  expect(askFor('mobile', 46_000, 50_000)).toBe('over');
});

test('[S4-13] a city chosen from the list is confirmed', () => {
  expect(answerCity({ kind: 'chose', id_1c: '00052' }, '00131', 'desktop').cookies).toEqual({
    myCity: '00052',
    isConfirmCity: 'true',
  });
});

test('[S2-37] the question stands while the city is unconfirmed; robots are not asked', () => {
  const browser = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150';
  expect(asksCity('', browser)).toBe(true);
  expect(asksCity('myCity=00131; isConfirmCity=false', browser)).toBe(true);
  expect(asksCity('myCity=00131; isConfirmCity=true', browser)).toBe(false);
  expect(asksCity('', 'Mozilla/5.0 (compatible; Googlebot/2.1)')).toBe(false);
});
