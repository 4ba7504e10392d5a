import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetOldFileImports } from '#modules/exchange/file-imports.ts';
import { commandRunner, wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { zip } from '#test/support/zip.ts';
import { commands } from './goods-file.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const folder = await testFolder();
const run = wordsRunner(commands, { db, url });
const imported = commandRunner<{ id: number; state: string; summary: { guards: string[] } }>(commands, { db, url });

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Looks at the table and takes what was shown; what the second command says. */
async function take(path: string, map: string, more: { approved?: true } = {}): Promise<string> {
  const { json } = await imported('goods-file import', [path], { map, json: true });
  return run('goods-file import', [path], { map, rehearsal: String(json.id), ...more });
}

async function pricesOf(ids: number[], price_column = 'vologda') {
  const rows = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', 'in', ids)
    .where('price_column', '=', price_column)
    .orderBy('product_id')
    .execute();
  return rows.map(({ price }) => price);
}

const columns =
  'Артикул=article; Код=idcode; Цена, руб.=price:vologda; Старая цена=old_price:vologda; Остаток=stock:store12';

test('a map is kept under its name, and refused with what is wrong in it', async () => {
  expect(await run('goods-file map', ['Прайс'], { columns })).toBe('Сопоставление «Прайс» запомнено.');
  expect(await run('goods-file maps')).toBe(`Прайс  ${columns}`);
  const refused = async (columns: string) => run('goods-file map', ['Плохое'], { columns });
  expect(await refused('Цена=price:vologda')).toContain('нет столбца, по которому находят товар');
  expect(await refused('Артикул=article')).toBe('нет ни одного столбца с ценой или остатком');
  expect(await refused('Артикул=article; Цена=price:moscow')).toContain('одно из: cherepovets, vologda, vologda_b2b');
  expect(await refused('Артикул=article; Цена=price:vologda; Опт=price:vologda')).toBe(
    'price:vologda указано в двух столбцах',
  );
  expect(await refused('Артикул=article; Старая=old_price:vologda; Остаток=stock:store12')).toContain(
    'старая цена без цены',
  );
  expect(await refused('Артикул=артикул')).toContain('нужно «Заголовок=поле»');
});

test('a rehearsal says what would change and changes nothing; then the same file is taken, row by row in words', async () => {
  const goods = [];
  for (let n = 0; n < 4; n++) goods.push(await makeProduct(db));
  const [first, second, third, fourth] = goods as [
    (typeof goods)[0],
    (typeof goods)[0],
    (typeof goods)[0],
    (typeof goods)[0],
  ];
  await run('goods-file map', ['Прайс'], { columns, 'moved-share': '50' });
  const article = async ({ id }: { id: number }) =>
    (await db.selectFrom('products').select('article').where('id', '=', id).executeTakeFirstOrThrow()).article;
  const csv = [
    'Прайс-лист ООО «Север»;;;;',
    'Наименование;АРТИКУЛ;Код;Цена, руб.;Старая  цена;Остаток',
    `"Штукатурка ""Север""; 30 кг";${await article(first)};;1 512,50 руб;1700;12`,
    `"Гипс 1/2"" с`,
    `переносом";;${second.idcode};489,00;;`,
    `Клей;;${third.idcode};500 руб.;;7`,
    `Затирка;НЕТ-ТАКОГО;;10;;1`,
    `Грунт;;${fourth.idcode};;;`,
    ';;;;;',
  ].join('\r\n');
  const path = await file('price.csv', iconv.encode(csv, 'win1251'));
  const rehearsed = await run('goods-file import', [path], { map: 'Прайс' });
  expect(rehearsed).toContain('Цены: изменились бы 2, прежние 1, не приняты 1.');
  expect(rehearsed).toContain('Остатки: изменились бы 2, прежние 0, не приняты 1.');
  expect(await pricesOf(goods.map(({ id }) => id))).toEqual([48_900, 48_900, 48_900, 48_900]);
  const [, number = ''] = /--rehearsal (\d+)/.exec(rehearsed) ?? [];
  const values = { map: 'Прайс', rehearsal: number, approved: true, json: true };
  const { json } = await imported('goods-file import', [path], values);
  expect([json.state, json.summary.guards]).toEqual(['applied', []]);
  expect(await pricesOf(goods.map(({ id }) => id))).toEqual([151_250, 48_900, 50_000, 48_900]);
  expect([await stockOf(db, first), await stockOf(db, third), await stockOf(db, fourth)]).toMatchObject([
    { on_hand: 12 },
    { on_hand: 7 },
    { on_hand: 100 },
  ]);
  const log = (await run('goods-file log', [String(json.id)])).replaceAll('\u00a0', ' ').split('\n');
  expect(log).toEqual([
    `строка 3  Артикул ${await article(first)}: цена vologda: 489 ₽ → 1 512,50 ₽ (+209 %), старая нет → 1 700 ₽`,
    `строка 3  Артикул ${await article(first)}: остаток store12: 100 → 12`,
    `строка 5  Код ${third.idcode}: цена vologda: 489 ₽ → 500 ₽ (+2 %)`,
    `строка 5  Код ${third.idcode}: остаток store12: 100 → 7`,
    'строка 6  не принято: Артикул НЕТ-ТАКОГО: нет товара, у которого артикул «НЕТ-ТАКОГО»',
  ]);
  expect(await take(path, 'Прайс')).toContain('Цены: изменены 0, прежние 3, не приняты 1.');
  expect(await run('goods-file list')).toMatch(/price\.csv {2}«Прайс» {2}принята {2}изменений: 0/);
  await forgetOldFileImports(db, new Date(Date.now() + 91 * 24 * 3_600_000));
  expect((await sql`select from file_import_rows`.execute(db)).rows).toEqual([]);
});

test('a file with leaping prices, zero prices or stock that comes to nothing is held, and taken when somebody approves', async () => {
  const goods = await Promise.all(Array.from({ length: 10 }, () => makeProduct(db)));
  const ids = goods.map(({ id }) => id);
  await run('goods-file map', ['Цены'], { columns: 'Код=idcode; Цена=price:vologda; Остаток=stock:store12' });
  const table = (rowOf: (place: number) => string) =>
    ['Код\tЦена\tОстаток', ...goods.map(({ idcode }, place) => `${idcode}\t${rowOf(place)}`)].join('\n');
  const leaping = await file(
    'leap.txt',
    table((place) => (place < 2 ? '38,90\t100' : '489\t100')),
  );
  const held = await take(leaping, 'Цены');
  expect(held).toContain('Внимание: цены сдвинулись больше чем на 30 %: 2 из 10.');
  expect(held).toMatch(/Файл задержан\.[\s\S]*Ничего не изменено/);
  expect(new Set(await pricesOf(ids))).toEqual(new Set([48_900]));
  const zero = await file(
    'zero.txt',
    table((place) => (place < 1 ? '0,00\t0' : '489\t100')),
  );
  expect(await run('goods-file import', [zero], { map: 'Цены' })).toMatch(
    /цены равны нулю: 1 из 10[\s\S]*остаток станет нулевым: 1 из 10/,
  );
  expect(await take(leaping, 'Цены', { approved: true })).toContain('Цены: изменены 2');
  expect((await pricesOf(ids)).filter((price) => price === 3_890)).toHaveLength(2);
});

test('[rule 4] a table is taken as the rehearsal that is named showed it, or not at all; what moved since is named', async () => {
  const goods = await Promise.all(Array.from({ length: 8 }, () => makeProduct(db)));
  await run('goods-file map', ['Вдвоём'], { columns: 'Код=idcode; Цена=price:vologda', 'moved-share': '100' });
  const table = (price: number) => ['Код;Цена', ...goods.map(({ idcode }) => `${idcode};${price}`)].join('\n');
  const path = await file('both.csv', table(499));
  const { json } = await imported('goods-file import', [path], { map: 'Вдвоём', json: true });
  const taken = () => run('goods-file import', [path], { map: 'Вдвоём', rehearsal: String(json.id) });
  const ids = goods.map(({ id }) => id);
  await db.updateTable('prices').set({ price: 45_000 }).where('product_id', 'in', ids.slice(0, 7)).execute();
  const named = goods.slice(0, 5).map(({ idcode }) => `Код ${idcode}`);
  expect((await taken()).replaceAll('\u00a0', ' ')).toBe(
    `За это время изменилось то, с чем сравнивали таблицу: 7 строк (${named.join(', ')} и ещё 2). Проверьте её ещё раз`,
  );
  await db.updateTable('prices').set({ price: 48_900 }).where('product_id', 'in', ids).execute();
  await file('both.csv', table(498));
  expect(await taken(), 'another table under the same name').toContain('8\u00a0строк');
  await file('both.csv', table(499));
  expect(await taken()).toContain('Цены: изменены 8');
  const unseen = (values: object) => run('goods-file import', [path], { map: 'Вдвоём', ...values });
  expect(await unseen({ approved: true })).toMatch(/^Сначала посмотрите/);
  expect(await unseen({ rehearsal: '999999' })).toBe('Репетиции 999999 нет: сначала посмотрите, что изменит таблица');
});

test('a spreadsheet is read as it stands, headings wherever they are', async () => {
  const bag = await makeProduct(db);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = [[cell('Прайс')], [cell('Код'), cell('Цена')], [cell(bag.idcode), '<c><v>500.5</v></c>']];
  const sheet = `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`;
  const book = zip([{ name: 'xl/worksheets/sheet1.xml', data: Buffer.from(sheet) }]);
  await run('goods-file map', ['Книга'], { columns: 'Код=idcode; Цена=price:vologda' });
  expect(await take(await file('price.xlsx', book), 'Книга')).toContain('Цены: изменены 1');
  expect(await pricesOf([bag.id])).toEqual([50_050]);
});

test('a YML feed is a table of its offers; a price in a foreign currency is refused', async () => {
  const [bag, can] = [await makeProduct(db), await makeProduct(db)];
  const offer = (id: string, inside: string) => `<offer id="${id}" available="true">${inside}</offer>`;
  const yml = `<?xml version="1.0" encoding="windows-1251"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd">
    <yml_catalog date="2026-11-01"><shop><name>Поставщик</name><offers>
    ${offer(
      '1',
      `<name>Смесь &amp; клей</name><vendorCode>${bag.idcode}</vendorCode><price>612.5</price><currencyId>RUR</currencyId>
      <outlets><outlet id="7" instock="14"/></outlets><param name="Вес" unit="кг">25</param>`,
    )}
    ${offer('2', `<vendorCode>${can.idcode}</vendorCode><price>9</price><currencyId>USD</currencyId>`)}
    </offers></shop></yml_catalog>`;
  await run('goods-file map', ['Выгрузка'], {
    columns: 'vendorCode=idcode; price=price:vologda; outlet 7=stock:store12',
    'moved-share': '100',
  });
  const before = await pricesOf([can.id]);
  const said = await take(await file('feed.xml', iconv.encode(yml, 'win1251')), 'Выгрузка');
  expect(said).toContain('Цены: изменены 1');
  expect(await pricesOf([bag.id])).toEqual([61_250]);
  expect((await stockOf(db, bag)).on_hand).toBe(14);
  expect(await pricesOf([can.id])).toEqual(before);
});

test('what is no such table is refused in words', async () => {
  await run('goods-file map', ['Цены'], { columns: 'Код=idcode; Цена=price:vologda' });
  const refused = async (name: string, content: string | Buffer) =>
    run('goods-file import', [await file(name, content)], { map: 'Цены' });
  expect(await refused('other.csv', 'Товар,Стоимость,Код\nА,1,2')).toBe(
    'в таблице нет столбцов: Цена. Похоже на заголовки: Товар, Стоимость, Код',
  );
  expect(await refused('price.pdf', '%PDF')).toBe('таблица читается из CSV, TXT или XLSX, выгрузка YML — из XML');
  expect(await refused('feed.xml', '<yml_catalog><shop><offers/></shop></yml_catalog>')).toBe(
    'выгрузка YML не читается: в файле нет ни одного предложения (offer)',
  );
  expect(await refused('feed.yml', '<yml_catalog>\n<offer id="1">&bomb;</offer></yml_catalog>')).toBe(
    'выгрузка YML не читается: повреждённый XML, строка 2',
  );
  expect(await refused('feed.yml', `<a>${'<b>'.repeat(30)}`)).toContain('слишком глубокая вложенность');
  expect(await refused('feed.yml', `<offers>${'<offer id="1"/>'.repeat(50_001)}</offers>`)).toBe(
    'выгрузка YML не читается: предложений больше 50000',
  );
  expect(await refused('broken.xlsx', 'PK\u0003\u0004')).toBe('файл не читается как таблица XLSX');
  expect(await refused('long.csv', `Код;Цена\n${'1;2\n'.repeat(50_001)}`)).toBe('в таблице больше 50 тысяч строк');
  expect(await run('goods-file import', ['/nowhere.csv'], { map: 'Цены' })).toContain('Файл не найден');
  expect(await run('goods-file import', ['/nowhere.csv'], { map: 'Другое' })).toBe(
    'Нет такого сопоставления: --map ИМЯ',
  );
});
