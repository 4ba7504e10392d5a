import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { formatPrice } from '#shared/money.ts';
import { commands as deliveryCommands } from '#src/commands/delivery.ts';
import { commands as tableCommands } from '#src/commands/goods-file.ts';
import { commands as decisionCommands } from '#src/commands/onec-decisions.ts';
import { commands as exchangeCommands } from '#src/commands/onec-exchange.ts';
import { commands as orderCommands } from '#src/commands/orders.ts';
import { commands as ownedCommands } from '#src/commands/owned.ts';
import { commands as paymentCommands } from '#src/commands/payments.ts';
import { commands as reviewCommands } from '#src/commands/reviews.ts';
import { commands as settingCommands } from '#src/commands/settings.ts';
import { commands as staffCommands } from '#src/commands/staff.ts';
import { commands as synonymCommands } from '#src/commands/synonyms.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { examples } from './admin/examples.ts';
import { newReview } from './admin/request-examples.ts';
import { takeTable } from './admin/take-table.ts';
import { commandRunner } from './support/command.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { orderBy } from './support/orders.ts';
import { makeProduct } from './support/shop.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const shop = commandRunner<never>(
  [
    ...[...orderCommands, ...ownedCommands, ...reviewCommands, ...settingCommands, ...synonymCommands],
    ...[...paymentCommands, ...staffCommands, ...deliveryCommands, ...tableCommands],
    ...[...decisionCommands, ...exchangeCommands],
  ],
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
  const seen = { ...newReview, state: 'approved' };
  await office('POST', `${path}/reply`, { text: 'Спасибо за отзыв!', seen });
  expect((await shop('reviews show', [path.split('/')[1]!])).text).toContain('Спасибо за отзыв!');
});

test('[17] a price that one of them pins is pinned for the other', async () => {
  const { id, idcode } = await makeProduct(db, { name: 'Смесь с ценой', price: 30_000, id_1c: crypto.randomUUID() });
  const pins = async () => (await shop('prices pins')).text;
  const seen = { is_pinned: false, pinned_until: null };
  await office('PUT', `prices/${id}/pin`, { price_column: 'vologda', until: '2099-12-31', seen });
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

/** The path of a package that waits for a decision, with its number. */
async function heldPackage() {
  const { url } = await examples['GET /api/admin/onec-packages/:id']!.make(cast);
  const path = url.split('/api/admin/')[1]!;
  return { path, number: path.split('/')[1]! };
}

test('[17] a package of 1C is decided on once, wherever that is done', async () => {
  const [refused, approved] = [await heldPackage(), await heldPackage()];
  await shop('onec refuse', [refused.number], { reason: 'Выгрузили не всё' });
  expect(await office('GET', refused.path)).toMatchObject({ state: 'refused', decided_by: 'команда' });
  await expect(office('POST', `${refused.path}/approve`, { keeps_on: false })).rejects.toThrow();
  expect((await journal('onec')).join('\n')).toContain('shop onec refuse');

  await office('POST', `${approved.path}/approve`, { keeps_on: true });
  const shown = (await shop('onec packages show', [approved.number])).text;
  expect(shown).toContain('Принят без выключения');
  expect(shown).toContain('Решение: Роль owner');
  await expect(shop('onec refuse', [approved.number], { reason: 'Поздно' })).rejects.toThrow();
});

test('[17] people whom the terminal hires and dismisses are those of the back office, and the other way round', async () => {
  const membersOf = async () => (await office('GET', 'staff')).items as { full_name: string; id: string }[];
  const person = { email: 'gleb@idd.example', name: 'Глеб Кладов', roles: 'pickup', departments: branches.own };
  await shop('staff create', [], person);
  const gleb = (await membersOf()).find(({ full_name }) => full_name === 'Глеб Кладов');
  expect(gleb).toMatchObject({ roles: ['pickup'], departments: [branches.own], dismissed_at: null });
  await office('PATCH', `staff/${gleb!.id}`, { roles: ['pickup', 'support'] });
  expect((await shop('staff list')).text).toMatch(/Глеб Кладов .*поддержка/);
  await office('POST', `staff/${gleb!.id}/dismiss`);
  expect((await shop('staff list')).text).toMatch(/Глеб Кладов .*уволен/);

  await shop('staff create', [], { ...person, email: 'rita@idd.example', name: 'Рита Отделова' });
  await shop('staff dismiss', ['rita@idd.example']);
  const rita = (await membersOf()).find(({ full_name }) => full_name === 'Рита Отделова');
  expect(rita).toMatchObject({ dismissed_at: expect.any(String) });
  expect((await journal('staff')).join('\n')).toContain('shop staff dismiss');
});

test('[17] money that one of them gives back is given back for the other, and no more of it is left', async () => {
  const { id, number } = await orderBy(db, cast.buyer, [[cast.product, 3]], {
    branch: branches.own,
    input: { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } },
  });
  const line = { lines: [{ position: 1, count: 1 }], note: 'брак', amount: 48_950 };
  await shop('payments invoice-paid', [String(number)], { document: 'п/п 7' });
  expect(await office('GET', `orders/${id}`)).toMatchObject({ payment_state: 'paid' });
  await shop('payments refund', [String(number)], { lines: '1:1', why: 'вскрыт' });
  expect((await office('GET', `orders/${id}/refund-plan`)).amount).toBe(2 * 48_950);

  const { id: refund } = await office('POST', `orders/${id}/refunds`, line);
  await office('POST', `refunds/${refund}/returned`);
  const shown = (await shop('payments show', [String(number)])).text;
  expect(shown).toContain(`возвращено ${formatPrice(48_950)}`);
  expect(shown).toMatch(/возврат .*брак; сотрудник Роль owner/);
  await shop('payments refund', [String(number)]);
  await expect(office('GET', `orders/${id}/refund-plan`)).rejects.toThrow();
  expect((await journal('refunds')).join('\n')).toContain('shop payments refund');
});

test('[17] how a branch delivers is one for both', async () => {
  const zone = {
    id: null,
    name: 'Город',
    places: ['Вологда'],
    days_min: 1,
    days_max: 2,
    slots: [],
    rates: [{ up_to_grams: 300_000, price_kopecks: 39_000, vehicle: 'фургон' }],
  };
  await office('PATCH', `delivery/${branches.own}`, { zones: [zone] });
  expect((await shop('delivery list', [branches.own])).text).toContain(`${formatPrice(39_000)}, фургон`);
  await shop('delivery slot', [branches.own, 'Город', '09:00-12:00'], { places: '4' });
  const { zones } = await office('GET', `delivery/${branches.own}`);
  expect(zones[0].slots).toEqual([{ opens_minute: 540, closes_minute: 720, places: 4 }]);
  expect((await journal('delivery')).join('\n')).toContain('shop delivery slot');
});

test('[17] stock of a table that one of them takes is stock of the other, and so are the tables', async () => {
  const product = await makeProduct(db, { name: 'Смесь с остатком', on_hand: 5 });
  await shop('goods-file map', ['Остатки'], { columns: 'Код=idcode; Остаток=stock:store12' });
  const table = (count: number) => `Код;Остаток\n${product.idcode};${count}`;
  const path = join(await testFolder(), 'stock.csv');
  await writeFile(path, table(17));
  const { text: looked } = await shop('goods-file import', [path], { map: 'Остатки' });
  const [, rehearsal = ''] = /--rehearsal (\d+)/.exec(looked) ?? [];
  await shop('goods-file import', [path], { map: 'Остатки', rehearsal, approved: true });
  const inOffice = async () => {
    const { items } = await office('GET', `stock?filter=${encodeURIComponent('{"q":"Смесь с остатком"}')}`);
    return items.map(({ on_hand }: { on_hand: number }) => on_hand);
  };
  expect(await inOffice()).toEqual([17]);

  await takeTable(cast, table(23), 'office.csv', 'Остатки');
  expect((await shop('goods-file list')).text).toMatch(/office\.csv.*\n.*stock\.csv/);
  expect(await inOffice()).toEqual([23]);
});
