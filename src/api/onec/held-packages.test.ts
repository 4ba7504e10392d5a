import { beforeAll, expect, test } from 'vitest';
import { placeOrder } from '#modules/orders/place-order.ts';
import { commands as decisions } from '#src/commands/onec-decisions.ts';
import { commands as packages } from '#src/commands/onec-exchange.ts';
import { testApp } from '#test/support/app.ts';
import { wordsRunner } from '#test/support/command.ts';
import {
  catalog,
  commerceml,
  good,
  mainGroup,
  offer,
  offersPackage,
  prices,
  productOf,
  retail,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { countEmails, lastEmail } from '#test/support/emails.ts';
import { exchangedRows, onec, products } from '#test/support/onec.ts';
import { startOnecJobs } from '#test/support/onec-jobs.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { makeBranches } from '#test/support/shop.ts';
import { exchangeGoods } from '../../../bench/onec-client.ts';

const { db, url } = await testDatabase();
const dataDir = await temporaryFolder();
const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
const app = await testApp(db, { DATA_DIR: dataDir, ONEC_LOGIN: base.login, ONEC_PASSWORD: base.password });
await startOnecJobs(db, url, dataDir);
const shop = wordsRunner([...decisions, ...packages], { db, url });

const owner = 'zakaz@idd.example';
const all = Array.from({ length: 60 }, (_, n) => `h${n}`);
const two = all.slice(0, 40);

const goodsOf = (ids: string[], changes = false) =>
  commerceml(
    mainGroup +
      catalog(
        ids.map((id) => good(id, `Товар ${id}`)),
        { changes },
      ),
  );
const offersOf = (ids: string[], price = 100, changes = false) =>
  commerceml(
    offersPackage(
      ids.map((id) => offer(id, `Товар ${id}`, prices({ retail: price }), '<Количество>5</Количество>')),
      { types: retail, changes },
    ),
  );

const exchange = (files: Record<string, string>) =>
  exchangeGoods(
    onec(app, base, products.old),
    products.old,
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  );
const full = (ids: string[]) => exchange({ 'import.xml': goodsOf(ids), 'offers.xml': offersOf(ids) });

const lastPackage = () =>
  db.selectFrom('onec_packages').select(['id', 'state']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const stateOf = (id: number) =>
  db.selectFrom('onec_packages').select('state').where('id', '=', id).executeTakeFirstOrThrow();
const settled = async (id: number) => {
  for (;;) {
    const { state } = await stateOf(id);
    if (state !== 'waiting' && state !== 'importing') return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

let held: number;
let beforeHeld: string[];

beforeAll(async () => {
  await makeBranches(db);
  expect((await full(all)).failed).toBeNull();
  const product = (await productOf(db, 'h50'))!;
  await db.transaction().execute(async (db) => placeOrder(db, await orderPlace(db), orderInput([[product, 2]])));
  beforeHeld = await exchangedRows(db);
});

test('a package that would empty a third of the shop is held; 1C and the owner read why, the shop stays as it is', async () => {
  const { failed } = await full(two);
  expect(failed).toMatch(
    /^Пакет № \d+ ждёт решения в магазине: выключаются товары: 20 из 60 \(порог: больше 5 % товаров узла, от 10\sтоваров\)$/,
  );
  expect(await exchangedRows(db)).toEqual(beforeHeld);
  const { id, state } = await lastPackage();
  expect(state).toBe('held');
  const { text, subject } = await lastEmail(db, owner);
  expect(subject).toBe(`Пакет № ${id} из 1С ждёт решения`);
  expect(text).toMatch(/выключаются: 20/);
  const shown = await shop('onec packages show', [String(id)]);
  expect(shown).toContain('ЖДЁТ РЕШЕНИЯ');
  expect(shown).toMatch(/— выключаются {2,}20/);
  const rows = await shop('onec packages rows', [String(id)], { kind: 'switched_off', limit: '3', skip: '1' });
  expect(rows).toBe('Товар h41: выключается\nТовар h42: выключается\nТовар h43: выключается');
});

test('the same again waits in its place without a second letter; what is harmless goes through meanwhile', async () => {
  const before = await lastPackage();
  expect((await full(two)).failed).toContain('ждёт решения в магазине');
  ({ id: held } = await lastPackage());
  expect([(await stateOf(before.id)).state, (await stateOf(held)).state]).toEqual(['refused', 'held']);
  expect(await shop('onec approve', [String(before.id)])).toContain('решения не ждёт');
  expect(await countEmails(db, owner)).toBe(1);
  expect((await exchange({ 'offers.xml': offersOf(['h0'], 110, true) })).failed).toBeNull();
  expect((await stateOf(held)).state).toBe('held');
});

test('approved it is applied from its files, but for what came after it; rolled back the shop is as before, reservations stand', async () => {
  const before = await exchangedRows(db);
  expect(before.find((row) => row.includes('"h0"'))).toContain('11000');
  await shop('onec approve', [String(held)]);
  expect(await settled(held), await shop('onec packages show', [String(held)])).toBe('imported');
  const after = await exchangedRows(db);
  expect(after.filter((row) => row.includes('"is_on":false'))).toHaveLength(20);
  expect(after.find((row) => row.includes('"h0"'))).toContain('11000');
  expect(await stockOf(db, (await productOf(db, 'h50'))!)).toEqual({ on_hand: 5, reserved: 2 });

  const words = await shop('onec rollback', [String(held)]);
  expect(words).toContain(`Пакет № ${held} отменён`);
  expect(words).toContain('Возвращено, как было: товары 20');
  expect(await exchangedRows(db)).toEqual(before);
  expect(await stockOf(db, (await productOf(db, 'h50'))!)).toEqual({ on_hand: 5, reserved: 2 });
  expect(await shop('onec rollback', [String(held)])).toContain('уже отменён');
  // What 1C said before the package is known again: it is no news.
  const again = await exchange({ 'import.xml': goodsOf(all) });
  expect(again.said.rest.join('\n')).not.toMatch(/изменено|выключено|новых/);
});

test('a refused package changes nothing; behind a held one its exchange goes no further', async () => {
  const before = await exchangedRows(db);
  const client = onec(app, base, products.old);
  await client.signIn();
  const { limit } = await client.init();
  await client.sendFile('import.xml', Buffer.from(goodsOf(two)), limit);
  let said = await client.ask('import', { filename: 'import.xml' });
  while (said.first === 'progress') said = await client.ask('import', { filename: 'import.xml' });
  expect(said.rest[0]).toContain('ждёт решения в магазине');
  await client.sendFile('offers.xml', Buffer.from(offersOf(two)), limit);
  expect((await client.ask('import', { filename: 'offers.xml' })).rest[0]).toContain('остальное не принимается');
  const { id } = await lastPackage();
  expect(await shop('onec refuse', [String(id)], { reason: 'выгрузили не всё' })).toContain('отклонён');
  expect((await client.ask('import', { filename: 'import.xml' })).rest[0]).toContain(
    `Пакет № ${id} не принят. отклонён в магазине: выгрузили не всё`,
  );
  expect(await exchangedRows(db)).toEqual(before);
});
