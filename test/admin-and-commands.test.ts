import { beforeAll, expect, test } from 'vitest';
import { commands as orderCommands } from '#src/commands/orders.ts';
import { commands as ownedCommands } from '#src/commands/owned.ts';
import { commands as reviewCommands } from '#src/commands/reviews.ts';
import { commands as settingCommands } from '#src/commands/settings.ts';
import { commands as synonymCommands } from '#src/commands/synonyms.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples, ifMatch } from './admin/examples.ts';
import { commandRunner } from './support/command.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const shop = commandRunner(
  [...orderCommands, ...ownedCommands, ...reviewCommands, ...settingCommands, ...synonymCommands],
  { db, url },
);

async function office(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) {
  const url = `/api/admin/${path}`;
  const headers = method === 'PATCH' ? await ifMatch(cast, url) : {};
  const answer = await call(cast, cast.headers.owner, { method, url, headers, ...(body && { body }) });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json();
}

/** Who did what, the latest first. */
async function journal(resource: string): Promise<string[]> {
  const filter = encodeURIComponent(JSON.stringify({ resource: [resource] }));
  const { items } = await office('GET', `audit?filter=${filter}`);
  return items.map(({ who, words }: { who: string; words: string }) => `${who}: ${words}`);
}

test('[17] an order that the terminal moves is moved in the back office, and the other way round', async () => {
  const { id, number } = await cast.anOrder();
  await shop('orders move', [String(number), 'assembling']);
  expect(await office('GET', `orders/${id}`)).toMatchObject({ state: 'assembling' });
  await office('POST', `orders/${id}/move`, { state: 'ready' });
  expect((await shop('orders show', [String(number)])).text).toContain('Готов к выдаче');
  await expect(shop('orders move', [String(number), 'new'])).rejects.toThrow();
});

test('[17] a review is decided on once, wherever that is done', async () => {
  const { url: address } = await examples['GET /api/admin/reviews/:id']!.make(cast);
  const path = address.split('/api/admin/')[1]!;
  await shop('reviews approve', [path.split('/')[1]!]);
  expect(await office('GET', path)).toMatchObject({ state: 'approved' });
  await office('POST', `${path}/reply`, { text: 'Спасибо за отзыв!' });
  expect((await shop('reviews show', [path.split('/')[1]!])).text).toContain('Спасибо за отзыв!');
});

test('[17] a price that one of them pins is pinned for the other', async () => {
  const { id, idcode } = await makeProduct(db, { name: 'Смесь с ценой', price: 30_000, id_1c: crypto.randomUUID() });
  const pins = async () => (await shop('prices pins')).text;
  await office('PUT', `prices/${id}/pin`, { price_column: 'vologda', until: '2099-12-31' });
  expect(await pins()).toContain('Смесь с ценой');
  await shop('prices unpin', [idcode, 'vologda']);
  expect(await pins()).not.toContain('Смесь с ценой');
  await shop('prices pin', [idcode, 'vologda'], { price: '312,50' });
  const { items } = await office('GET', `prices?filter=${encodeURIComponent(JSON.stringify({ q: 'Смесь с ценой' }))}`);
  expect(JSON.stringify(items)).toContain('31250');
  expect((await journal('prices'))[0]).toMatch(/^терминал: Команда «shop prices pin/);
});

test('[17] a setting and a synonym are one for both', async () => {
  await shop('settings set', ['company', 'name', 'ООО «Первый»']);
  expect(await office('GET', 'settings/company')).toMatchObject({ value: { name: 'ООО «Первый»' } });
  await office('PATCH', 'settings/company', { name: 'ООО «Второй»' });
  expect((await shop('settings list')).text).toContain('company name: ООО «Второй»');

  await shop('synonyms add', ['болгарка', 'шлифмашина угловая']);
  const rules = await office('GET', 'search-rules');
  expect(JSON.stringify(rules)).toContain('болгарка');
  await office('POST', 'search-rules', {
    ...{ kind: 'synonym', words: 'перфик', means: 'перфоратор', department_id_1c: null },
  });
  expect((await shop('synonyms list')).text).toContain('перфик');
  expect((await journal('search_rules')).join('\n')).toContain('shop synonyms add');
});
