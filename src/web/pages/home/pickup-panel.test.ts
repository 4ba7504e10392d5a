import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Department } from '#modules/departments/queries.ts';
import { pickupPanel } from './pickup-panel.server.ts';
import { PickupPanel } from './pickup-panel.tsx';

const department = {
  id_1c: '00131',
  address: 'ул. Гончарная, 2',
  city: 'Вологда',
  names_cases: { dative: 'Вологде' },
  phones: {},
  work_time: '',
  time_zone: 'Europe/Moscow',
  hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens_minute: 540, closes_minute: 1200 })),
  hour_exceptions: [{ date: '2026-11-30', opens_minute: null, closes_minute: null, note: null }],
} as unknown as Department;

test('the home page says from when goods in stock can be taken: today only while the branch still hands over', () => {
  const wordsAt = (iso: string) =>
    pickupPanel(department, [department], 5, null, new Date(iso)).ready?.replaceAll('\u00a0', ' ');
  expect(wordsAt('2026-11-26T09:05:00Z')).toBe('Можно забрать сегодня с 13:10');
  expect(wordsAt('2026-11-26T20:30:00Z')).toBe('Можно забрать завтра с 10:00');
  expect(wordsAt('2026-11-29T09:00:00Z'), 'a Sunday before a holiday').toBe('Можно забрать 1 декабря с 10:00');
});

test('of a branch without hours the panel leaves out the lines that nothing is known for', () => {
  const panel = pickupPanel({ ...department, hours: [] }, [], 5, null, new Date('2026-11-26T09:05:00Z'));
  expect(panel.ready).toBeNull();
  const html = renderToStaticMarkup(createElement(MemoryRouter, {}, createElement(PickupPanel, { panel })));
  expect(html).toContain('5\u00a0товаров в наличии');
  expect(html).not.toContain('<span class="soft small"></span>');
});
