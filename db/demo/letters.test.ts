import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawLetter } from '#modules/mail/letter.ts';
import { letterSamples } from './letters.ts';
import { demoSettings } from './settings.ts';

const samples = letterSamples().map(({ composer, about, letter }) => ({
  composer,
  about,
  letter: { subject: letter.subject, ...drawLetter(letter, demoSettings.company) },
}));

/** Functions that compose a letter, as module/function: the nearest function above each call. */
function composers(): string[] {
  const found = new Set<string>();
  for (const path of globSync('src/modules/**/*.ts')) {
    if (path.endsWith('.test.ts') || path === 'src/modules/mail/letter.ts') continue;
    let name = '';
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      name = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1] ?? name;
      if (line.includes('composeLetter(')) found.add(`${path.split('/')[2]}/${name}`);
    }
  }
  return [...found].sort();
}

test('every function that composes a letter has its sample, and every sample its function', () => {
  expect(composers().length).toBeGreaterThan(30);
  expect([...new Set(samples.map(({ composer }) => composer))].sort()).toEqual(composers());
});

test('every letter has a subject, says the same in text and HTML, and shows no raw value', () => {
  for (const { composer, about, letter } of samples) {
    const { subject, text, html } = letter;
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

test('letters to buyers about orders, payments, subscriptions and requests name the branch’s phone and hours', () => {
  const toBuyers = samples.filter(
    ({ composer, about }) =>
      /^(orders|payments|subscriptions\/(alert|news)|support)/.test(composer) && !about.startsWith('Филиалу'),
  );
  expect(toBuyers.length).toBeGreaterThan(10);
  for (const { about, letter } of toBuyers)
    for (const part of [letter.text, letter.html]) {
      expect([about, part.replaceAll('\u2060', '').includes('+7-817-200-35-35')]).toEqual([about, true]);
      expect([about, part.replaceAll('\u2060', '').includes('09:00–20:00')]).toEqual([about, true]);
    }
});

test('numbers stay with their units in HTML', () => {
  for (const { about, letter } of samples)
    expect([about, letter.html.replace(/<title>.*?<\/title>/, '').match(/\d (?:₽|кг|меш\.|шт\.|минут|дней)/g)]).toEqual(
      [about, null],
    );
});
