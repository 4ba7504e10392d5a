import { expect, test } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { drawEmail } from '#modules/mail/email.ts';
import { testRequester } from '#test/support/requester.ts';
import {
  contactAddedEmail,
  contactCodeEmail,
  contactTakenEmail,
  noAccountEmail,
  passwordChangedEmail,
  passwordLinkEmail,
  signedInEmail,
  signInCodeEmail,
  yandexCodeEmail,
} from './emails.ts';

const requester = testRequester({
  city: 'Пермь',
  device: 'Firefox, Windows',
  address: '10.1.2.3',
  time_zone: 'Asia/Yekaterinburg',
});
const now = new Date('2026-11-21T20:30:00Z');
const link = 'http://perm.idd.localhost/somewhere/?token=abc';

const emailMessages = {
  code: signInCodeEmail(requester, '204816', link, now),
  yandex: yandexCodeEmail(requester, '204816', link, '<anna>', now),
  'signed in': signedInEmail(requester, 'по паролю', link, now),
  'password link': passwordLinkEmail(requester, link, now),
  'no account': noAccountEmail(requester, link, now),
  'password changed': passwordChangedEmail(requester, link, now),
  'contact code': contactCodeEmail(requester, '204816', now),
  'contact taken': contactTakenEmail(requester, link, now),
  'contact added': contactAddedEmail(requester, 'novaya@pochta.example', link, now),
};

const drawn = (emailMessage: (typeof emailMessages)['code']) => drawEmail(emailMessage, demoSettings.company);

test.for(Object.entries(emailMessages))(
  'the email “%s” names city, device and time by the branch’s clock, and the branch’s phone and hours, in both forms',
  ([, emailMessage]) => {
    const { text, html } = drawn(emailMessage);
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

test('emails about a sign-in carry «Это не я»', () => {
  for (const emailMessage of [emailMessages.code, emailMessages.yandex, emailMessages['signed in']])
    expect(drawn(emailMessage).text).toContain(`Это не я:\n${link}`);
});

test('a code stands in no subject, and a name from another service is text, not markup', () => {
  for (const { subject } of Object.values(emailMessages)) expect(subject).not.toMatch(/\d{6}/);
  expect(drawn(emailMessages.yandex).html).toContain('«&#60;anna&#62;»');
});
