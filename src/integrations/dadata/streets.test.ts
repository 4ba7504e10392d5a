import { expect, test, vi } from 'vitest';
import { testDadata } from '#test/support/dadata.ts';
import { findStreets } from './streets.ts';

const dadata = await testDadata();
const config = dadata.environment;
const log = { warn: vi.fn() };
let now = Date.now();

test('streets and houses of the locality are found, each once, and kept for a day', async () => {
  const asked = { place: 'Вологда', typed: 'ул. Ми' };
  expect(await findStreets(config, asked, log, now)).toEqual(['ул Мира', 'ул Мира, д 10']);
  const before = await dadata.calls();
  expect(await findStreets(config, asked, log, now)).toHaveLength(2);
  expect(await findStreets(config, { place: 'Вологда', typed: 'УЛ. МИ' }, log, now)).toHaveLength(2);
  expect(await dadata.calls()).toBe(before);
  now += 86_400_001;
  await findStreets(config, asked, log, now);
  expect(await dadata.calls()).toBe(before + 1);
});

test('another town, nothing typed and no key find nothing', async () => {
  expect(await findStreets(config, { place: 'Сокол', typed: 'Мира' }, log, now)).toEqual([]);
  const before = await dadata.calls();
  expect(await findStreets(config, { place: 'Вологда', typed: '' }, log, now)).toEqual([]);
  expect(await findStreets({ ...config, DADATA_TOKEN: undefined }, { place: 'Вологда', typed: 'Л' }, log, now)).toEqual(
    [],
  );
  expect(await dadata.calls()).toBe(before);
});

test('broken, at its limit or silent it suggests nothing, is logged, and is left alone for a minute', async () => {
  for (const mode of ['broken', 'limit', 'silent'] as const) {
    now += 86_400_001;
    log.warn.mockClear();
    await dadata.answers(mode);
    expect(await findStreets(config, { place: 'Вологда', typed: 'Лен' }, log, now), mode).toEqual([]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    const before = await dadata.calls();
    expect(await findStreets(config, { place: 'Вологда', typed: 'Ленина' }, log, now + 59_000), mode).toEqual([]);
    expect(await dadata.calls()).toBe(before);
    await dadata.answers('ok');
    now += 61_000;
    expect(await findStreets(config, { place: 'Вологда', typed: 'Ленина' }, log, now), mode).toEqual(['ул Ленина']);
  }
});
