import { expect, test } from 'vitest';
import { Blocks, storedBlocks } from '#modules/content/blocks-schema.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { invalidateCaches } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { readBlocks } from './read-blocks.server.ts';
import { goodsOf } from './shown-blocks.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
await makeBranches(db);
const category = await makeCategory(db, 'shtukaturki', 'Штукатурки');
const first = await makeProduct(db, { name: 'Гипсовая 30 кг', idcode: 'MIX-30', category_id: category.id });
await makeProduct(db, { name: 'Снятая', idcode: 'GONE-1', switched_off_at: new Date() });
const department = (await listDepartments(db)).find((row) => row.id_1c === '00131')!;
const requestContext = { department, priceContext: priceContextOf(department) } as RequestContext;
const errors: unknown[] = [];
const log = { error: (line: unknown) => errors.push(line) } as unknown as Log;
const read = (blocks: unknown, now?: Date) =>
  readBlocks(
    {
      db,
      keys,
      requestContext,
      log,
      config: {},
      partners: { maps: null },
      tags: new Set<string>(),
      ...(now ? { now } : {}),
    } as never,
    Blocks.parse(blocks),
  );

test('goods come live with the branch’s price, a product that is gone or unknown is skipped', async () => {
  const shown = await read([{ type: 'products', title: 'Подборка', idcodes: ['GONE-1', 'NO-SUCH', 'MIX-30'] }]);
  expect(shown).toMatchObject([{ type: 'goods', title: 'Подборка', items: [{ id: first.id, price: 48_900 }] }]);
  expect(goodsOf([...shown, ...shown]).map((card) => card.id)).toEqual([first.id]);
});

test('a block with nothing left to show is absent', async () => {
  expect(await read([{ type: 'products', idcodes: ['GONE-1'] }])).toEqual([]);
  expect(await read([{ type: 'list', title: 'Краски', listing: { category: 'net-takoy' } }])).toEqual([]);
  expect(await read([{ type: 'calculator', idcode: 'MIX-30' }])).toEqual([]);
});

test('a calculator begins with the example of the text around it, else with the usual numbers', async () => {
  await db
    .insertInto('attributes')
    .values({ code: 'rashod', name: 'Расход при слое 10 мм', type: 'number', unit: 'кг/м²' })
    .execute();
  const { id: category_id } = await makeCategory(db, 'smesi', 'Смеси');
  await db.updateTable('categories').set({ calculator: 'mix' }).where('id', '=', category_id).execute();
  await makeProduct(db, { idcode: 'MIX-32', category_id, specs: JSON.stringify({ rashod: 8.5 }) });
  invalidateCaches(['*']);
  const begins = async (example: object) => {
    const [shown] = await read([{ type: 'calculator', idcode: 'MIX-32', ...example }]);
    return shown?.type === 'calculator' ? shown.product.calculator.defaults : null;
  };
  expect(await begins({ area: '44,9', layer_mm: '16.5' })).toMatchObject({ area: '44,9', layer_mm: '16.5' });
  expect(await begins({ area: '' })).toMatchObject({ area: '20', layer_mm: '10' });
  expect(() => Blocks.parse([{ type: 'calculator', idcode: 'MIX-32', area: 'сто' }])).toThrow();
});

test('a list asks the catalogue and leads to the whole of it', async () => {
  await makeProduct(db, { idcode: 'MIX-31', category_id: category.id });
  const [list] = await read([
    { type: 'list', title: 'Штукатурки', listing: { category: 'shtukaturki', in_stock: true }, limit: 1 },
  ]);
  expect(list).toMatchObject({
    type: 'goods',
    items: [{}],
    more: { url: '/category/shtukaturki/?in_stock=1', text: 'Все 2\u00a0товара' },
  });
});

test('a date in text is the branch’s own time, and nothing once it has passed', async () => {
  const timer = [{ type: 'timer', ends_at: '2026-12-31T20:59:00Z', text: 'Цены действуют' }];
  const [shown] = await read(timer, new Date('2026-12-01T12:00:00Z'));
  expect(shown).toMatchObject({ until: '31\u00a0декабря включительно', left: 'ещё 30\u00a0дней' });
  const midnight = [{ type: 'timer', ends_at: '2026-12-31T21:00:00Z', text: 'Цены действуют' }];
  expect((await read(midnight, new Date('2026-12-01T12:00:00Z')))[0]).toMatchObject({
    until: '31\u00a0декабря включительно',
  });
  const evening = [{ type: 'timer', ends_at: '2026-12-31T18:00:00Z', text: 'Цены действуют' }];
  expect((await read(evening, new Date('2026-12-01T12:00:00Z')))[0]).toMatchObject({ until: '31\u00a0декабря, 21:00' });
  expect((await read(timer, new Date('2026-12-31T17:00:00Z')))[0]).toMatchObject({ left: 'ещё 3\u00a0часа' });
  expect(await read(timer, new Date('2026-12-31T20:59:00Z'))).toEqual([]);
});

test('points of the branch stand with their hours', async () => {
  const [map] = await read([{ type: 'map' }]);
  expect(map).toMatchObject({ points: [{ id_1c: '00131' }, { id_1c: '00132', name: 'Окружное шоссе' }] });
});

test('a form stands with its fields; a form nobody knows leaves no hole', async () => {
  const [form, ...rest] = await read([
    { type: 'form', code: 'callback' },
    { type: 'form', code: 'net_takoy' },
  ]);
  expect(rest).toEqual([]);
  expect(form).toMatchObject({ type: 'form', form: { schema: { code: 'callback' }, values: {} } });
});

test('reviews are those of real buyers that were approved', async () => {
  const at = new Date();
  const review = (given: Record<string, unknown>) =>
    db
      .insertInto('reviews')
      .values({
        product_id: first.id,
        author_name: 'Анна',
        rating: 5,
        department_id_1c: '00131',
        created_at: at,
        text: 'Ложится ровно',
        is_demo: true,
        state: 'approved',
        decided_at: at,
        ...given,
      })
      .execute();
  await review({});
  expect(await read([{ type: 'reviews', idcodes: ['MIX-30'] }])).toEqual([]);
});

test('a range of numbers in written HTML is not parted; what is set twice is set once', () => {
  const cleaned = (html: string) => Blocks.parse([{ type: 'html', html }])[0];
  const html = '<p>расход 7–\u206010\u00a0кг, Пн–Пт</p>';
  expect(cleaned('<p>расход 7–10 кг, Пн–Пт</p>')).toEqual({ type: 'html', html });
  expect(cleaned(html)).toEqual({ type: 'html', html });
  const link = '<a href="/files/2–3.pdf">файл</a>';
  expect(cleaned(link)).toEqual({ type: 'html', html: link });
});

test('written HTML is cleaned before it is kept, links lead to the shop or to https only', () => {
  const [html] = Blocks.parse([{ type: 'html', html: '<p onclick="x()">Текст</p><script>x()</script>' }]);
  expect(html).toEqual({ type: 'html', html: '<p>Текст</p>' });
  for (const link of ['javascript:alert(1)', '//evil.example', 'http://evil.example/', '/\\evil.example'])
    expect(Blocks.safeParse([{ type: 'hero', title: 'Т', link }]).success, link).toBe(false);
  expect(Blocks.safeParse([{ type: 'hero', title: 'Т', link: '/catalog/' }]).success).toBe(true);
  expect(Blocks.safeParse(Array.from({ length: 41 }, () => ({ type: 'map' }))).success).toBe(false);
  expect(Blocks.safeParse([{ type: 'html', html: 'а'.repeat(50_001) }]).success).toBe(false);
});

test('a kept block nobody knows any more is left out, the rest stands', () => {
  expect(storedBlocks([{ type: 'carousel' }, { type: 'map' }, null])).toMatchObject([{ type: 'map' }]);
  expect(storedBlocks('нет')).toEqual([]);
});
