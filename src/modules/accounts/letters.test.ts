import { expect, test } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { drawLetter } from '#modules/mail/letter.ts';
import { testSeat } from '#test/support/seat.ts';
import {
  contactAddedLetter,
  contactCodeLetter,
  contactTakenLetter,
  noAccountLetter,
  passwordChangedLetter,
  passwordLinkLetter,
  signedInLetter,
  signInCodeLetter,
  yandexCodeLetter,
} from './letters.ts';

const seat = testSeat({
  city: 'Пермь',
  device: 'Firefox, Windows',
  address: '10.1.2.3',
  time_zone: 'Asia/Yekaterinburg',
});
const now = new Date('2026-11-21T20:30:00Z');
const link = 'http://perm.idd.localhost/somewhere/?token=abc';

const letters = {
  code: signInCodeLetter(seat, '204816', link, now),
  yandex: yandexCodeLetter(seat, '204816', link, '<anna>', now),
  'signed in': signedInLetter(seat, 'по паролю', link, now),
  'password link': passwordLinkLetter(seat, link, now),
  'no account': noAccountLetter(seat, link, now),
  'password changed': passwordChangedLetter(seat, link, now),
  'contact code': contactCodeLetter(seat, '204816', now),
  'contact taken': contactTakenLetter(seat, link, now),
  'contact added': contactAddedLetter(seat, 'novaya@pochta.example', link, now),
};

const drawn = (letter: (typeof letters)['code']) => drawLetter(letter, demoSettings.company);

test.for(Object.entries(letters))(
  'the letter “%s” names city, device and time by the branch’s clock, and the branch’s phone and hours, in both forms',
  ([, letter]) => {
    const { text, html } = drawn(letter);
    for (const words of [
      '22.11.2026 01:30',
      'Пермь',
      'Firefox, Windows',
      '10.1.2.3',
      '+7-817-200-00-01',
      'Пн–Пт 09:00–20:00',
      'vologda@idd.example',
    ]) {
      expect(text).toContain(words);
      // HTML keeps a phone and a range of hours on one line.
      expect(html.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toContain(words);
    }
  },
);

test('letters about a sign-in carry «Это не я»', () => {
  for (const letter of [letters.code, letters.yandex, letters['signed in']])
    expect(drawn(letter).text).toContain(`Это не я:\n${link}`);
});

test('a code stands in no subject, and a name from another service is text, not markup', () => {
  for (const { subject } of Object.values(letters)) expect(subject).not.toMatch(/\d{6}/);
  expect(drawn(letters.yandex).html).toContain('«&#60;anna&#62;»');
});
