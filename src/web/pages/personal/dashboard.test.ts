import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { changeCompany } from '#modules/accounts/company-management.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { issueDocument, listDocuments } from '#modules/documents/issue-document.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { type Due, dueWords, termWords } from '#shared/due-words.ts';
import { ensure } from '#shared/ensure.ts';
import { viewedCookie, writeIds } from '#shared/lists.ts';
import { formatPrice } from '#shared/money.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signedIn, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const plaster = await makeProduct(db, { on_hand: 500 });
const app = await testApp(db);

async function placeOrder(user: { id: string }, more: Record<string, unknown> = {}) {
  const { session_id } = await signedIn(db, user);
  const buyer = buyerOf(await readSignedIn(db, session_id, new Date()));
  return submitOrder(db, await orderPlace(db, { buyer, visitor: user.id }), orderInput([[plaster, 1]], more));
}

test('[S6-02] a guest who opens the personal area is led to sign in and back', async () => {
  const guest = formVisitor(app);
  for (const path of ['/personal/', '/personal/profile/', '/personal/support/', '/personal/subscribe/']) {
    const page = await guest.get(path);
    expect(page.status).toBe(302);
    expect(page.location).toBe(`/login/?back=${encodeURIComponent(path)}`);
  }
});

test('[S2-17] the dashboard shows orders under way with their next step and says honestly when there are none', async () => {
  const anna = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const empty = await visitor.get('/personal/');
  expect(empty.status).toBe(200);
  expect(empty.text).toMatch(/Заказов\sпока\sнет.*В каталог.*Найти заказ по номеру/);
  expect(empty.text, 'there is something to begin with').toContain('Часто покупают');
  const order = await placeOrder(anna);
  const page = await visitor.get('/personal/');
  expect(page.text).toContain(`Заказ ${order.number} Принят от `);
  expect(page.text).toMatch(/ Соберём .*(примерно к|после\sоткрытия .*в)\s\d\d:\d\d.* Пункт выдачи: Вологда, /);
  expect(page.text).not.toContain('Прошлый заказ');
  expect(page.text).toContain('Ваш филиал');
  expect(page.text).not.toContain('Часто покупают');
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник', why: '' }));
  const ready = await visitor.get('/personal/');
  expect(ready.text, 'until when, where, and whether it is open').toMatch(
    /Готов к выдаче .* Заберите заказ до (\d\d:\d\d|конца\sдня) \S+ \S+, .*Пункт выдачи: Вологда, .*(Открыто|Откроется|закрыто).*Оплата при получении Показать пропуск/,
  );
  expect(ready.html).toContain(`href="/personal/orders/${order.id}/receiving/confirmation/"`);
  await db.transaction().execute((db) => moveOrder(db, order.id, 'completed', { who: 'сотрудник', why: '' }));
  visitor.cookies.set(viewedCookie, writeIds([plaster.id]));
  const over = await visitor.get('/personal/');
  expect(over.text, 'what was bought last is bought once more').toMatch(
    new RegExp(`Прошлый заказ .*Заказ ${order.number} Выдан от .*, выдан \\d+\\s[а-я]+ .* Повторить`),
  );
  expect(over.html).toMatch(new RegExp(`action="/personal/orders/${order.id}/"[^>]*>.*?value="repeat"`));
  expect(over.text, 'and what was looked at').toMatch(/Вы недавно смотрели .*Всё просмотренное/);
});

test('[S2-17] [S6-05] a member of staff finds the sections of their roles on the dashboard, a buyer none', async () => {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeStaff(db, ['pickup']));
  const work = await visitor.get('/personal/');
  expect(work.html).toContain('href="/qr/o/"');
  expect(work.text).not.toContain('Вход за покупателя');
  const buyer = formVisitor(app);
  await signInVisitor(db, buyer, await makeUser(db));
  expect((await buyer.get('/personal/')).html).not.toContain('href="/qr/o/"');
});

test('[S2-24] [S2-17] the dashboard wears the personal look', async () => {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeUser(db));
  expect((await visitor.get('/personal/')).html).toMatch(/<body class="personal busy"/);
});

test('[S2-17] [S2-18] ready orders stand first, then those that wait for money, newest first: on the overview as in the list', async () => {
  const anna = await makeUser(db);
  const company = await makeCompany(db, { inn: '7702070139' });
  await joinCompany(db, anna, company);
  const byInvoice = { payment: { method: 'invoice' }, company: { name: company.name, inn: company.inn } };
  const older = await placeOrder(anna, byInvoice);
  const newer = await placeOrder(anna, byInvoice);
  const ready = await placeOrder(anna);
  const other = await placeOrder(anna);
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, ready.id, state, { who: 'сотрудник', why: '' }));
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const numbersAt = async (address: string) =>
    [...(await visitor.get(address)).text.matchAll(/ Заказ (\d+) (?:Готов|Ждёт|Принят)/g)].map(([, number]) =>
      Number(number),
    );
  const urgent = [ready.number, newer.number, older.number];
  expect(await numbersAt('/personal/'), 'one more is shown rather than led to').toEqual([...urgent, other.number]);
  expect(await numbersAt('/personal/orders/active/')).toEqual([...urgent, other.number]);
  const newest = await placeOrder(anna);
  expect(await numbersAt('/personal/')).toEqual(urgent);
  expect((await visitor.get('/personal/')).text).toContain('Все заказы в работе: 5');
  expect(await numbersAt('/personal/orders/active/')).toEqual([...urgent, newest.number, other.number]);
});

test("[S2-17] another person's order is on nobody else's dashboard", async () => {
  const order = await placeOrder(await makeUser(db));
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeUser(db));
  expect((await visitor.get('/personal/')).text).not.toContain(String(order.number));
});

test('[S1-03] a member chooses on the dashboard whom they buy for, and an unpaid order of the firm waits there with its invoice', async () => {
  const anna = await makeUser(db);
  const company = await makeCompany(db);
  await joinCompany(db, anna, company);
  const order = await placeOrder(anna, {
    payment: { method: 'invoice' },
    company: { name: company.name, inn: company.inn },
  });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  const page = await visitor.get('/personal/');
  expect(page.text, 'it stands among the orders').not.toContain(`Счёт к заказу ${order.number}`);
  expect(page.html).toContain(`aria-label="Оплатить счёт, заказ ${order.number}"`);
  expect(page.text).toContain('ООО «Ремонт и стройка»');

  const chosen = await visitor.post('/personal/?index', { intent: 'buy_for', company_id: '' });
  expect(chosen.status).toBe(303);
  expect(visitor.cookies.get('signed')).toBe('user');
  expect((await visitor.get(chosen.location ?? '')).text).toContain('Заказы оформляются лично на вас.');
  await visitor.post('/personal/?index', { intent: 'buy_for', company_id: company.id });
  expect(visitor.cookies.get('signed')).toBe('b2b');
});

test('[S1-03] [S2-17] what others buy costs a new firm its own price, below whom it is bought for', async () => {
  const owner = await makeUser(db);
  await joinCompany(db, owner, await makeCompany(db, { inn: '7707049388', price_column: 'vologda_b2b' }));
  await db
    .insertInto('prices')
    .values({ product_id: plaster.id, price_column: 'vologda_b2b', price: 41_100 })
    .execute();
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, owner);
  expect((await visitor.get('/personal/')).text).toMatch(/Сменить покупателя .*Часто покупают .*411 ₽/);
});

test('[S6-03] the dashboard of a firm tells what is unpaid and owed, limits and the manager, where rows say so', async () => {
  const [owner, purchaser] = [await makeUser(db), await makeUser(db)];
  const company = await makeCompany(db, { inn: '3528000597', name: 'ООО «Кровля»' });
  await joinCompany(db, owner, company, 'owner');
  await joinCompany(db, purchaser, company, 'purchaser');
  const textOf = async (user: { id: string }, url = '/personal/') => {
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, user);
    return (await visitor.get(url)).text
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/[\s\u00a0]+/g, ' ');
  };
  for (const words of ['ждёт оплаты', 'Задолженность', 'Без согласования', 'Ваш менеджер'])
    expect(await textOf(owner), 'no row says it').not.toContain(words);
  await changeCompany(db, company.inn, {
    manager: { name: 'Мария Отделова', phone: '8 921 000 01 05', email: 'maria@idd.example' },
  });
  await db
    .updateTable('company_members')
    .set({ order_limit_kopecks: 5_000_000, month_limit_kopecks: 10_000_000 })
    .where('user_id', '=', purchaser.id)
    .execute();
  const order = await placeOrder(purchaser, {
    payment: { method: 'invoice' },
    company: { name: company.name, inn: company.inn },
  });
  const { total } = await db.selectFrom('orders').select('total').where('id', '=', order.id).executeTakeFirstOrThrow();
  const sum = formatPrice(Number(total)).replace(/\u00a0/g, ' ');
  const left = formatPrice(10_000_000 - Number(total)).replace(/\u00a0/g, ' ');
  await makeRequisites(db);
  const invoice = ensure(await getOrder(db, order.id));
  for (const paper of await listDocuments(db, invoice))
    await db.transaction().execute((db) => issueDocument(db, paper, invoice));
  const [own, whole] = [await textOf(purchaser), await textOf(owner)];
  for (const text of [own, whole]) {
    expect(text, 'money is decided first, orders under it').toMatch(
      new RegExp(
        `Кровля» .*Счёт ждёт оплаты ${sum} Счёт № ${order.number} до \\d+ \\S+ Скачать .*Заказ ${order.number}`,
      ),
    );
    expect(text.match(/Скачать/g), 'its paper is offered once').toHaveLength(1);
    expect(text, 'nor does it stand anywhere else').not.toContain('Ждут оплаты по счёту');
    expect(text).toMatch(/Ваш менеджер Мария Отделова \+7-921-000-01-05 maria@idd\.example/);
  }
  expect(own).toMatch(new RegExp(`заказ до 50 000 ₽ в этом месяце осталось ${left} из 100 000 ₽`));
  expect(whole, 'a badge says what the order waits for').toContain(`Заказ ${order.number} Ждёт оплаты от `);
  expect(whole).not.toContain('Без согласования');
  const firmPage = await textOf(owner, '/personal/profile/company/');
  expect(firmPage, 'beside the limits of whom they were set for').toContain(
    `Израсходовано в этом месяце ${sum} из 100 000 ₽`,
  );
  expect(firmPage, 'how many and until when, as the overview says').toMatch(
    new RegExp(`Не оплачено 1 счёт на ${sum} Оплатите до \\d+ \\S+ Ваш менеджер Мария Отделова \\+7-921-000-01-05`),
  );
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'Пётр' }));
  expect(await textOf(owner)).toMatch(new RegExp(`Акт сверки .*Задолженность за отгруженное ${sum}`));
  expect(await textOf(purchaser), 'the books are not a purchaser’s').not.toContain('Задолженность');
  await changeCompany(db, company.inn, { deferral_days: 14, credit_limit_kopecks: 30_000_000 });
  expect(await textOf(owner)).toMatch(/Отсрочка платежа 14 дней после получения долг до 300 000 ₽/);
  expect(await textOf(purchaser), 'nor is what it may owe').not.toContain('Отсрочка');
  await sql`update orders set completed_at = now() - interval '20 days' where id = ${order.id}::uuid`.execute(db);
  const late = await textOf(owner);
  expect(late, 'a deferral that is over is told as a debt').toMatch(
    new RegExp(`Счёт ждёт оплаты ${sum} Счёт № ${order.number} просрочен на 6 дней `),
  );
  expect(late).toMatch(/Оплатите счёт до \d\d\.\d\d\.\d{4} \(просрочен на 6 дней\)/);
  const nearest = { last_day: '2026-11-02', zone: 'Europe/Moscow' };
  const sums = { count: 2, sum: 30_000, late: { count: 2, sum: 30_000 } };
  const two: Due = { ...sums, first: [nearest, { ...nearest, last_day: '2026-11-05' }] };
  const same: Due = { ...sums, first: [nearest, nearest] };
  const wordsOn = (day: string, due: Due) =>
    dueWords(due, new Date(`${day}T12:00:00Z`))?.words.replaceAll('\u00a0', ' ');
  expect(wordsOn('2026-11-10', two)).toBe('Просрочены 2 счёта на 300 ₽, первый — на 8 дней, срок был до 2 ноября');
  expect(wordsOn('2026-11-01', two)).toBe('Первый — до 2 ноября');
  expect(wordsOn('2026-11-01', same)).toBe('Оба — до 2 ноября');
  expect(wordsOn('2026-11-01', { ...same, count: 3 })).toBe('Ближайший срок — 2 ноября');
  const termOf = (is_late: boolean) =>
    termWords({ ...nearest, is_late }, new Date('2026-11-10T12:00:00Z'))?.replaceAll('\u00a0', ' ');
  expect([termOf(false), termOf(true)]).toEqual(['до 2 ноября', 'просрочен на 8 дней']);
  await db
    .updateTable('company_members')
    .set({ order_limit_kopecks: 100, month_limit_kopecks: null })
    .where('user_id', '=', purchaser.id)
    .execute();
  const above = await placeOrder(purchaser, {
    payment: { method: 'invoice' },
    company: { name: company.name, inn: company.inn },
  });
  expect(await textOf(owner)).toMatch(
    new RegExp(`1 заказ ждёт вашего согласования ${sum} Рассмотреть заказ ${above.number}`),
  );
  expect(await textOf(purchaser)).toMatch(
    new RegExp(`1 заказ ждёт согласования владельца ${sum} Заказ ${above.number}`),
  );
});

test('[S6-03] of many invoices a firm is offered the five to be paid first, every paper once, the rest behind a link', async () => {
  const owner = await makeUser(db);
  const company = await makeCompany(db, { inn: '7710140679', name: 'ООО «Много счетов»' });
  await joinCompany(db, owner, company);
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) {
    const { id } = await placeOrder(owner, {
      payment: { method: 'invoice' },
      company: { name: company.name, inn: company.inn },
    });
    const order = ensure(await getOrder(db, id));
    for (const paper of await listDocuments(db, order))
      await db.transaction().execute((db) => issueDocument(db, paper, order));
    ids.push(id);
  }
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, owner);
  const page = await visitor.get('/personal/');
  expect(page.text).toMatch(/6 счетов ждут оплаты Все счета .*(Счёт № \d+ .*Скачать счёт.*){5}Заказы в работе/);
  expect(page.html).toContain('href="/personal/documents/?kind=unpaid"');
  const offered = ids.map((id) => page.html.split(`href="/personal/orders/${id}/documents/invoice.pdf"`).length - 1);
  expect(offered).toEqual([1, 1, 1, 1, 1, 1]);
});

test('[S6-03] nobody buys for a firm they are no member of', async () => {
  const company = await makeCompany(db, { inn: '7736207543' });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeUser(db));
  for (const company_id of [company.id, 'abc', '99999999999999999999']) {
    expect((await visitor.post('/personal/?index', { intent: 'buy_for', company_id })).status).toBe(404);
  }
  expect(visitor.cookies.get('signed')).not.toBe('b2b');
});

test('[S2-17] «Выйти» ends the session and removes its cookies', async () => {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeUser(db));
  const stolen = visitor.cookies.get('access')!;
  const out = await visitor.post('/login/', { intent: 'sign-out' });
  expect(out.location).toBe('/');
  expect(visitor.cookies.has('access')).toBe(false);
  visitor.cookies.set('access', stolen);
  expect((await visitor.get('/personal/')).status).toBe(302);
});

test('[S2-17] bonuses stand with their level and what the next asks for; who has no card is offered one, a firm is not', async () => {
  await loadProgrammes(db);
  const anna = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  expect((await visitor.get('/personal/')).text).toContain('Получить карту');
  await issueCard(db, { kind: 'bonus', user_id: anna.id, phone: null, who: 'покупатель' });
  const page = await visitor.get('/personal/');
  expect(page.text).not.toContain('Получить карту');
  const [, shows = ''] = /href="([^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*Показать на кассе/.exec(page.html) ?? [];
  expect((await visitor.get(shows)).status).toBe(200);
  expect(page.text).toMatch(
    /На карте 0 бонусов Ступень «[^»]+», \d+ % от покупки До ступени «[^»]+» \(\d+ %\) осталось купить на/,
  );
  const boris = await makeUser(db);
  await joinCompany(db, boris, await makeCompany(db, { inn: '7728168971' }));
  const buyer = formVisitor(app);
  await signInVisitor(db, buyer, boris);
  expect((await buyer.get('/personal/')).text).not.toContain('Получить карту');
});
