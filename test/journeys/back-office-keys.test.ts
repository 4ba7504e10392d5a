import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addApiKey } from '#modules/exchange/api-keys.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { webhookReceiver } from '#test/support/webhook-receiver.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const networks = { WEBHOOK_NETWORKS: '127.0.0.1' };
const { address } = await testSite(db, networks);
const browser = await testBrowser();
const receiver = await webhookReceiver();

test('a key and an address are made with secrets shown once; the address takes a test and an order; both are ended', async () => {
  const { cookies } = await makeStaff(db, ['owner'], { full_name: 'Ольга Кузнецова' });
  const { page, problems } = await openOffice({ browser, address, cookies }, '/keys');
  await page.getByText('Ключей пока нет').waitFor();
  await addApiKey(db, {
    name: `Программа учёта ${'очень длинное имя '.repeat(4)}`,
    scopes: ['prices'],
    departments: [],
  });

  await page.getByRole('button', { name: 'Выдать ключ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Выдать ключ' }).click();
  await dialog.getByText('Укажите, чей это ключ').waitFor();
  await dialog.getByText('Выберите хотя бы одно право').waitFor();
  await dialog.getByLabel('Чей это ключ').fill('Склад на Гончарной');
  await dialog.getByRole('checkbox', { name: 'остатки' }).check();
  await looks(page, 'key-new');
  await dialog.getByRole('button', { name: 'Выдать ключ' }).click();
  await dialog.getByText(/^idd_/).waitFor();
  await looks(page, 'key-secret');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('Записано в надёжном месте').check();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'Отозвать ключ Склад на Гончарной' }).click();
  await dialog.getByRole('button', { name: 'Отозвать' }).click();
  await page.getByText(/^отозван/).waitFor();
  await looks(page, 'keys');

  await page.getByRole('link', { name: 'Вебхуки', exact: true }).click();
  await page.getByText('События никому не передаются').waitFor();
  await page.getByRole('button', { name: 'Добавить адрес' }).click();
  await dialog.getByLabel('Адрес').fill('http://10.0.0.7/');
  await dialog.getByRole('checkbox', { name: 'заказ оформлен' }).check();
  await dialog.getByRole('button', { name: 'Добавить адрес' }).click();
  await dialog.getByText('Сюда нельзя передавать').waitFor();
  await looks(page, 'webhook-new');
  await dialog.getByLabel('Адрес').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Добавить адрес' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByLabel('Записано в надёжном месте').check();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await looks(page, 'webhooks');

  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: 'Отправить пробное сообщение' }).click();
  await page.getByText('Пробное сообщение принято').waitFor();
  await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 2]]));
  await runJobs(db, url, networks);
  await page.reload();
  await page.getByText(/^принято, ответ 200/).waitFor();
  await looks(page, 'webhook');
  await page.getByRole('button', { name: 'Передать ещё раз…' }).click();
  await dialog.getByRole('button', { name: 'Передать' }).click();
  await dialog.getByText('Передаётся ещё раз: 1').waitFor();
  await dialog.getByText('Закрыть', { exact: true }).click();
  await page.getByRole('button', { name: 'Новый секрет…' }).click();
  await dialog.getByRole('button', { name: 'Выдать новый секрет' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByLabel('Записано в надёжном месте').check();
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'Выключить' }).click();
  await page.getByText('выключен в управлении магазином').waitFor();

  const { rows } = await sql<{ words: string }>`select words from audit_log order by id`.execute(db);
  expect(rows.map(({ words }) => words.replace(receiver.url, 'адрес'))).toEqual([
    'Выдан ключ обмена «Склад на Гончарной»: остатки',
    'Ключ обмена «Склад на Гончарной» отозван',
    'События передаются на адрес',
    expect.stringMatching(/^адрес: передаётся ещё раз 1.сообщение$/),
    'адрес: выдан новый секрет подписи, прежний действует сутки',
    'адрес больше не получает событий',
  ]);
  // What the forms refuse on purpose.
  expect(problems.filter((words) => !words.includes('422'))).toEqual([]);
});
