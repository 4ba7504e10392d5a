import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgetTypeChanges } from '#modules/catalogue/change-attribute-type.ts';
import { deriveProducts } from '#modules/catalogue/product-words.ts';
import { createShort } from '#modules/catalogue/save-short.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  offer,
  offersPackage,
  openImports,
  prices,
  productOf,
  retail,
} from './support/commerceml.ts';
import { testDatabase } from './support/database.ts';
import { makeProduct } from './support/shop.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

type Type = 'text' | 'number' | 'enum' | 'boolean';
type Wish = { type: Type; unit?: string | null };

async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await call(cast, cast.headers.owner, { method, url, headers, ...(body && { body }) });
  return { status: answer.statusCode, body: answer.json(), line: Number(answer.headers['audit-line']), answer };
}

const rehearse = (id: number, wish: Wish) => ask('POST', `/api/admin/attributes/${id}/type-rehearsal`, wish);
const undo = (line: number) => ask('POST', `/api/admin/audit/${line}/undo`);

/** The change as the dialog does it: looked at, then done. */
async function change(id: number, wish: Wish) {
  const { seen } = (await rehearse(id, wish)).body;
  return ask('POST', `/api/admin/attributes/${id}/type`, { ...wish, seen });
}

async function anAttribute(
  code: string,
  type: Type,
  filter: 'values' | 'range' | null = null,
  unit: string | null = null,
) {
  return (
    await db
      .insertInto('attributes')
      .values({ code, name: `Свойство ${code}`, type, filter, unit })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** Goods that say these values of an attribute. */
async function goodsSaying(code: string, values: unknown[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [at, value] of values.entries())
    ids.push((await makeProduct(db, { name: `Товар ${code} ${at + 1}`, specs: { [code]: value } as never })).id);
  await db.transaction().execute((db) => deriveProducts(db, ids));
  return ids;
}

/** What each says; undefined: nothing. */
async function said(code: string, ids: number[]): Promise<unknown[]> {
  const rows = await db.selectFrom('products').select('specs').where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ specs }) => (specs as Record<string, unknown>)[code]);
}

/** Values that filters tick at each of these goods. */
async function ticked(ids: number[]): Promise<string[][]> {
  const { rows } = await sql<{ values: string[] }>`
    select array(select v.value from attribute_values v where v.id = any(p.facets) order by v.value) as values
    from products p where p.id = any(${ids}::int[]) order by p.id`.execute(db);
  return rows.map(({ values }) => values);
}

const attribute = async (id: number) => {
  const { type, unit, filter } = (await ask('GET', `/api/admin/attributes/${id}`)).body;
  return { type, unit, filter };
};

describe('of the shop’s own', () => {
  const texts = ['10 мм', '12,50', '1 200', 'тонкая', '10, 20', ''];

  test('a rehearsal counts what is read, names goods that cannot be, changes nothing; the change reads all in one, and is taken back whole', async () => {
    const id = await anAttribute('tolshchina', 'text', 'values');
    const ids = await goodsSaying('tolshchina', texts);
    const before = await ticked(ids);
    const wish = { type: 'number', unit: 'мм' } as const;
    const looked = (await rehearse(id, wish)).body;
    expect(looked).toEqual({
      total: 5,
      readable: 3,
      shorts: [],
      onec: [],
      seen: expect.any(String),
      unreadable: [
        { id: ids[3], name: 'Товар tolshchina 4', value: 'тонкая' },
        { id: ids[4], name: 'Товар tolshchina 5', value: '10, 20' },
      ],
    });
    expect(await said('tolshchina', ids)).toEqual(texts);

    const done = await ask('POST', `/api/admin/attributes/${id}/type`, { ...wish, seen: looked.seen });
    expect([done.status, done.body]).toEqual([200, { type: 'number', unit: 'мм', filter: 'values', read: 3, lost: 2 }]);
    expect(await said('tolshchina', ids)).toEqual([10, 12.5, 1200, undefined, undefined, undefined]);
    expect(await ticked(ids)).toEqual([['10'], ['12.5'], ['1200'], [], [], []]);
    const line = (await ask('GET', `/api/admin/audit?per_page=1`)).body.items[0];
    expect(line).toMatchObject({
      id: done.line,
      resource: 'attribute_types',
      record_id: String(id),
      can_be_undone: true,
      words:
        'Вид свойства «Свойство tolshchina»: был текст, стал число; прочитано 3 значения, без значения 2 товара'.replace(
          /(\d) /g,
          '$1\u00a0',
        ),
    });

    expect((await undo(done.line)).status).toBe(200);
    expect(await attribute(id)).toEqual({ type: 'text', unit: null, filter: 'values' });
    expect(await said('tolshchina', ids)).toEqual(texts);
    expect(await ticked(ids)).toEqual(before);
    expect((await undo(done.line)).status).toBe(409);
    const kept = await sql`select 1 from attribute_former_values`.execute(db);
    expect(kept.rows).toEqual([]);
  });

  test('who looked at another list is asked to look again, and nothing is lost meanwhile', async () => {
    const id = await anAttribute('glubina', 'text');
    const ids = await goodsSaying('glubina', ['5', 'мелкая']);
    const { seen } = (await rehearse(id, { type: 'number' })).body;
    await sql`update products set specs = '{"glubina": "глубокая"}' where id = ${ids[0]}`.execute(db);
    const refused = await ask('POST', `/api/admin/attributes/${id}/type`, { type: 'number', seen });
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'Пока вы смотрели, значения свойства изменились. Проверьте список ещё раз',
    ]);
    // Of another unit the list is another one, too.
    const other = await ask('POST', `/api/admin/attributes/${id}/type`, {
      type: 'number',
      unit: 'мм',
      seen: (await rehearse(id, { type: 'number' })).body.seen,
    });
    expect(other.status).toBe(422);
    expect(await said('glubina', ids)).toEqual(['глубокая', 'мелкая']);
    expect(await attribute(id)).toMatchObject({ type: 'text' });
  });

  test('what goods were given after the change stays when it is taken back, read as before; what cannot be, forbids it', async () => {
    const id = await anAttribute('vysota', 'text');
    const ids = await goodsSaying('vysota', ['007', 'высокая', 'низкая']);
    const done = await change(id, { type: 'number' });
    await sql`update products set specs = '{"vysota": 33.5}' where id = ${ids[1]}`.execute(db);
    expect((await undo(done.line)).status).toBe(200);
    expect(await said('vysota', ids)).toEqual(['007', '33,5', 'низкая']);

    const numbers = await anAttribute('dlina_shtuki', 'number', 'range', 'м');
    const own = await goodsSaying('dlina_shtuki', [2.5, 3]);
    const became = await change(numbers, { type: 'text' });
    expect(became.body).toEqual({ type: 'text', unit: 'м', filter: 'values', read: 2, lost: 0 });
    expect(await said('dlina_shtuki', own)).toEqual(['2,5', '3']);
    expect(await ticked(own)).toEqual([['2,5'], ['3']]);
    await sql`update products set specs = '{"dlina_shtuki": "по заказу"}' where id = ${own[0]}`.execute(db);
    const refused = await undo(became.line);
    expect([refused.status, refused.body.error.message.replaceAll('\u00a0', ' ')]).toEqual([
      409,
      'Вернуть нельзя: у 1 товара с тех пор указано то, что иначе не прочитать',
    ]);
    await sql`update products set specs = '{"dlina_shtuki": "4"}' where id = ${own[0]}`.execute(db);
    expect((await undo(became.line)).status).toBe(200);
    expect(await said('dlina_shtuki', own)).toEqual([4, 3]);
    expect(await attribute(numbers)).toEqual({ type: 'number', unit: 'м', filter: 'range' });
  });

  test('of several changes the last one is taken back first; yes or no, a list and a text read each other', async () => {
    const id = await anAttribute('zashchita', 'boolean', 'values');
    const ids = await goodsSaying('zashchita', [true, false]);
    const first = await change(id, { type: 'enum' });
    expect(await said('zashchita', ids)).toEqual(['Да', 'Нет']);
    const second = await change(id, { type: 'text' });
    expect(second.body).toMatchObject({ read: 2, lost: 0 });
    expect((await undo(first.line)).status).toBe(409);
    expect((await undo(second.line)).status).toBe(200);
    expect((await undo(first.line)).status).toBe(200);
    expect(await said('zashchita', ids)).toEqual([true, false]);
    const same = await rehearse(id, { type: 'boolean' });
    expect([same.status, same.body.error.fields]).toEqual([422, { type: 'Свойство уже такого вида' }]);
  });

  test('a change writes the product’s form, the short listings that narrow by it are named, old values are forgotten in time', async () => {
    const id = await anAttribute('cvet_smesi', 'enum', 'values');
    const [first = 0] = await goodsSaying('cvet_smesi', ['белый', '1']);
    await db
      .transaction()
      .execute((db) =>
        createShort(db, { category_id: cast.category.id, name: 'Белые смеси', filters: { cvet_smesi: ['1'] } }),
      );
    expect((await rehearse(id, { type: 'number' })).body.shorts).toEqual([
      { id: expect.any(Number), name: 'Белые смеси', category_name: 'Сухие смеси' },
    ]);
    await change(id, { type: 'number' });
    const product = `/api/admin/products/${first}`;
    const { answer, body } = await ask('GET', product);
    const wrong = await ask(...(['PATCH', product, { specs: { ...body.specs, cvet_smesi: 'белый' } }] as const), {
      'if-match': String(answer.headers.etag),
    });
    expect(wrong.body.error.fields).toEqual({ 'specs.cvet_smesi': '«Свойство cvet_smesi» — число' });
    const kept = async () => (await sql`select 1 from attribute_former_values`.execute(db)).rows.length;
    const before = await kept();
    expect(before).toBeGreaterThan(0);
    await forgetTypeChanges(db);
    expect(await kept()).toBe(before);
    await forgetTypeChanges(db, new Date(Date.now() + 4 * 365 * 86_400_000));
    expect(await kept()).toBe(0);
  });
});

describe('that 1C fills', () => {
  const values = (of: Record<string, string>) =>
    `<ЗначенияСвойств>${Object.entries(of)
      .map(([id, value]) => `<ЗначенияСвойства><Ид>${id}</Ид><Значение>${value}</Значение></ЗначенияСвойства>`)
      .join('')}</ЗначенияСвойств>`;
  const property = (id: string, name: string, type: string) =>
    `<Свойство><Ид>${id}</Ид><Наименование>${name}</Наименование><ТипЗначений>${type}</ТипЗначений></Свойство>`;
  const file = (length: string, said: Record<string, Record<string, string>>) => ({
    'import.xml': commerceml(
      classifier(
        `${groups(group('g1', 'Панели'))}<Свойства>${property('length', length, 'Строка')}${property('mass', 'Масса', 'Число')}</Свойства>`,
        { changes: true },
      ) +
        catalog(
          Object.entries(said).map(([id, own]) => good(id, `Панель ${id}`, values(own))),
          { changes: true },
        ),
    ),
    'offers.xml': commerceml(
      offersPackage(
        Object.keys(said).map((id) => offer(id, '', prices({ retail: 20 }))),
        { types: retail, changes: true },
      ),
    ),
  });
  const goods = {
    a: { length: '2 700', mass: '10,50' },
    b: { length: '3000 мм', mass: '7' },
    c: { length: 'нет данных', mass: '8' },
  };
  const specsOf = async (id: string) => (await productOf(db, id))?.specs as Record<string, unknown>;
  const idOf = async (property: string) =>
    (
      await db
        .selectFrom('onec_properties')
        .select('attribute_id')
        .where('id_1c', '=', property)
        .executeTakeFirstOrThrow()
    ).attribute_id;
  const rules = async () => (await sql`select property_id_1c, type, unit from onec_property_rules`.execute(db)).rows;
  const onec = openImports(url);

  test('the next packages read the property as the shop does, whatever 1C calls it; taken back, as 1C sends it', async () => {
    const { import: take } = await onec;
    await take(file('Длина', goods));
    const id = await idOf('length');
    expect((await rehearse(id, { type: 'number', unit: 'мм' })).body).toMatchObject({
      total: 3,
      readable: 2,
      onec: ['Длина'],
      unreadable: [{ value: 'нет данных' }],
    });
    const done = await change(id, { type: 'number', unit: 'мм' });
    const read = async () => [(await specsOf('a')).dlina, (await specsOf('b')).dlina, (await specsOf('c')).dlina];
    expect(await read()).toEqual([2700, 3000, undefined]);
    expect(await rules()).toEqual([{ property_id_1c: 'length', type: 'number', unit: 'мм' }]);

    // The same goods again: nothing of them changes, and the summary says what stays empty.
    const again = await take(file('Длина изделия', { ...goods, d: { length: 'около метра', mass: '1' } }));
    expect(await read()).toEqual([2700, 3000, undefined]);
    expect(await attribute(id)).toEqual({ type: 'number', unit: 'мм', filter: null });
    expect(again.fields.refused.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'Панель d: Длина изделия: «около метра» не читается как число, свойство не заполнено',
    ]);
    const moved = await take(file('Длина изделия', { a: { length: '2 800 мм', mass: '10,50' } }));
    expect(moved.fields.refused).toEqual([]);
    expect((await specsOf('a')).dlina).toBe(2800);

    expect((await undo(done.line)).status).toBe(200);
    expect(await rules()).toEqual([]);
    expect(await read()).toEqual(['2800', '3000 мм', 'нет данных']);
    await take(file('Длина изделия', { a: { length: '2 900', mass: '10,50' }, b: goods.b }));
    expect(await read()).toEqual(['2 900', '3000 мм', 'нет данных']);
  });

  test('a number of 1C as a text is spelled by the shop and by the packages alike', async () => {
    const { import: take } = await onec;
    const id = await idOf('mass');
    const done = await change(id, { type: 'enum' });
    expect(done.body).toMatchObject({ type: 'enum', filter: 'values' });
    const mass = async () => (await specsOf('a')).massa;
    expect(await mass()).toBe('10,5');
    await take(file('Длина изделия', { a: { length: '1', mass: '10,50' } }));
    expect(await mass()).toBe('10,5');
    expect((await undo(done.line)).status).toBe(200);
    expect(await mass()).toBe(10.5);
    expect(await attribute(id)).toEqual({ type: 'number', unit: null, filter: 'range' });
  });

  test('while goods are worked out by a package the change waits to be asked for again', async () => {
    const id = await idOf('length');
    const { seen } = (await rehearse(id, { type: 'enum' })).body;
    await db.transaction().execute(async (held) => {
      await sql`select pg_advisory_xact_lock(hashtext('idd-shop 1C'))`.execute(held);
      const refused = await ask('POST', `/api/admin/attributes/${id}/type`, { type: 'enum', seen });
      expect([refused.status, refused.body.error.code]).toEqual([503, 'exchange_busy']);
    });
    expect((await change(id, { type: 'enum' })).status).toBe(200);
  });
});
