import { expect, test, vi } from 'vitest';
import { testDadata } from '#test/support/dadata.ts';
import { findParty } from './client.ts';

const dadata = await testDadata();
const config = dadata.environment;
const log = { warn: vi.fn() };
const day = 86_400_000;
// The clock alone is moved: the answers come over a real connection.
vi.useFakeTimers({ toFake: ['Date'] });
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a firm is found by ИНН with its numbers and address, a person without КПП', async () => {
  expect(await findParty(config, '7721581040', log)).toEqual({
    inn: '7721581040',
    name: 'ООО "Вега"',
    kpp: '772101001',
    ogrn: '1027700229193',
    legal_address: '109000, г Москва, ул Примерная, д 1',
    is_operating: true,
  });
  expect(await findParty(config, '500100732259', log)).toMatchObject({ kpp: '', is_operating: false });
  expect(await findParty(config, '7736207543', log)).toBeNull();
});

test('an answer is cached for a day, also that nobody was found; a wrong ИНН or no token asks nobody', async () => {
  const before = await dadata.calls();
  await findParty(config, '7721581040', log);
  await findParty(config, '7736207543', log);
  await findParty(config, '7707083894', log);
  await findParty({ ...config, DADATA_TOKEN: undefined }, '7707083893', log);
  expect(await dadata.calls()).toBe(before);
  pass(day + 1);
  await findParty(config, '7721581040', log);
  expect(await dadata.calls()).toBe(before + 1);
});

test('broken, at its limit, silent or with a wrong token it is nobody, is logged, and is left alone for a minute', async () => {
  for (const mode of ['broken', 'limit', 'silent'] as const) {
    pass(day + 1);
    log.warn.mockClear();
    await dadata.answers(mode);
    expect(await findParty(config, '7721581040', log), mode).toBeNull();
    expect(log.warn).toHaveBeenCalledTimes(1);
    pass(59_000);
    const before = await dadata.calls();
    expect(await findParty(config, '7721581040', log), mode).toBeNull();
    expect(await dadata.calls()).toBe(before);
    await dadata.answers('ok');
    pass(2_000);
    expect(await findParty(config, '7721581040', log), mode).not.toBeNull();
  }
  pass(day + 1);
  expect(await findParty({ ...config, DADATA_TOKEN: 'wrong' }, '7721581040', log)).toBeNull();
});
