import { expect, test, vi } from 'vitest';
import { testDadata } from '#test/support/dadata.ts';
import { findStreets } from './streets.ts';

const dadata = await testDadata();
const config = dadata.environment;
const log = { warn: vi.fn() };
// The clock alone is moved: the answers come over a real connection.
vi.useFakeTimers({ toFake: ['Date'] });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('streets and houses of the locality are found, each once, and kept for a day', async () => {
  const asked = { place: 'Вологда', typed: 'ул. Ми' };
  expect(await findStreets(config, asked, log)).toEqual(['ул Мира', 'ул Мира, д 10']);
  const before = await dadata.calls();
  expect(await findStreets(config, asked, log)).toHaveLength(2);
  expect(await findStreets(config, { place: 'Вологда', typed: 'УЛ. МИ' }, log)).toHaveLength(2);
  expect(await dadata.calls()).toBe(before);
  pass(86_400_001);
  await findStreets(config, asked, log);
  expect(await dadata.calls()).toBe(before + 1);
});

test('another town, nothing typed and no key find nothing', async () => {
  expect(await findStreets(config, { place: 'Сокол', typed: 'Мира' }, log)).toEqual([]);
  const before = await dadata.calls();
  expect(await findStreets(config, { place: 'Вологда', typed: '' }, log)).toEqual([]);
  expect(await findStreets({ ...config, DADATA_TOKEN: undefined }, { place: 'Вологда', typed: 'Л' }, log)).toEqual([]);
  expect(await dadata.calls()).toBe(before);
});

test('broken, at its limit or silent it suggests nothing, is logged, and is left alone for a minute', async () => {
  for (const mode of ['broken', 'limit', 'silent'] as const) {
    pass(86_400_001);
    log.warn.mockClear();
    await dadata.answers(mode);
    expect(await findStreets(config, { place: 'Вологда', typed: 'Лен' }, log), mode).toEqual([]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    pass(59_000);
    const before = await dadata.calls();
    expect(await findStreets(config, { place: 'Вологда', typed: 'Ленина' }, log), mode).toEqual([]);
    expect(await dadata.calls()).toBe(before);
    await dadata.answers('ok');
    pass(2_000);
    expect(await findStreets(config, { place: 'Вологда', typed: 'Ленина' }, log), mode).toEqual(['ул Ленина']);
  }
});
