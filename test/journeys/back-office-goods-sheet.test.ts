import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { workOnGoodsImports } from '#jobs/work-on-goods-imports.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext } from '#test/support/jobs.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const goods = 5_000;
await sql`insert into models (name) select 'Смесь ' || to_char(n, 'FM0000') from generate_series(1, ${goods}::int) n`.execute(
  db,
);
await sql`
  insert into products (idcode, model_id, slug, name, unit, base_unit, vat_rate)
  select 's' || id, id, 'smes-' || id, name, 'меш.', 'меш.', 22 from models where name like 'Смесь%'`.execute(db);
await sql`
  insert into product_categories (product_id, category_id, is_main)
  select id, ${mixes.id}::int, true from products where idcode like 's%'`.execute(db);
const from1c = await makeProduct(db, { name: 'Смесь 0000 из 1С', category_id: mixes.id, id_1c: 'guid-1' });
await sql`update products set switched_off_at = now() where id = ${from1c.id}`.execute(db);
const { address } = await testSite(db);
const browser = await testBrowser();

const work = async () => workOnGoodsImports({}, await jobContext(db), {} as JobHelpers);

async function weights() {
  const { rows } = await sql<{ weight_grams: number | null }>`
    select weight_grams from products where name like 'Смесь%' and id <> ${from1c.id} order by name`.execute(db);
  return rows.map(({ weight_grams }) => weight_grams);
}

async function paste(cell: Locator, lines: string[]) {
  await cell.evaluate((input, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, lines.join('\n'));
}

test('[17] five thousand rows are pasted into the sheet from a spreadsheet, looked at, saved and taken back', {
  timeout: 420_000,
}, async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Титова' });
  const { page, problems } = await openOffice({ browser, address, cookies }, '/catalogue?sort=name&state=on');
  await page.getByRole('link', { name: 'Листом' }).click();
  await page.getByText('5 000 товаров', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Столбцы/ }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Артикул', 'Штрихкод', 'Бренд', 'Раздел', 'На сайте']) await dialog.getByLabel(name).uncheck();
  await looks(page, 'goods-sheet-columns');
  await dialog.getByRole('button', { name: 'Показать 2' }).click();
  await page.getByRole('button', { name: 'Столбцы: 2' }).waitFor();
  await page.getByText('5 000 товаров', { exact: true }).waitFor();
  expect(await page.getByRole('row').count(), 'rows in sight alone are drawn').toBeLessThan(80);

  const first = page.getByRole('textbox', { name: 'Вес, г: Смесь 0001' });
  const pasted = Array.from({ length: goods }, (_, n) => (n === 2 ? 'тяжёлая' : String(1_000 + n)));
  await paste(first, pasted);
  await page.getByRole('button', { name: /^Проверить\s5\s000\sизменений/ }).waitFor();
  await looks(page, 'goods-sheet');
  await first.press('Control+z');
  await page.getByRole('button', { name: 'Проверить изменения' }).waitFor();
  await paste(page.getByRole('textbox', { name: 'Вес, г: Смесь 0002' }), pasted);
  await page.getByText('Не вошло при вставке: 1 ячейка за краем листа.').waitFor();
  await first.press('Control+z');
  await page.getByRole('button', { name: 'Проверить изменения' }).waitFor();
  await paste(first, pasted);

  await page.reload();
  await page.getByRole('button', { name: /^Проверить\s5\s000\sизменений/ }).click();
  await page.getByText('Читаем таблицу и сравниваем').waitFor();
  await work();
  await page.getByText('Пока ничего не изменено').waitFor();
  expect(await weights()).toEqual(pasted.map(() => null));
  const wrong = page.getByRole('textbox', { name: 'Вес, г: Смесь 0003' });
  await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true');
  await looks(page, 'goods-sheet-checked');
  await page.getByRole('button', { name: /^Изменить\s4\s999\sтоваров/ }).click();
  await page.getByText('Записываем: 0 из 4 999').waitFor();
  await work();
  await page.getByText('Записано 4 999 из 4 999').waitFor({ timeout: 60_000 });
  expect(await weights()).toEqual(pasted.map((typed) => Number(typed) || null));
  await page.getByRole('button', { name: /^Проверить\s1\sизменение/ }).waitFor();

  await page.getByRole('button', { name: 'Вернуть как было' }).click();
  await page.getByText('Возвращаем: 0 из 4 999').waitFor();
  await work();
  await page.getByText('Возвращено 4 999').waitFor({ timeout: 60_000 });
  expect(await weights()).toEqual(pasted.map(() => null));
  expect(problems).toEqual([]);
});

test('[17] marked goods are changed in the sheet by one value; what 1C keeps is not typed over', async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Титова' });
  const { page, problems } = await openOffice(
    { browser, address, cookies },
    '/catalogue?sort=name&q=%D0%A1%D0%BC%D0%B5%D1%81%D1%8C',
  );
  await page.getByLabel('Отметить «Смесь 0000 из 1С»').click();
  await page.getByLabel('Отметить «Смесь 0003»').click({ modifiers: ['Shift'] });
  await page.getByText('4 товара', { exact: true }).waitFor();
  await looks(page, 'goods-marked');
  await page.getByRole('link', { name: 'Изменить листом' }).click();
  await page.getByText('4 товара', { exact: true }).waitFor();
  await page.getByLabel('Какой столбец заполнить').selectOption({ label: 'Вес, г' });
  await page.getByLabel('Чем заполнить').fill('25000');
  await page.getByRole('button', { name: 'Заполнить все строки' }).click();
  await page.getByRole('button', { name: /^Проверить\s3\sизменения/ }).click();
  await page.getByText('Читаем таблицу и сравниваем').waitFor();
  await work();
  await page.getByRole('button', { name: /^Изменить\s3\sтовара/ }).click();
  await page.getByText('Записываем: 0 из 3').waitFor();
  await work();
  await page.getByText('Записано 3 из 3').waitFor();
  expect((await weights()).slice(0, 4)).toEqual([25_000, 25_000, 25_000, null]);
  await page.getByRole('button', { name: 'Проверить изменения' }).waitFor();
  await page.goto(address('/admin/catalogue/sheet?q=%D0%BD%D0%B5%D1%82'));
  await page.getByText('Ничего не подошло').waitFor();
  expect(problems).toEqual([]);
});

test('[2.3] one analogue is given to marked goods: chosen, looked at in the sheet, written, taken back', async () => {
  const glue = await makeProduct(db, { name: 'Клей универсальный', category_id: mixes.id });
  const analogues = async () => {
    const { rows } = await sql<{ name: string; analogue: string }>`
      select p.name, o.name as analogue from product_links l join products p on p.id = l.product_id
      join products o on o.id = l.linked_product_id where l.kind = 'analogue' order by p.name, l.position`.execute(db);
    return rows.map(({ name, analogue }) => `${name}: ${analogue}`);
  };
  const { rows: known } = await sql<{ id: number; name: string }>`
    select id, name from products where name in ('Смесь 0001', 'Смесь 0004') order by name`.execute(db);
  const [first, fourth] = known.map(({ id }) => id);
  await db
    .insertInto('product_links')
    .values({ product_id: first ?? 0, linked_product_id: fourth ?? 0, kind: 'analogue' })
    .execute();
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Титова' });
  const { page, problems } = await openOffice({ browser, address, cookies }, '/catalogue?sort=name&state=on');
  await page.getByLabel('Отметить «Клей универсальный»').click();
  await page.getByLabel('Отметить «Смесь 0002»').click({ modifiers: ['Shift'] });
  await page.getByText('3 товара', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Назначить аналог' }).click();
  const dialog = page.getByRole('dialog', { name: 'Назначить аналог' });
  expect(await dialog.getByRole('button', { name: 'Посмотреть, что изменится' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Аналог').fill('Клей универсальный');
  await dialog.getByRole('option', { name: /Клей универсальный/ }).click();
  await dialog.getByText('его строка останется как есть').waitFor();
  await looks(page, 'analogue-dialog');
  await dialog.getByRole('button', { name: 'Посмотреть, что изменится' }).click();
  await page.getByRole('button', { name: /^Проверить\s2\sизменения/ }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Аналоги: Смесь 0001' }).inputValue()).toMatch(
    new RegExp(`^s\\d+, ${glue.idcode}$`),
  );
  await looks(page, 'analogue-sheet');
  await page.getByRole('button', { name: /^Проверить/ }).click();
  await page.getByText('Читаем таблицу и сравниваем').waitFor();
  await work();
  await page.getByRole('button', { name: /^Изменить\s2\sтовара/ }).click();
  await page.getByText('Записываем: 0 из 2').waitFor();
  await work();
  await page.getByText('Записано 2 из 2').waitFor();
  expect(await analogues()).toEqual([
    'Смесь 0001: Смесь 0004',
    'Смесь 0001: Клей универсальный',
    'Смесь 0002: Клей универсальный',
  ]);
  await page.getByRole('button', { name: 'Вернуть как было' }).click();
  await page.getByText('Возвращаем: 0 из 2').waitFor();
  await work();
  await page.getByText('Возвращено 2').waitFor();
  expect(await analogues()).toEqual(['Смесь 0001: Смесь 0004']);
  expect(problems).toEqual([]);
});
