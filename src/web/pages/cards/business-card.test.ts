import { expect, test } from 'vitest';
import { switchCompany } from '#modules/accounts/companies.ts';
import { changeCompany } from '#modules/accounts/company-management.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { joinCompany, makeCompany, makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'mixtures', 'Смеси');
const mixture = await makeProduct(db, { name: 'Смесь', price: 48_900, on_hand: 100, category_id: category.id });
await db.insertInto('price_columns').values({ price_column: 'stroyka', name: 'ООО «Стройка»', is_b2b: true }).execute();
const price = { product_id: mixture.id };
await db
  .insertInto('prices')
  .values([
    { ...price, price_column: 'vologda_b2b', price: 45_100 },
    { ...price, price_column: 'stroyka', price: 42_700 },
  ])
  .execute();
await db
  .insertInto('price_tiers')
  .values({ ...price, price_column: 'vologda', from_count: 40, price: 46_100 })
  .execute();
const app = await testApp(db);

async function page(
  url = '/business-card/',
  cookie = '',
  device: keyof typeof userAgents = 'desktop',
): Promise<string> {
  const headers = { host: 'idd.localhost', cookie, 'user-agent': userAgents[device] };
  const { body } = await app.inject({ url, headers });
  return body
    .replaceAll('<!-- -->', '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ');
}

const settle = (given: { check_working_days: number | null; shows_example: boolean }) =>
  db.transaction().execute((db) => saveSetting(db, 'company_terms', given));

test('[S2-16] a firm’s price and the term of its check are shown only where the owner says so', async () => {
  const silent = await page();
  expect(silent).toMatch(/489 ₽ за мешок 19 560 ₽ .*461 ₽ за мешок 18 440 ₽ Дешевле на 1 120 ₽, это 5 %/);
  expect(silent).not.toMatch(/451|рабочий день/);

  await settle({ check_working_days: 2, shows_example: true });
  await expect.poll(() => page()).toContain('Проверим организацию за 2 рабочих дня и откроем цены');
  const shown = await page();
  expect(shown.match(/за 2 рабочих дня/g), 'at the form, which stands beside').toHaveLength(1);
  const onPhone = await page('/business-card/', '', 'mobile');
  expect(onPhone).toContain('Понадобятся ИНН, название, контактное лицо, телефон и почта. Проверяем за 2 рабочих дня.');
  expect(onPhone.match(/за 2 рабочих дня/g), 'once above, once at the form').toHaveLength(2);
  // Beside what everybody pays for so many, not beside the price of one.
  expect(shown).toMatch(
    /В розницу от 40 мешков, 461 ₽ за мешок 18 440 ₽ .*451 ₽ за мешок 18 040 ₽ Дешевле на 400 ₽, это 2 %/,
  );
  expect(await page('/forms/business_card/')).toContain('Проверим организацию за 2 рабочих дня');
});

test('[S1-03] a checked firm is counted by its own column, and is asked for no request', async () => {
  await settle({ check_working_days: null, shows_example: false });
  const buyer = await makeUser(db);
  const firm = await makeCompany(db, { price_column: 'stroyka' });
  await joinCompany(db, buyer, firm);
  await changeCompany(db, firm.inn, {
    deferral_days: 14,
    credit_limit_kopecks: 30_000_000,
    contract: 'СД-2026/17',
    manager: { name: 'Мария Отделова', phone: '+79210000105', email: '' },
  });
  const cookie = `${(await signedIn(db, buyer)).header}; signed=b2b`;
  const own = await page('/business-card/', cookie);
  expect(own).toMatch(/Отсрочка платежа 14 дней после получения долг до 300 000 ₽/);
  expect(own).toMatch(/Для вас, 427 ₽ за мешок 17 080 ₽/);
  expect(own).not.toMatch(/Понадобятся ИНН|Отправить заявку/);
  expect(own).toContain('Добавить организацию');
  const state =
    /ООО «Ремонт и стройка» Цены для бизнеса открыты ИНН \d+ Договор СД-2026\/17 Вы покупаете от имени этой организации/;
  expect(own, 'how it stands comes first, nothing is sold to it').toMatch(state);
  expect(own.search(state)).toBeLessThan(own.indexOf('Ваша цена на примере'));
  expect(own).not.toMatch(/Какая карта кому|Как это происходит|Мастерам и бригадам/);
  expect(own, 'whom to ask stands beside the firm').toMatch(/ИНН \d+ Договор СД-2026\/17 .*Ваш менеджер .*Акт сверки/);
  const onPhone = await page('/business-card/', cookie, 'mobile');
  expect(onPhone, 'what a card is for is folded there: the firm has it').toMatch(
    /Акт сверки .*Что даёт бизнес-карта .*Свои цены/,
  );
  expect(own).not.toContain('Что даёт бизнес-карта');
  expect(await page()).not.toMatch(/427|451/);
  await switchCompany(db, buyer.id, null);
  expect(await page('/business-card/', cookie)).toMatch(/Вы покупаете лично .*Выбрать организацию/);
});
