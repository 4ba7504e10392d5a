import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Browser, Locator, Page } from 'playwright-core';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { rehearseGoodsImport, workOnGoods } from '#modules/exchange/work-on-goods-imports.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import type { Database } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { makeCompany, makeStaff, makeUser } from './accounts.ts';
import { openPage } from './browser.ts';
import { orderBy } from './orders.ts';
import { makeCategory, makeProduct } from './shop.ts';
import { countTaps, type Taps } from './taps.ts';

/** The demonstration's shop, of any size, with its back office open to a browser. */
export type TaskShop = { db: Database; browser: Browser; address: (path: string) => string };

/** The main screen of somebody who has signed in. */
export type Desk = Taps & {
  page: Page;
  /** What the browser complains about. */
  problems: string[];
  section: (name: string) => Locator;
  queue: (name: string) => Locator;
};

/** One of the tasks that the back office is measured by (back-office.md 1.1). */
export type OfficeTask = {
  number: string;
  what: string;
  role: StaffRole;
  /** Presses and keys that choose; null: no number is asked. */
  most: number | null;
  /** Of a person on the third day, as back-office.md 1.1 asks; null: none is asked. */
  seconds: number | null;
  /** Makes what the task is about. The walk ends when the person sees that it is done. */
  prepare: (shop: TaskShop) => Promise<(desk: Desk) => Promise<void>>;
};

/** The main screen of somebody of this role who has signed in. */
export async function atMain({ db, browser, address }: TaskShop, role: StaffRole): Promise<Desk> {
  // A shop that is kept for the next measurement has those of the last.
  const { cookies } = await makeStaff(db, [role], { email: `${role}-${Date.now()}@idd.example` });
  const { page, context, problems } = await openPage(browser, { isFolded: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address('/') })));
  await page.goto(address('/admin/'));
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').first().waitFor();
  await page.locator('main .attention, main .home-grid, main .soft').first().waitFor();
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: new RegExp(`^${name}`) });
  const queue = (name: string) => page.getByRole('region', { name: 'Требует внимания' }).getByRole('link', { name });
  return { page, problems, section, queue, ...countTaps(page) };
}

const isAt = (page: Page, heading: string | number) =>
  page.getByRole('heading', { level: 1, name: String(heading), exact: true }).waitFor();

/** Until it is so: of the database, which no locator waits for. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isSo()); await sleep(20))
    assert(Date.now() < end, `not so within 30 s: ${isSo}`);
}

/** Goods that Vologda has plenty of, the first ones. */
async function goods(db: Database, count: number): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select p.id, p.idcode, p.name, p.article from products p
    join departments d on d.id_1c = '00131'
    join prices c on c.price_column = d.base_price and c.product_id = p.id
    join stock s on s.store = d.store and s.product_id = p.id
    where p.switched_off_at is null and p.article is not null and s.on_hand - s.reserved >= 40
    order by p.id limit ${count}`.execute(db);
  assert.equal(rows.length, count);
  return rows;
}
type Goods = { id: number; idcode: string; name: string; article: string };

type Buyer = { id: string; name: string; phone: string; email: string };

/** Nobody has that many orders open at once that they could not pay the next one on receipt. */
async function aBuyer(db: Database): Promise<Buyer> {
  const digits = String(Date.now() % 10_000_000).padStart(7, '0');
  const letters = [...digits].map((digit) => 'абвгдежзик'[Number(digit)]).join('');
  const [full_name, phone] = [`Глафира Кор${letters}`, `+7921${digits}`];
  const email = `glafira-${digits}@pochta.example`;
  const { id } = await makeUser(db, { full_name, phone, email });
  return { id, name: full_name, phone, email };
}

/** Of a buyer of its own: two of the first product, one of the second. */
export async function anOrder(db: Database, input: Record<string, unknown> = {}) {
  const [first, second] = (await goods(db, 2)) as [Goods, Goods];
  const lines: [Goods, number][] = [
    [first, 2],
    [second, 1],
  ];
  const { id, ...contact } = await aBuyer(db);
  const order = await orderBy(db, { id }, lines, { input: { contact, ...input } });
  return { ...order, buyer: { ...contact, digits: contact.phone.slice(2) } };
}

const move = (db: Database, id: string, states: ('assembling' | 'ready')[]) =>
  states.reduce(
    (before, state) => before.then(() => db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }))),
    Promise.resolve<unknown>(null),
  );

type Ordered = Awaited<ReturnType<typeof anOrder>>;

const find = (by: string, wordsOf: (order: Ordered) => string): OfficeTask => ({
  number: '1',
  what: `an operator finds an order by its ${by} and opens it`,
  role: 'orders',
  most: 2,
  seconds: 4,
  async prepare({ db }) {
    const order = await anOrder(db);
    const { number } = order;
    return async (desk) => {
      await openOrder(desk, number, wordsOf(order));
      await isAt(desk.page, number);
    };
  },
});

/** From the board, where the operator works and has selected the card. */
const moveOn: OfficeTask = {
  number: '2',
  what: 'an operator moves the selected card of the board on',
  role: 'orders',
  most: 1,
  seconds: 2,
  async prepare({ db }) {
    const { number } = await anOrder(db);
    return async ({ page, section, key, begin }) => {
      await section('Заказы').click();
      await page.getByLabel('Номер, покупатель, телефон').fill(String(number));
      const card = page.getByRole('article', { name: `Заказ ${number}` });
      await card.focus();
      begin();
      await key('ArrowRight');
      await page
        .getByRole('region', { name: /^Собирается/ })
        .getByRole('article', { name: `Заказ ${number}` })
        .waitFor();
    };
  },
};

const replace: OfficeTask = {
  number: '3',
  what: 'an operator offers a replacement for a missing line and sends it',
  role: 'orders',
  most: 6,
  seconds: 40,
  async prepare({ db }) {
    const { id, number } = await anOrder(db);
    const [first, , , spare] = (await goods(db, 4)) as [Goods, Goods, Goods, Goods];
    await db.updateTable('orders').set({ short_since: new Date() }).where('id', '=', id).execute();
    return async ({ page, queue, tap, type }) => {
      await tap(queue('Не хватает товара'));
      await tap(page.getByRole('link', { name: String(number), exact: true }));
      await isAt(page, number);
      await tap(page.getByRole('button', { name: 'Изменить состав' }).first());
      const dialog = page.getByRole('dialog');
      await tap(dialog.getByRole('listitem').filter({ hasText: first.name }).getByRole('button', { name: 'Заменить' }));
      await type(spare.article);
      await tap(dialog.getByRole('option').filter({ hasText: spare.name }).first());
      await tap(dialog.getByRole('button', { name: 'Отправить предложение' }));
      await page.getByRole('heading', { name: 'Предложение изменить состав, № 1' }).waitFor();
      const { text } = await db
        .selectFrom('mails')
        .select('text')
        .where('key', '=', `order ${id} proposal 1`)
        .executeTakeFirstOrThrow();
      assert(plain(text).includes(plain(spare.name)), 'the email names what is offered');
    };
  },
};

const byPhone: OfficeTask = {
  number: '4',
  what: 'an operator places an order of three lines by phone, for pickup',
  role: 'orders',
  most: 14,
  seconds: 90,
  async prepare({ db }) {
    const { buyer } = await anOrder(db);
    const three = await goods(db, 3);
    return async (desk) => {
      const { page, key, tap, type, choose } = desk;
      await begin(desk, 'заказ по телефону');
      await isAt(page, 'Заказ по телефону');
      // The goods are Vologda's, and nobody has chosen a branch for the operator.
      await choose(page.getByRole('combobox', { name: 'Филиал', exact: true }), { label: 'Вологда' });
      await page.getByLabel('Добавить товар').and(page.locator(':focus')).waitFor();
      for (const { article, name } of three) {
        await type(article);
        await page.getByRole('option', { selected: true }).filter({ hasText: name }).waitFor();
        await key('Enter');
        await page.getByRole('row').filter({ hasText: name }).waitFor();
      }
      await tap(page.getByLabel('Телефон'));
      await type(buyer.digits);
      await tap(page.getByRole('button', { name: new RegExp(buyer.name) }).first());
      const points = page.getByLabel('Пункт');
      const [point = ''] = await points
        .locator('option:not([value=""])')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      await choose(points, { value: point });
      await tap(page.getByRole('button', { name: 'Оформить заказ' }));
      await page.waitForURL(/orders\/[0-9a-f-]{36}/);
      await page.getByText('по телефону', { exact: true }).waitFor();
      const placed = await db
        .selectFrom('orders')
        .select(['department_id_1c', 'pickup_department_id_1c', 'receiving_type'])
        .where('is_by_phone', '=', true)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const chosen = { department_id_1c: '00131', pickup_department_id_1c: point, receiving_type: 'pickup' };
      assert.deepEqual({ ...placed }, chosen);
    };
  },
};

const handOver: OfficeTask = {
  number: '5',
  what: 'a storekeeper hands an order over by scan',
  role: 'pickup',
  most: 3,
  seconds: 20,
  async prepare({ db }) {
    const { id, number } = await anOrder(db);
    await move(db, id, ['assembling', 'ready']);
    const code = (await getOrder(db, id))?.pickup_code;
    return async ({ page, section, tap, scan }) => {
      await tap(section('Выдача'));
      await isAt(page, 'Выдача');
      await scan(`${number} ${code}`);
      await page.getByRole('heading', { level: 2, name: String(number) }).waitFor();
      await tap(page.getByRole('button', { name: 'Выдать 2 из 2' }));
      await page.getByText(`Заказ ${number} выдан`).waitFor();
      assert.equal((await getOrder(db, id))?.state, 'completed');
    };
  },
};

async function priceIn(db: Database, product_id: number, price_column: string): Promise<number> {
  const row = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', '=', product_id)
    .where('price_column', '=', price_column)
    .executeTakeFirst();
  return row?.price ?? 0;
}

const onePrice: OfficeTask = {
  number: '6',
  what: 'a content manager corrects one price',
  role: 'content',
  most: 3,
  seconds: 8,
  async prepare({ db }) {
    const { base_price: column, name: branch } = await db
      .selectFrom('departments as d')
      .innerJoin('price_columns as c', 'c.price_column', 'd.base_price')
      .select(['d.base_price', 'c.name'])
      .where('d.id_1c', '=', '00131')
      .executeTakeFirstOrThrow();
    const first = ensure((await goods(db, 1))[0]);
    const before = await priceIn(db, first.id, column);
    return async ({ page, section, tap, type }) => {
      await tap(section('Цены'));
      await isAt(page, 'Цены');
      await type(first.article);
      await page.locator('tbody tr').filter({ hasText: first.article }).first().waitFor();
      await tap(page.getByLabel(`${first.name}, ${branch}`, { exact: true }));
      await type(String((before + 1_000) / 100).replace('.', ','));
      await tap(page.getByRole('button', { name: /^Сохранить\s1\sцену/ }));
      await until(async () => (await priceIn(db, first.id, column)) === before + 1_000);
    };
  },
};

/** Until the plan stands in the list; its prices are changed by the worker. */
const manyPrices: OfficeTask = {
  number: '6',
  what: 'a content manager raises two hundred prices, looked at before',
  role: 'content',
  most: 9,
  seconds: 60,
  async prepare({ db }) {
    const { rows } = await sql<{ id: string }>`
      with recursive below as (
        select id, id as top from categories where parent_id is null
        union all select c.id, b.top from categories c join below b on c.parent_id = b.id)
      select b.top::text as id from below b
      join product_categories pc on pc.category_id = b.id join prices p on p.product_id = pc.product_id
      join price_columns c on c.price_column = p.price_column and not c.is_cost
      where c.price_column in (select base_price from departments)
      group by b.top having count(*) >= 200 order by count(*) limit 1`.execute(db);
    // What an earlier round planned for the same prices is carried out first, as the worker would have done.
    while (await db.transaction().execute((db) => applyPortion(db)));
    return async ({ page, section, tap, choose, type }) => {
      await tap(section('Цены'));
      await isAt(page, 'Цены');
      await choose(page.getByLabel('Категория'), { value: rows[0]?.id ?? '' });
      await page.getByRole('button', { name: 'Сбросить' }).waitFor();
      await tap(page.getByRole('button', { name: 'Изменить все' }));
      await tap(page.getByLabel('Изменить на, %'));
      await type('4');
      await tap(page.getByRole('button', { name: 'Посчитать' }));
      await page.getByRole('region', { name: 'Что получится' }).waitFor();
      await tap(page.getByRole('button', { name: /^Изменить\s[\d\s]+\sцен/ }));
      await isAt(page, 'Массовые изменения');
    };
  },
};

/** The worker reads and writes tables of goods. */
async function workOnTables(db: Database): Promise<void> {
  while ((await rehearseGoodsImport(db)) !== null);
  while (await db.transaction().execute((db) => workOnGoods(db)));
}

const sheet: OfficeTask = {
  number: '7',
  what: 'a content manager fills what twenty goods lack in one sheet',
  role: 'content',
  most: 10,
  seconds: 180,
  async prepare({ db }) {
    const word = `fonari-${Date.now()}`;
    const category = await makeCategory(db, word, 'Фонари садовые');
    await db
      .insertInto('attributes')
      .values({ code: 'svet', name: 'Оттенок света', type: 'text' })
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .insertInto('usual_attributes')
      .values({ category_id: category.id, codes: ['svet'] })
      .execute();
    for (let n = 1; n <= 20; n++) {
      const keys = { idcode: `${word}-${n}`, slug: `${word}-${n}`, article: `ФН-${n}` };
      await makeProduct(db, { ...keys, name: `Фонарь ${word} ${n}`, category_id: category.id });
    }
    return async ({ page, section, tap, choose, type }) => {
      await tap(section('Каталог'));
      await choose(page.getByLabel('Категория'), { value: String(category.id) });
      await page
        .getByRole('row')
        .filter({ hasText: `Фонарь ${word} 20` })
        .waitFor();
      await tap(page.getByRole('link', { name: 'Листом' }));
      await isAt(page, 'Лист товаров');
      const { pathname } = new URL(page.url());
      await choose(page.getByLabel('Какой столбец заполнить'), { label: 'Оттенок света' });
      await tap(page.getByLabel('Чем заполнить'));
      await type('тёплый белый');
      await tap(page.getByRole('button', { name: 'Заполнить все строки' }));
      await tap(page.getByRole('button', { name: /^Проверить\s20\sизменений/ }));
      await page.getByText('Читаем таблицу и сравниваем').waitFor();
      await workOnTables(db);
      await tap(page.getByRole('button', { name: /^Изменить\s20\sтоваров/ }));
      await page.getByText(/Записываем: 0 из 20|Записано 20 из 20/).waitFor();
      await workOnTables(db);
      await page.getByText('Записано 20 из 20').waitFor();
      assert.equal(new URL(page.url()).pathname, pathname, 'the same sheet');
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from products where slug like ${`${word}-%`} and specs ->> 'svet' is not null`.execute(
        db,
      );
      assert.equal(rows[0]?.count, 20);
    };
  },
};

const review: OfficeTask = {
  number: '8',
  what: 'support approves a review',
  role: 'support',
  most: 2,
  seconds: 10,
  async prepare({ db }) {
    const first = ensure((await goods(db, 1))[0]);
    const { id } = await db
      .insertInto('reviews')
      .values({
        product_id: first.id,
        rating: 5,
        author_name: 'Анна',
        text: 'Ложится ровно, сохнет быстро',
        is_demo: true,
        department_id_1c: '00131',
        created_at: new Date('2020-01-01T00:00:00Z'),
        due_at: new Date('2020-01-02T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stateOf = async () =>
      (await db.selectFrom('reviews').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    return async ({ page, queue, tap, key }) => {
      await tap(queue('Отзывы'));
      await page.getByRole('region', { name: 'Выбранное' }).getByText('Ложится ровно').waitFor();
      await key('a');
      await until(async () => (await stateOf()) === 'approved');
    };
  },
};

const ticket: OfficeTask = {
  number: '8',
  what: 'support answers a ticket',
  role: 'support',
  most: 2,
  seconds: 10,
  async prepare({ db, address }) {
    const asked = {
      theme: 'delivery',
      name: 'Пётр Иванов',
      email: 'petr@idd.example',
      text: 'Когда привезут заказ?',
    } as const;
    const place = { user_id: null, department_id_1c: '00131', origin: address('') };
    const { id } = await db.transaction().execute((db) => openTicket(db, place, asked));
    // The one that waits longest is chosen.
    await db
      .updateTable('tickets')
      .set({ answer_due_at: new Date('2020-01-02T00:00:00Z') })
      .where('id', '=', id)
      .execute();
    const stateOf = async () =>
      (await db.selectFrom('tickets').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    return async ({ page, queue, tap, type }) => {
      await tap(queue('Обращения'));
      const chosen = page.getByRole('region', { name: 'Выбранное' });
      await chosen.getByText('Когда привезут заказ?').waitFor();
      await chosen.locator('textarea:focus').waitFor();
      await type('Завтра с девяти до двенадцати');
      await tap(page.getByRole('button', { name: 'Ответить', exact: true }));
      await until(async () => (await stateOf()) === 'answered');
    };
  },
};

const season: OfficeTask = {
  number: '9',
  what: 'a marketer plans a promotion, a slide, a coupon and a page, and looks at the shop on that day',
  role: 'marketing',
  most: null,
  seconds: 240,
  async prepare() {
    const word = Date.now().toString(36);
    return async (desk) => {
      const { page, tap, fill, choose, section } = desk;
      const period = async () => {
        await fill(page.getByLabel('Начало'), '2090-12-01T00:00');
        await fill(page.getByLabel('Конец'), '2091-01-10T00:00');
      };
      await begin(desk, 'Новая акция');
      await fill(page.getByLabel('Название', { exact: true }), 'Ёлки дешевле');
      await fill(page.getByLabel('Адрес страницы'), `elki-${word}`);
      await period();
      await fill(page.getByLabel('Полные правила'), 'Скидка уже стоит в цене товара.');
      await tap(page.getByRole('button', { name: 'Создать акцию' }));
      await isAt(page, 'Ёлки дешевле');
      await begin(desk, 'Новый слайд');
      await fill(page.getByLabel('Заголовок'), 'Ёлки и гирлянды');
      await fill(page.getByLabel('Кнопка'), 'Выбрать ёлку');
      await fill(page.getByLabel('Куда ведёт'), `/actions/elki-${word}/`);
      await period();
      await tap(page.getByRole('button', { name: 'Создать слайд' }));
      await isAt(page, 'Ёлки и гирлянды');
      await begin(desk, 'Новый купон');
      await fill(page.getByLabel('Код'), `Ж${Date.now()}`);
      await fill(page.getByLabel('Процент'), '5');
      await period();
      await tap(page.getByRole('button', { name: 'Создать купон' }));
      await page.getByRole('heading', { level: 1, name: /^Ж\d+$/ }).waitFor();
      await begin(desk, 'Посадочные');
      await tap(page.getByRole('button', { name: 'Новая посадочная' }));
      await fill(page.getByLabel('Название', { exact: true }), 'Новый год');
      await fill(page.getByLabel('Адрес', { exact: true }), `novyj-god-${word}`);
      await tap(page.getByRole('button', { name: 'Создать', exact: true }));
      await isAt(page, 'Новый год');

      await tap(section('Календарь'));
      await fill(page.getByLabel('День и время'), '2090-12-12T10:00');
      await choose(page.getByLabel('Филиал', { exact: true }), { label: 'Вологда' });
      const differences = page.getByRole('region', { name: 'Отличия от сегодня' });
      await differences.getByRole('link', { name: 'Слайды: Ёлки и гирлянды' }).first().waitFor();
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        tap(page.getByRole('button', { name: 'Открыть вкладкой' })),
      ]);
      await tab.getByText(/Предпросмотр: 12\.12\.2090 10:00/).waitFor();
      await tab.getByText('Ёлки и гирлянды').first().waitFor();
    };
  },
};

async function begin({ page, key, type }: Desk, words: string): Promise<void> {
  await key('Control+k');
  await type(words);
  await page.getByRole('option', { name: new RegExp(`^${words}`, 'i'), selected: true }).waitFor();
  await key('Enter');
}

/** Finds an order by these words and opens it. */
async function openOrder({ page, key, type }: Desk, number: number, words = String(number)): Promise<void> {
  await key('Control+k');
  await type(words);
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: `Заказ ${number}` })
    .waitFor();
  await key('Enter');
}

/** An order of a firm that is paid by invoice. */
async function anInvoice(db: Database) {
  const named = { name: 'ООО «Северная стройка»', inn: '7707083893' };
  const known = await db
    .selectFrom('companies')
    .select(['name', 'inn'])
    .where('inn', '=', named.inn)
    .executeTakeFirst();
  const company = known ?? (await makeCompany(db, named));
  return anOrder(db, { payment: { method: 'invoice' }, company: { name: company.name, inn: company.inn } });
}

const invoice: OfficeTask = {
  number: '10',
  what: 'an accountant marks an invoice paid',
  role: 'accounting',
  most: 3,
  seconds: 10,
  async prepare({ db }) {
    const { id, number } = await anInvoice(db);
    const total = (await getOrder(db, id))?.total ?? 0;
    return async ({ page, queue, tap, type, nextField }) => {
      await tap(queue('Счета ждут денег'));
      await tap(page.getByRole('button', { name: `Деньги пришли: заказ ${number}` }));
      await type('17');
      await nextField();
      await page.getByLabel('Сумма перевода, ₽').focus();
      await type(String(total / 100).replace('.', ','));
      await tap(page.getByRole('button', { name: 'Отметить оплату' }));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal((await getOrder(db, id))?.payment_state, 'paid');
    };
  },
};

const receipt: OfficeTask = {
  number: '10',
  what: 'an accountant finds a receipt',
  role: 'accounting',
  most: 2,
  seconds: null,
  async prepare({ db }) {
    const { id, number } = await anInvoice(db);
    const first = ensure((await goods(db, 1))[0]);
    const { id: payment_id } = await db
      .transaction()
      .execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' }));
    const now = new Date();
    const items = JSON.stringify([{ name: first.name, count: 2, price: 48_950 }]);
    await db
      .insertInto('receipts')
      .values({ payment_id, kind: 'full', items, sum: 97_900, state: 'succeeded', created_at: now, changed_at: now })
      .execute();
    return async (desk) => {
      await openOrder(desk, number);
      const receipt = desk.page.getByRole('listitem').filter({ hasText: /^Чек, полный расчёт/ });
      await receipt.waitFor();
      assert(plain(await receipt.innerText()).includes(plain(formatPrice(97_900))), 'its sum');
    };
  },
};

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

export const officeTasks: OfficeTask[] = [
  find('number', ({ number }) => String(number)),
  find('phone', ({ buyer }) => buyer.digits),
  find('name', ({ buyer }) => buyer.name),
  moveOn,
  replace,
  byPhone,
  handOver,
  onePrice,
  manyPrices,
  sheet,
  review,
  ticket,
  season,
  invoice,
  receipt,
];
