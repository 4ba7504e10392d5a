import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawEmail } from '#modules/mail/email.ts';
import { emailKinds } from '#modules/mail/email-kinds.ts';
import { emailSamples } from './emails.ts';
import { demoSettings } from './settings.ts';

const samples = emailSamples().map(({ composer, about, emailMessage }) => ({
  composer,
  about,
  emailMessage: { subject: emailMessage.subject, ...drawEmail(emailMessage, demoSettings.company) },
}));

/** Functions that compose an email, as module/function: the nearest function above each call. */
function composers(): string[] {
  const found = new Set<string>();
  for (const path of globSync('src/modules/**/*.ts')) {
    if (path.endsWith('.test.ts') || path.startsWith('src/modules/mail/')) continue;
    let name = '';
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      name = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? name;
      if (/compose(?:Worded)?Email\(/.test(line)) found.add(`${path.split('/')[2]}/${name}`);
    }
  }
  return [...found].sort();
}

test('every function that composes an email has its sample, and every sample its function', () => {
  expect(composers().length).toBeGreaterThan(30);
  expect([...new Set(samples.map(({ composer }) => composer))].sort()).toEqual(composers());
});

test('every kind of email that the shop may word has a sample, and every placeholder of it a value there', () => {
  const worded = emailSamples().flatMap(({ emailMessage }) => emailMessage.worded ?? []);
  expect([...new Set(worded.map(({ kind }) => kind))].sort()).toEqual(Object.keys(emailKinds).sort());
  for (const { kind, values } of worded)
    expect([kind, Object.keys(values)]).toEqual([kind, expect.arrayContaining([...emailKinds[kind].placeholders])]);
});

test('every email has a subject, says the same in text and HTML, and shows no raw value', () => {
  for (const { composer, about, emailMessage } of samples) {
    const { subject, text, html } = emailMessage;
    expect([composer, subject.length > 5 && /[а-яё]/i.test(subject)]).toEqual([composer, true]);
    for (const part of [subject, text, html]) expect(part, about).not.toMatch(/undefined|NaN|\[object|null/);
    const read = html
      .replace(/<title>[\s\S]*?<\/title>/, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&(?:quot|#39|#x27|amp|lt|gt);/g, ' ');
    const wordsOf = (part: string) => new Set(part.toLowerCase().match(/[а-яё]{4,}/g) ?? []);
    const shown = wordsOf(read);
    expect([about, [...wordsOf(text)].filter((word) => !shown.has(word))]).toEqual([about, []]);
    expect([about, html.includes('width=device-width')]).toEqual([about, true]);
  }
});

test('emails to buyers about orders, payments, subscriptions and requests name the branch’s phone and hours', () => {
  const toBuyers = samples.filter(
    ({ composer, about }) =>
      /^(orders|payments|subscriptions\/(alert|news)|support)/.test(composer) && !about.startsWith('Филиалу'),
  );
  expect(toBuyers.length).toBeGreaterThan(10);
  for (const { about, emailMessage } of toBuyers)
    for (const part of [emailMessage.text, emailMessage.html]) {
      expect([about, part.replaceAll('\u2060', '').includes('+7-817-200-35-35')]).toEqual([about, true]);
      expect([about, part.replaceAll('\u2060', '').includes('09:00–20:00')]).toEqual([about, true]);
    }
});

test('numbers stay with their units in HTML', () => {
  for (const { about, emailMessage } of samples)
    expect([
      about,
      emailMessage.html.replace(/<title>.*?<\/title>/, '').match(/\d (?:₽|кг|меш|шт\.|минут|дней)/g),
    ]).toEqual([about, null]);
});
