import { expect, test } from 'vitest';
import { ensure } from '#shared/ensure.ts';
import { makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { type FormAnswer, fieldsOf, formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeProduct(db, { name: 'Пескобетон КЛАДЕНЬ', price: 40_000, on_hand: 3, category_id: mixes.id });
await makeProduct(db, { name: 'Алебастр СУХОНА', price: 25_000, on_hand: 100, category_id: mixes.id });
await makeProduct(db, { name: 'Штукатурка гипсовая СУХОНА, 30 кг', price: 50_000, category_id: mixes.id });
await makeProduct(db, {
  name: 'Профиль ПП КАРКАС, 60×27 мм, 3 м',
  unit: 'шт.',
  base_unit: 'шт.',
  factor_base: 1,
  price: 20_000,
});
const app = await testApp(db);

test('[S2-26] the sum is of all ticked lines, and how much of it is in stock stands beside it', async () => {
  const visitor = formVisitor(app);
  const sent = async (text: string) => {
    const made = await visitor.post('/order-help/estimate/', { text });
    return (await visitor.get(made.location!)).text;
  };
  const short = await sent('Пескобетон КЛАДЕНЬ — 10\nАлебастр СУХОНА — 2');
  expect(short).toContain('Есть только 3');
  expect(short).toContain('4 500 ₽');
  expect(short).toContain('Из отмеченного в наличии на 1 700 ₽, остальное — под заказ или в других пунктах');
  const whole = await sent('Пескобетон КЛАДЕНЬ — 3\nАлебастр СУХОНА — 2');
  expect(whole).toContain('1 700 ₽');
  expect(whole).not.toContain('Из отмеченного в наличии');
});

test('[S2-26] beside the form stands what the branch finds for the list of the empty field, at its prices', async () => {
  const { text } = await formVisitor(app).get('/order-help/estimate/');
  const example = text.slice(text.indexOf('Что получится на примере'));
  expect(example).toMatch(
    /Штукатурка гипсовая 30 кг — 14 меш\. .*Штукатурка гипсовая СУХОНА, 30 кг 14 мешков.* 7 000 ₽/,
  );
  expect(example).toMatch(/Профиль ПП КАРКАС, 60×27 мм, 3 м 45 шт\. 9 000 ₽/);
  expect(example, 'what is not found is not in it').not.toContain('Ламинат');
});

test('[S2-26] what went into the cart is no longer ticked, so that the button pressed again puts in only the rest', async () => {
  const visitor = formVisitor(app);
  await makeProduct(db, { name: 'Клинкер РУДНЯ', price: 9_000, on_hand: 0, category_id: mixes.id });
  const made = await visitor.post('/order-help/estimate/', { text: 'Алебастр СУХОНА — 2\nКлинкер РУДНЯ — 4' });
  const url = ensure(made.location);
  const press = async (intent: string) => visitor.press(await visitor.get(url), url, intent);
  expect((await visitor.get(url)).text).toContain('Отмечено 2 строки');
  const first = await press('cart');
  expect(first.text).toContain('Не положили, строки остались отмеченными: Нет в наличии — Клинкер РУДНЯ');
  expect(first.text).toContain('Отмечено 1 строка');
  await press('cart');
  expect((await visitor.get('/cart/')).text, 'two bags, not four').toContain('500 ₽');
  expect((await press('all')).text).toContain('Отмечено 2 строки');
});

/** What the page's form sends when this button is pressed. */
function pressed(page: FormAnswer, intent: string, changes: Record<string, string | null> = {}): URLSearchParams {
  const fields = fieldsOf(page.html, 'class="estimate"');
  fields.set('intent', intent);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return fields;
}

/** An estimate of two lines, both ticked: 500 ₽ and 1 200 ₽. */
async function twoLines(visitor = formVisitor(app)) {
  const made = await visitor.post('/order-help/estimate/', { text: 'Алебастр СУХОНА — 2\nПескобетон КЛАДЕНЬ — 3' });
  const url = ensure(made.location);
  return { visitor, url, page: await visitor.get(url) };
}

test('[S2-26] a page that the browser shows again after «Назад» puts nothing into the cart a second time, and says so', async () => {
  const { visitor, url, page } = await twoLines();
  const first = await visitor.post(url, pressed(page, 'cart', { take_2: null }));
  expect(first.location).toBe('/cart/');
  const again = await visitor.post(url, pressed(page, 'cart'));
  expect(again.text).toContain('1 отмеченная строка уже в корзине : второй раз не положили');
  const { text } = await visitor.get('/cart/');
  expect(text, 'what was ticked after «Назад» went in: two bags and three').toContain('1 700 ₽');
  const kept = await visitor.post(url, pressed(page, 'save'));
  expect(kept.status).toBe(409);
  expect(kept.text).toContain('Пока вы смотрели, это изменили');
  expect(kept.text).toContain('Отмечено 0 строк');
});

test('[S2-26] a page that was drawn before the lines went into the cart keeps its changes and ticks none of them again', async () => {
  const { visitor, url, page } = await twoLines();
  const more = pressed(page, 'keep', { count_1: '5', take_2: null });
  await visitor.post(url, pressed(page, 'cart', { take_2: null }));
  expect((await visitor.post(url, more)).status).toBe(200);
  const kept = await visitor.get(url);
  expect(kept.text).toContain('Отмечено 0 строк');
  expect(fieldsOf(kept.html, 'class="estimate"').get('count_1')).toBe('5');
  const all = await visitor.post(url, pressed(page, 'all'));
  expect(all.text).toContain('1 отмеченная строка уже в корзине');
  expect(all.text, 'the line that is not there is ticked').toContain('Отмечено 1 строка');
  const found = await visitor.post(url, pressed(page, 'find:1', { words_1: 'Алебастр СУХОНА' }));
  expect(found.status).toBe(409);
  expect(found.text).toContain('Отмечено 1 строка');
  const ticked = await visitor.post(url, pressed(kept, 'keep', { take_1: 'on', take_2: 'on' }));
  expect(ticked.text, 'whoever has seen it ticks it again').toContain('Отмечено 2 строки');
});

test('[S2-26] two presses at once put the lines into the cart once', async () => {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, await makeUser(db));
  const { url, page } = await twoLines(visitor);
  const answers = await Promise.all([1, 2].map(() => visitor.post(url, pressed(page, 'cart'))));
  expect(answers.filter(({ location }) => location === '/cart/')).toHaveLength(1);
  expect(answers.map(({ text }) => text).join()).toContain('2 отмеченные строки уже в корзине');
  expect((await visitor.get('/cart/')).text).toContain('1 700 ₽');
});

test('[S2-26] lines whose answer a guest’s browser never got go into the cart when the button is pressed again', async () => {
  const { visitor, url, page } = await twoLines();
  const before = new Map(visitor.cookies);
  await visitor.post(url, pressed(page, 'cart'));
  visitor.cookies.clear();
  for (const [name, value] of before) visitor.cookies.set(name, value);
  expect((await visitor.post(url, pressed(page, 'cart'))).location).toBe('/cart/');
  expect((await visitor.get('/cart/')).text).toContain('1 700 ₽');
});

test('[S2-26] a count that is none is named with its line, and the rest of the form is kept', async () => {
  const { visitor, url, page } = await twoLines();
  for (const intent of ['keep', 'cart']) {
    const refused = await visitor.post(url, pressed(page, intent, { take_1: null, count_2: '0' }));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Строка 2: Укажите количество от 1 до 99 999. Остальное сохранили');
  }
  const { text } = await visitor.get(url);
  expect(text, 'the first line is no longer ticked').toContain('Отмечено 1 строка');
  expect(text).toContain('1 200 ₽');
  expect((await visitor.get('/cart/')).text).toContain('В корзине пока ничего нет');
});

test('[S2-26] an amount in the unit of the product is said in its words', async () => {
  const visitor = formVisitor(app);
  await makeProduct(db, { name: 'Бита ТОРКС', unit: 'набор', base_unit: 'шт.', factor_base: 6, category_id: mixes.id });
  const made = await visitor.post('/order-help/estimate/', { text: 'Бита ТОРКС\tнабор\t3\nКлей\tшт\t1' });
  const { text } = await visitor.get(ensure(made.location));
  expect(text).toContain('в списке: 3 набора');
});
