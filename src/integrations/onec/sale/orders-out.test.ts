import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { editOrder } from '#modules/orders/edit-order.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import type { PlacedOrder } from '#modules/orders/place-order.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { commands } from '#src/commands/onec-orders.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { confirmOrders, handOverOrders, versionFor } from './hand-over-orders.ts';
import { forgetOldExchanges, listOrdersInExchange, sendAgain } from './ledger.ts';
import { listOrderBranches, sendBranchesTo } from './order-branches.ts';
import { orderDocument, saleFile } from './order-document.ts';
import { readOrderFor1c } from './read-orders.ts';
import { within1251 } from './xml-text.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base'), (2, 'Опт', 'opt')`.execute(
  db,
);
const shop = wordsRunner(commands, { db, url });
await db
  .insertInto('onec_warehouses')
  .values({ id_1c: 'b0a1', name: 'Склад «Центральный»', store: 'store12' })
  .execute();
const good = 'f1e6c3a0-9a6b-11ee-8c2f-0050569a1b2c';
const mixture = await makeProduct(db, {
  name: 'Смесь «Ёж & Ко» <сухая> "М-150"',
  id_1c: `${good}#0b1c2d3e-9a6b-11ee-8c2f-0050569a1b2c`,
  catalog_id_1c: 'cat-1',
  variant_label: 'серая, 30 кг',
  on_hand: 5_000,
});
const cable = await makeProduct(db, {
  name: 'Кабель ВВГ',
  id_1c: 'cable',
  unit: '0,1 м',
  base_unit: 'м',
  factor_base: 1,
  factor_sales: 10,
  price: 600,
  on_hand: 5_000,
});
const plain = await makeProduct(db, {
  unit: 'шт.',
  base_unit: 'шт.',
  factor_base: 1,
  price: 333,
  on_hand: 900,
  vat_rate: 10,
});
await makeCoupon(db, 'ОСЕНЬ', { percent: 7, allows_b2b: true });
const anna = await makeUser(db, { full_name: 'Анна Смирнова' });

const validators = ['2.08', '2.10'].map((version) => {
  const path = new URL(`../../../../test/fixtures/commerceml/schemas/commerceml-${version}.xsd`, import.meta.url);
  return { version, validator: XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path))) };
});

/** The file in both encodings by both schemas; returns it as 1C reads it. */
function valid(xml: string): XmlDocument {
  const utf8 = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${xml}`);
  const cp1251 = iconv.encode(`<?xml version="1.0" encoding="windows-1251"?>\n${within1251(xml)}`, 'windows-1251');
  const [first, second] = [utf8, cp1251].map((bytes) => XmlDocument.fromBuffer(bytes));
  for (const { validator } of validators) {
    validator.validate(first!);
    validator.validate(second!);
  }
  expect(second!.root.content).toBe(first!.root.content);
  return first!;
}

function textsOf(document: XmlDocument, path: string): string[] {
  const steps = path.split('/').map((step) => `*[local-name()="${step}"]`);
  return document.find(`//${steps.join('/')}`).map((node) => node.content);
}

function requisite(document: XmlDocument, name: string): string | undefined {
  const found = document.get(
    `//*[local-name()="Документ"]/*[local-name()="ЗначенияРеквизитов"]/*[*[local-name()="Наименование"]="${name}"]/*[local-name()="Значение"]`,
  );
  return found?.content;
}

async function documentOf({ id }: Pick<PlacedOrder, 'id'>): Promise<XmlDocument> {
  const data = await readOrderFor1c(db, id);
  return valid(saleFile(orderDocument(data!), { version: '2.08', now: new Date(), zone: 'Europe/Moscow' }));
}

/** Σ of the lines, which is the document's sum. */
function sums(document: XmlDocument): { lines: number; total: number } {
  const kopecks = (text: string) => Math.round(Number(text) * 100);
  return {
    lines: textsOf(document, 'Товары/Товар/Сумма').reduce((sum, text) => sum + kopecks(text), 0),
    total: kopecks(textsOf(document, 'Документ/Сумма')[0]!),
  };
}

describe('the document of an order', () => {
  test('is of one state of it, though it is edited while it is read', async () => {
    const order = await orderBy(db, anna, [
      [mixture, 1],
      [cable, 10],
    ]);
    const edit = { lines: [{ product_id: cable.id, count: 10, sum: 6_000 }] };
    let queries = 0;
    const meanwhile = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        queries += 1;
        if (queries === 1)
          await db.transaction().execute((db) => editOrder(db, order.id, edit, { who: 'Пётр', now: new Date() }));
        return result;
      },
    });
    const data = await readOrderFor1c(meanwhile as unknown as typeof db, order.id);
    expect(queries).toBeGreaterThan(1);
    expect(data?.lines.map(({ id_1c }) => id_1c)).toEqual(['cable']);
    expect(data?.order.lines.map(({ name }) => name)).toEqual(['Кабель ВВГ']);
  });

  test('names goods by 1C’s ids with their characteristic, in the unit that people read, and adds up to the kopeck', async () => {
    const order = await orderBy(
      db,
      anna,
      [
        [mixture, 7],
        [cable, 47],
        [plain, 3],
      ],
      { input: { coupon: 'ОСЕНЬ', comment: 'Звоните заранее 🏗️ «домофон» <47> & ёлка' } },
    );
    const document = await documentOf(order);
    expect(textsOf(document, 'Товары/Товар/Ид')).toEqual([
      `${good}#0b1c2d3e-9a6b-11ee-8c2f-0050569a1b2c`,
      'cable',
      plain.idcode,
    ]);
    expect(textsOf(document, 'Товар/Наименование').slice(0, 1)).toEqual(['Смесь «Ёж & Ко» <сухая> "М-150"']);
    expect(textsOf(document, 'Товар/Количество')).toEqual(['7', '4.7', '3']);
    expect(textsOf(document, 'Товар/Коэффициент')).toEqual(['30', '1', '1']);
    expect(textsOf(document, 'Товар/Единица')).toEqual(['006', '796']);
    expect(textsOf(document, 'Товар/ЦенаЗаЕдиницу')).toEqual(['489.00', '60.00', '3.33']);
    expect(textsOf(document, 'ХарактеристикаТовара/Значение')).toEqual(['серая, 30 кг']);
    expect(textsOf(document, 'Документ/Комментарий')).toEqual(['Звоните заранее 🏗️ «домофон» <47> & ёлка']);
    expect(requisite(document, 'Купон')).toBe('ОСЕНЬ');
    expect(requisite(document, 'Статус заказа')).toBe('[new] Принят');
    expect(textsOf(document, 'Документ/Ид')).toEqual([order.id]);
    expect(textsOf(document, 'Документ/Склады/Склад/Ид')).toEqual(['b0a1']);
    const { lines, total } = sums(document);
    expect([lines, total]).toEqual([order.total, order.total]);
    const discounts = textsOf(document, 'Товар/Скидки/Скидка/Сумма').reduce((sum, text) => sum + Number(text), 0);
    expect(Math.round(discounts * 100)).toBe(7 * 48_900 + 47 * 600 + 3 * 333 - order.goods_sum);
  });

  test('names a firm with ИНН and КПП and the person who stands for it', async () => {
    const boss = await makeUser(db, { full_name: 'Ольга Ёлкина' });
    const row = await makeCompany(db, { legal_address: 'г. Вологда, ул. Мира, 10' });
    await joinCompany(db, boss, row);
    const company = { ...row, role: 'owner' as const };
    const own = { name: row.name, inn: row.inn, buyer_number: 'ЗП-45/11', building_site: 'ЖК «Северный»' };
    const input = { payment: { method: 'invoice' }, company: own };
    const order = await orderBy(db, boss, [[mixture, 1]], { company, input });
    const document = await documentOf(order);
    expect(textsOf(document, 'Контрагент/ИНН')).toEqual([row.inn]);
    expect(textsOf(document, 'Контрагент/КПП')).toEqual(['770701001']);
    expect(textsOf(document, 'Контрагент/ОфициальноеНаименование')).toEqual(['ООО «Ремонт и стройка»']);
    expect(textsOf(document, 'Контрагент/ЮридическийАдрес/Представление')).toEqual(['г. Вологда, ул. Мира, 10']);
    expect(textsOf(document, 'Представитель/ПолноеНаименование')).toEqual(['Анна Смирнова']);
    expect(requisite(document, 'Метод оплаты ИД')).toBe('invoice');
    expect(requisite(document, 'Номер заказа покупателя')).toBe('ЗП-45/11');
    expect(requisite(document, 'Объект строительства')).toBe('ЖК «Северный»');
  });

  test('keeps buyers by phone who name no email apart: by the account, else by the phone; no contact is empty', async () => {
    const buyerOf = async (more: { user_id: string | null; contact_phone: string }) => {
      const order = await orderBy(db, anna, [[plain, 1]]);
      const byPhone = { ...more, contact_email: null, is_by_phone: true };
      await db.updateTable('orders').set(byPhone).where('id', '=', order.id).execute();
      const document = await documentOf(order);
      expect(textsOf(document, 'Контрагент/Контакты/Контакт/Тип')).toEqual(['Телефон мобильный']);
      return textsOf(document, 'Контрагент/Ид')[0];
    };
    const [pyotr, pavel] = ['+79210000001', '+79210000002'];
    const boss = await makeUser(db, { full_name: 'Ольга Ёлкина' });
    const of = (user_id: string | null) => (contact_phone: string) => buyerOf({ user_id, contact_phone });
    const strangers = [await of(null)(pyotr), await of(null)(pavel), await of(null)(pyotr)];
    expect(strangers[2]).toBe(strangers[0]);
    const known = [await of(anna.id)(pyotr), await of(boss.id)(pyotr), await of(anna.id)(pavel)];
    expect(known[2]).toBe(known[0]);
    expect(new Set([...strangers, ...known]).size).toBe(4);
  });

  test('tells a delivery as a service with its address, and says when nobody has priced it yet', async () => {
    const address = `Вологда, ул. Гончарная, 4, кв. 5, ${'дом за поворотом, '.repeat(14)}подъезд 2`;
    const order = await orderBy(db, anna, [[plain, 10]], { input: { receiving: { type: 'delivery', address } } });
    const open = await documentOf(order);
    expect(requisite(open, 'Стоимость доставки')).toBe('уточняет оператор');
    expect(requisite(open, 'Адрес доставки')).toBe(address);
    expect(textsOf(open, 'Контрагент/Адрес/Комментарий')).toEqual([address]);
    await db
      .updateTable('orders')
      .set({ delivery_price: 49_050, total: order.goods_sum + 49_050 })
      .where('id', '=', order.id)
      .execute();
    const priced = await documentOf(order);
    expect(textsOf(priced, 'Товары/Товар/Ид')).toEqual([plain.idcode, 'ORDER_DELIVERY']);
    expect(sums(priced)).toEqual({ lines: order.goods_sum + 49_050, total: order.goods_sum + 49_050 });
    const lifted = { carrying: 'stairs', carrying_floor: 5, carrying_price: 27_000, total: order.goods_sum + 76_050 };
    await db.updateTable('orders').set(lifted).where('id', '=', order.id).execute();
    const carried = await documentOf(order);
    expect(textsOf(carried, 'Товары/Товар/Ид')).toEqual([plain.idcode, 'ORDER_DELIVERY', 'ORDER_CARRYING']);
    expect(textsOf(carried, 'Товары/Товар/Наименование').at(-1)).toBe('Разгрузка и подъём по лестнице, этаж\u00a05');
    expect(sums(carried)).toEqual({ lines: order.goods_sum + 76_050, total: order.goods_sum + 76_050 });
  });

  test('leaves out ids that are longer than the schemas take: of the catalogue, a characteristic, a warehouse', async () => {
    const long = 'x'.repeat(41);
    await db.updateTable('onec_warehouses').set({ id_1c: long }).where('id_1c', '=', 'b0a1').execute();
    const more = { id_1c: `${'g'.repeat(36)}#${'v'.repeat(43)}`, catalog_id_1c: long, variant_label: 'серая' };
    const document = await documentOf(await orderBy(db, anna, [[await makeProduct(db, { ...more, on_hand: 9 }), 1]]));
    expect(textsOf(document, 'Товары/Товар/Ид')).toEqual([more.id_1c]);
    expect(textsOf(document, 'ХарактеристикаТовара/Значение')).toEqual(['серая']);
    for (const path of ['ХарактеристикаТовара/Ид', 'ИдКаталога', 'Склад']) expect(textsOf(document, path)).toEqual([]);
    await db.updateTable('onec_warehouses').set({ id_1c: 'b0a1' }).where('id_1c', '=', long).execute();
  });

  test('of 200 lines is valid too', async () => {
    const order = await orderBy(db, anna, [[plain, 1]]);
    await sql`
      insert into order_lines (order_id, position, product_id, product_idcode, name, unit, base_unit, factor_base, factor_sales,
        price_column, store, vat_rate, count, price, sum)
      select order_id, n, product_id, product_idcode, name, unit, base_unit, factor_base, factor_sales, price_column, store,
        vat_rate, n, price, n * price from order_lines, generate_series(2, 200) n where order_id = ${order.id}::uuid`.execute(
      db,
    );
    await sql`
      update orders set goods_sum = s.sum, total = s.sum from (select sum(sum) as sum from order_lines where order_id = ${order.id}::uuid) s
      where id = ${order.id}::uuid`.execute(db);
    const document = await documentOf(order);
    expect(textsOf(document, 'Товары/Товар/Ид')).toHaveLength(200);
    expect(sums(document).lines).toBe(sums(document).total);
  });
});

describe('the ledger', () => {
  const node_id = 1;
  const ask = async (session_id = randomUUID(), node = node_id, now = new Date()) => {
    const asked = { node_id: node, session_id, encoding: 'windows-1251' as const, version: '2.10', now };
    const { xml } = await db.transaction().execute((db) => handOverOrders(db, asked));
    return { session_id, ids: textsOf(valid(xml), 'Документ/Ид') };
  };
  const stateOf = async (order_id: string) => (await listOrdersInExchange(db, { order_id, limit: 5 }))[0]?.state;

  test('hands over the same orders until 1C confirms them, and a changed one again', async () => {
    const order = await orderBy(db, anna, [[mixture, 2]]);
    expect(await stateOf(order.id)).toBe('waiting');
    const first = await ask();
    expect(first.ids).toContain(order.id);
    expect(await stateOf(order.id)).toBe('handed_over');
    const second = await ask();
    expect(second.ids).toEqual(first.ids);
    // The success of a session whose orders were handed over again since then confirms nothing.
    await confirmOrders(db, first.session_id);
    expect((await ask(second.session_id)).ids).toEqual(first.ids);
    expect(await confirmOrders(db, second.session_id)).toBe(first.ids.length);
    expect(await stateOf(order.id)).toBe('confirmed');
    expect((await ask()).ids).toEqual([]);

    await db.transaction().execute((db) => moveOrder(db, order.id, 'assembling', { who: 'Пётр' }));
    const changed = await ask();
    expect(changed.ids).toEqual([order.id]);
    // Changed once more while 1C reads: the confirmation is of what it has got.
    await db.transaction().execute((db) => moveOrder(db, order.id, 'ready', { who: 'Пётр' }));
    await confirmOrders(db, changed.session_id);
    expect(await stateOf(order.id)).toBe('waiting');
    const last = await ask();
    expect(last.ids).toEqual([order.id]);
    await confirmOrders(db, last.session_id);
    await confirmOrders(db, last.session_id);
    expect((await ask()).ids).toEqual([]);
  });

  test('leaves out what nobody stands for: a guest’s unconfirmed order, and one to be paid online until it is paid', async () => {
    const guest = await submitOrder(db, await orderPlace(db), orderInput([[mixture, 1]]));
    const online = await submitOrder(
      db,
      await orderPlace(db, { payment_methods: ['online'] }),
      orderInput([[mixture, 1]], { payment: { method: 'online' } }),
    );
    expect((await ask()).ids).toEqual([]);
    await expect(sendAgain(db, guest.id)).rejects.toThrow('не подтверждён покупателем');
    await db.transaction().execute((db) => confirmOrder(db, guest.id, { who: 'покупатель' }));
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', online.id).execute();
    const { ids, session_id } = await ask();
    expect(ids).toEqual([guest.id, online.id]);
    await confirmOrders(db, session_id);
    const gone = await orderBy(db, anna, [[mixture, 1]]);
    await db.transaction().execute((db) => moveOrder(db, gone.id, 'cancelled', { who: 'Пётр' }));
    expect((await ask()).ids).toEqual([]);
    await db.transaction().execute((db) => moveOrder(db, guest.id, 'cancelled', { who: 'Пётр' }));
    const cancelled = await ask();
    expect(cancelled.ids).toEqual([guest.id]);
    await confirmOrders(db, cancelled.session_id);
  });

  test('an operator sends an order once more', async () => {
    const order = await orderBy(db, anna, [[mixture, 2]]);
    await confirmOrders(db, (await ask()).session_id);
    expect(await shop('onec orders send', [String(order.number)])).toBe('Заказ уйдёт в 1С при следующем обмене.');
    expect(await shop('onec orders', [], { state: 'waiting' })).toContain(`${order.number}  Ждёт передачи`);
    const again = await ask();
    expect(again.ids).toEqual([order.id]);
    await confirmOrders(db, again.session_id);
    expect((await ask()).ids).toEqual([]);
  });

  test('what shop and buyer keep for themselves makes no order wait', async () => {
    const order = await orderBy(db, anna, [[mixture, 2]]);
    await confirmOrders(db, (await ask()).session_id);
    await db
      .updateTable('orders')
      .set({ purchase_reported_at: new Date(), changed_at: new Date() })
      .where('id', '=', order.id)
      .execute();
    expect((await ask()).ids).toEqual([]);
  });

  test('no order goes to two bases: a second one gets the branches that were given to it', async () => {
    const here = await orderBy(db, anna, [[mixture, 1]]);
    expect((await ask(randomUUID(), 2)).ids).toEqual([]);
    expect(await shop('onec orders branch', ['Вологда'], { node: 'opt' })).toBe(
      'Заказы филиала Вологда получает «Опт».',
    );
    expect((await ask()).ids).toEqual([]);
    const { ids } = await ask(randomUUID(), 2);
    expect(ids).toContain(here.id);
    expect(await shop('onec orders show', [String(here.number)])).toContain('Передан, 1С не подтвердила: узел «Опт»');
    await shop('onec orders branch', ['Вологда'], { node: 'none' });
    await confirmOrders(db, (await ask()).session_id);
  });

  test('an order whose sums disagree is refused with the reason, and the others go', async () => {
    const good = await orderBy(db, anna, [[mixture, 1]]);
    const bad = await orderBy(db, anna, [[mixture, 1]]);
    await sql`update order_lines set discount = 100, sum = sum - 100 where order_id = ${bad.id}::uuid`.execute(db);
    const { ids, session_id } = await ask();
    expect(ids).toEqual([good.id]);
    await confirmOrders(db, session_id);
    const [row] = await listOrdersInExchange(db, { order_id: bad.id, limit: 1 });
    expect(row).toMatchObject({ state: 'refused', refused_why: 'сумма строк 488.00 не равна сумме заказа 489.00' });
  });

  test('an order of a good whose id no document may name waits with the reason, and goes once the good has another', async () => {
    const long = await makeProduct(db, { name: 'Плита', id_1c: 'я'.repeat(81), on_hand: 10 });
    const order = await orderBy(db, anna, [[long, 1]]);
    const { ids, session_id } = await ask();
    expect(ids).not.toContain(order.id);
    await confirmOrders(db, session_id);
    const [row] = await listOrdersInExchange(db, { order_id: order.id, limit: 1 });
    expect(row).toMatchObject({
      state: 'refused',
      refused_why: 'товар «Плита» не назвать: его Ид длиннее 80 знаков. Выгрузите его из 1С под Ид короче',
    });
    const id_1c = 'я'.repeat(80);
    await db.updateTable('products').set({ id_1c }).where('id', '=', long.id).execute();
    const next = await ask();
    expect(next.ids).toContain(order.id);
    await confirmOrders(db, next.session_id);
    expect(textsOf(await documentOf(order), 'Товары/Товар/Ид')).toEqual([id_1c]);
  });

  test('an order that was refused stands behind the others: it takes no place of theirs in an answer', async () => {
    const bad = await orderBy(db, anna, [[mixture, 1]]);
    const shift = (kopecks: number) =>
      sql`update order_lines set discount = discount + ${kopecks}, sum = sum - ${kopecks} where order_id = ${bad.id}::uuid`.execute(
        db,
      );
    await shift(100);
    expect((await ask()).ids).not.toContain(bad.id);
    const later = await orderBy(db, anna, [[mixture, 1]]);
    await shift(-100);
    const { ids, session_id } = await ask();
    expect(ids).toEqual([later.id, bad.id]);
    await confirmOrders(db, session_id);
  });
});

test('what was sent and said is forgotten after 90 days, where an order stands is not', async () => {
  const before = await listOrdersInExchange(db, { limit: 100 });
  await forgetOldExchanges(db, new Date(Date.now() + 91 * 86_400_000));
  expect(await listOrdersInExchange(db, { limit: 100 })).toEqual(before);
  expect(await db.selectFrom('onec_order_queries').select('node_id').orderBy('id').execute()).toEqual([
    { node_id: 1 },
    { node_id: 2 },
  ]);
});

test.each([
  [null, '2.08'],
  ['2.05', '2.08'],
  ['2.07', '2.08'],
  ['2.08', '2.08'],
  ['2.09', '2.08'],
  ['2.10', '2.10'],
  ['3.1', '2.10'],
])('a module that names %s reads %s', (asked, version) => {
  expect(versionFor(asked)).toBe(version);
});

test('VAT stands within the sums of lines and document, by the rate of the good', async () => {
  const document = await documentOf(await orderBy(db, anna, [[plain, 3]]));
  expect(textsOf(document, 'Товары/Товар/СтавкиНалогов/СтавкаНалога/Ставка')).toEqual(['10']);
  // 9.99 with 10 % in it.
  expect(textsOf(document, 'Товары/Товар/Налоги/Налог/Сумма')).toEqual(['0.91']);
  expect(textsOf(document, 'Документ/Налоги/Налог/Сумма')).toEqual(['0.91']);
});

test('goods without VAT and a seller free of it name none: 1C goes by its own, and the sums stay', async () => {
  const untaxed = await makeProduct(db, { price: 500, on_hand: 10, vat_rate: 0 });
  const goods: Parameters<typeof orderBy>[2] = [
    [untaxed, 1],
    [plain, 3],
  ];
  const both = await documentOf(await orderBy(db, anna, goods));
  expect(textsOf(both, 'СтавкаНалога/Ставка')).toEqual(['10']);
  expect(textsOf(both, 'Налоги/Налог/Ставка')).toEqual(['10', '10']);
  await makeRequisites(db);
  await db.updateTable('seller_requisites').set({ is_vat_payer: false }).execute();
  const receiving = { type: 'delivery', address: 'Вологда, Мира, 1' };
  const order = await orderBy(db, anna, [[plain, 3]], { input: { receiving } });
  const total = order.goods_sum + 49_050;
  await db.updateTable('orders').set({ delivery_price: 49_050, total }).where('id', '=', order.id).execute();
  const document = await documentOf(order);
  expect(textsOf(document, 'Товар/Ид')).toEqual([plain.idcode, 'ORDER_DELIVERY']);
  expect(textsOf(document, 'СтавкаНалога/Ставка')).toEqual([]);
  expect(textsOf(document, 'Налоги/Налог/Ставка')).toEqual([]);
  expect(sums(document)).toEqual({ lines: total, total });
  await db.deleteFrom('seller_requisites').execute();
});

test('a base that moved to a new node gets the orders when the owner says so, those that go on too', async () => {
  const ask = async (node_id: number) => {
    const session_id = randomUUID();
    const asked = { node_id, session_id, encoding: 'utf-8' as const, version: '2.10' };
    const { xml } = await db.transaction().execute((db) => handOverOrders(db, asked));
    await confirmOrders(db, session_id);
    return xml;
  };
  const branch = async () => (await listOrderBranches(db)).find(({ id }) => id === '00131');
  await sql`insert into onec_nodes (id, name, login) overriding system value values (8, 'База, новый узел', 'moved')`.execute(
    db,
  );
  const order = await orderBy(db, anna, [[mixture, 1]]);
  const former = (await branch())?.node_id ?? 0;
  expect(await ask(former)).toContain(order.id);
  await sql`update onec_nodes set is_on = false where id = ${former}`.execute(db);
  const next = await orderBy(db, anna, [[mixture, 2]]);
  expect(await ask(8)).not.toContain(next.id);
  expect(await branch()).toMatchObject({
    node_id: former,
    is_on: false,
    is_chosen: false,
    waiting: expect.any(Number),
  });
  expect((await branch())?.waiting).toBeGreaterThan(0);
  await expect(sendBranchesTo(db, ['00131'], 99)).rejects.toMatchObject({
    details: { fields: { node_id: 'Такого узла обмена нет' } },
  });
  await expect(sendBranchesTo(db, ['нет'], 8)).rejects.toMatchObject({
    details: { fields: { branches: 'Такого филиала нет' } },
  });
  await sendBranchesTo(db, ['00131'], 8);
  const waiting = (await branch())?.waiting ?? 0;
  expect(await branch()).toMatchObject({ node_id: 8, is_on: true, is_chosen: true });
  const xml = await ask(8);
  expect([xml.includes(order.id), xml.includes(next.id)]).toEqual([true, true]);
  expect((await branch())?.waiting).toBeLessThan(waiting);
  await sendBranchesTo(db, ['00131'], null);
  expect(await branch()).toMatchObject({ node_id: former, is_chosen: false });
});
