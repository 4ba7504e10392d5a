import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveAddress, saveRecipient } from '#modules/accounts/saved-places.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { linkToken } from '#modules/orders/order-access.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { type FormVisitor, formVisitor } from '#test/support/form-visitor.ts';
import { userAgents } from '#test/support/http.ts';
import { orderBy, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 300_000, price_kopecks: 70_000, vehicle: 'фургон до 0,8 т' })
  .execute();
const dataDir = await testFolder();
const app = await testApp(db, { DATA_DIR: dataDir });
const mix = await makeProduct(db, { price: 100_000, on_hand: 10_000 });

/** Monday, noon in Vologda. */
const now = new Date('2026-11-23T09:00:00Z');

beforeEach(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await sql`delete from limits`.execute(db);
});
afterEach(() => {
  vi.useRealTimers();
});

async function annaWithOrder(states: ('assembling' | 'ready')[] = []) {
  const anna = await makeUser(db);
  const order = await orderBy(db, anna, [[mix, 2]], { now });
  for (const state of states) await moveOrder(db, order.id, state, { who: 'Пётр', now });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  return { visitor, order, anna, url: `/personal/orders/${order.id}/receiving/` };
}

const pickup = { intent: 'save', type: 'pickup', point: '00131', recipient: 'self', accepted_total: 200_000 };

/** The form as a browser sends it when it holds a file. */
async function sendWithFile(
  visitor: FormVisitor,
  url: string,
  fields: Record<string, unknown>,
  name: string,
  bytes: Buffer,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  return app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      cookie: [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'content-type': request.headers.get('content-type')!,
    },
  });
}

describe('the page', () => {
  test('[S2-19] offers points, days and hours of their own calendar, recipients, and says what to bring', async () => {
    const { visitor, url } = await annaWithOrder();
    const page = await visitor.get(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Окружное шоссе, 13');
    expect(page.text).toContain('Сегодня');
    expect(page.text).toContain('Ср, 25 нояб.');
    expect(page.text, 'so many are read at once, the others unfold').toMatch(/Пт, 27 нояб\. Ещё \d+ (день|дня|дней) /);
    expect(page.text.match(/бесплатн/gi), 'said once for all points').toHaveLength(1);
    expect(page.text).toContain('Код получения: придёт письмом, когда заказ будет готов');
    expect(page.text).toContain('Карту или наличные: к оплате 2 000 ₽');
    const wednesday = await visitor.post(url, { ...pickup, intent: 'look', date: '2026-11-25' });
    expect(wednesday.status).toBe(200);
    expect(wednesday.text).toContain('09:00–11:00');
    expect(wednesday.text).toContain('19:00–20:00');
  });

  test('[S2-19] [S4-08] a point to which goods are brought offers no day before they are there, as the checkout does', async () => {
    const mortar = await makeProduct(db, { on_hand: 100 });
    const anna = await makeUser(db);
    const order = await orderBy(db, anna, [[mortar, 2]], { now });
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, anna);
    const url = `/personal/orders/${order.id}/receiving/`;
    const days = async (point: string, date = '') => {
      const { text } = await visitor.post(url, { ...pickup, intent: 'look', point, date });
      return /Любой день (.*?) (Ещё|Пункт)/.exec(text)?.[1];
    };
    expect(await days('00131')).toMatch(/^Сегодня Завтра /);
    expect(await days('00132')).toMatch(/^Завтра Ср, 25 нояб\./);
    const early = await visitor.post(url, { ...pickup, point: '00132', date: '2026-11-23' });
    expect([early.status, early.text]).toEqual([422, expect.stringContaining('Выберите день из предложенных')]);
    await db
      .insertInto('stock')
      .values({ store: 'store132', product_id: mortar.id, on_hand: 5, on_hand_base: 150 })
      .execute();
    expect(await days('00132'), 'its own shelf has all of it').toMatch(/^Сегодня Завтра /);
    const saved = await visitor.post(url, { ...pickup, point: '00132', date: '2026-11-23', accepted_total: 97_800 });
    expect(saved.status).toBe(303);
  });

  test('[S2-19] the buyer’s own addresses and recipients are offered, to nobody else whom the link lets in', async () => {
    const { visitor, order, url, anna } = await annaWithOrder();
    await saveAddress(db, anna.id, { place: 'Вологда', address: 'ул. Мира, 5' });
    await saveRecipient(db, anna.id, { name: 'Пётр Ладога', phone: '+79210001234' });
    const { html } = await visitor.get(url);
    // What the fields suggest travels with the page.
    for (const words of ['ул. Мира, 5', 'Пётр Ладога', '+7 (921)-000-12-34']) expect(html).toContain(`"${words}`);
    const token = linkToken(await secretKeys(db, undefined), order.id, now);
    const guest = await formVisitor(app).get(`/order/${order.id}/receiving/?token=${token}`);
    expect(guest.status).toBe(200);
    expect(guest.html).not.toContain('ул. Мира, 5');
    expect(guest.html).not.toContain('Пётр Ладога');
  });

  test('[S2-19] [S6-02] another person’s order has no such page, nor a way to change it', async () => {
    const { order, url } = await annaWithOrder(['assembling', 'ready']);
    const stranger = formVisitor(app);
    await signInVisitor(db, stranger, await makeUser(db));
    for (const path of [url, `/order/${order.id}/receiving/`]) {
      expect((await stranger.get(path)).status).toBe(404);
      for (const intent of ['save', 'arrive', 'prolong', 'look'])
        expect((await stranger.post(path, { ...pickup, intent })).status).toBe(404);
      expect((await stranger.get(`${path}power-of-attorney/`)).status).toBe(404);
    }
    expect((await formVisitor(app).get(url)).location).toBe(`/login/?back=${encodeURIComponent(url)}`);
  });

  test('[S2-19] point, day, hours, recipient and car are saved with one press and stand on the order’s page', async () => {
    const { visitor, order, url } = await annaWithOrder();
    const saved = await visitor.post(url, {
      ...pickup,
      point: '00132',
      date: '2026-11-25',
      slot: '09:00-11:00',
      recipient: 'person',
      recipient_name: 'Иван Петров',
      recipient_phone: '8 921 000 55 66',
      car_plate: 'а123вс35',
      unloading_note: 'Нужен погрузчик',
    });
    expect(saved).toMatchObject({ status: 303, location: `${url}?done=receiving` });
    expect((await visitor.get(saved.location!)).text).toContain('Сохранено. Филиал узнает об этом из письма.');
    const page = await visitor.get(`/personal/orders/${order.id}/`);
    for (const words of [
      'Окружное шоссе, 13',
      'День: 25 ноября, 09:00–11:00',
      'Иван Петров +7-921-000-55-66',
      'Автомобиль: А123ВС35',
      'О разгрузке: Нужен погрузчик',
      'Самовывоз: Вологда, Окружное шоссе, 13; день: 25.11.2026, 09:00–11:00; получит Иван Петров',
    ]) {
      expect(page.text).toContain(words);
    }
  });

  test('[S2-19] delivery with another sum is agreed to before it is saved', async () => {
    const { visitor, order, url } = await annaWithOrder();
    const form = { ...pickup, type: 'delivery', address: 'Вологда, ул. Мира, 10' };
    const asked = await visitor.post(url, form);
    expect(asked.status).toBe(409);
    expect(asked.text).toContain('Доставка 700 ₽. Итого станет 2 700 ₽ вместо 2 000 ₽.');
    expect(asked.text).toContain('Согласен, сохранить');
    expect(asked.html).toContain('name="accepted_total" value="270000"');
    expect((await getOrder(db, order.id))!.receiving.type).toBe('pickup');
    expect((await visitor.post(url, { ...form, accepted_total: 270_000 })).status).toBe(303);
    expect(await getOrder(db, order.id)).toMatchObject({ total: 270_000, receiving: { type: 'delivery' } });
  });

  test('[S2-19] what is wrong is said at its field and nothing typed is lost', async () => {
    const { visitor, order, url } = await annaWithOrder();
    const answer = await visitor.post(url, {
      ...pickup,
      recipient: 'person',
      recipient_name: 'И',
      recipient_phone: '',
      car_plate: '!!',
      unloading_note: 'Нужен погрузчик',
    });
    expect(answer.status).toBe(422);
    for (const words of ['Минимум 2 символа', 'Обязательно для заполнения', 'Номер автомобиля: от 4 до 12'])
      expect(answer.text.replace('символов', 'символа')).toContain(words);
    expect(answer.html).toContain('Нужен погрузчик');
    expect((await getOrder(db, order.id))!.moves).toHaveLength(1);
  });

  test('[S2-19] a paid order keeps its sum, and the page says why', async () => {
    const { visitor, order, url } = await annaWithOrder();
    await db.updateTable('orders').set({ payment_state: 'paid' }).where('id', '=', order.id).execute();
    const answer = await visitor.post(url, { ...pickup, type: 'delivery', address: 'Вологда, Мира, 10' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Заказ оплачен или оплачивается, поэтому его сумму изменить нельзя');
  });
});

describe('a guest', () => {
  test('[S2-19] [S2-06] changes receiving by the browser’s secret or the email’s link; without them there is no page', async () => {
    const secret = 'receiving'.padEnd(43, 'x');
    const order = await submitOrder(db, await orderPlace(db, { secret }), orderInput([[mix, 1]]));
    const url = `/order/${order.id}/receiving/`;
    const browser = formVisitor(app);
    browser.cookies.set('orders', secret);
    expect((await browser.get(url)).status).toBe(200);
    expect((await browser.post(url, { ...pickup, point: '00132', accepted_total: 100_000 })).status).toBe(303);
    const token = linkToken(await secretKeys(db, undefined), order.id, now);
    const elsewhere = formVisitor(app);
    expect((await elsewhere.get(url)).status).toBe(404);
    const opened = await elsewhere.get(`/order/${order.id}/?token=${token}`);
    expect(opened.html).toContain(`href="${url}?token=${encodeURIComponent(token)}"`);
    const saved = await elsewhere.post(`${url}?token=${token}`, { ...pickup, accepted_total: 100_000 });
    expect(saved.location).toBe(`${url}?token=${token}&done=receiving`);
    expect((await elsewhere.post(url, pickup)).status).toBe(404);
  });
});

describe('at the point', () => {
  test('[S2-19] «Я подъехал» stands on the ready order, tells the point, and is said', async () => {
    const { visitor, order, url } = await annaWithOrder(['assembling', 'ready']);
    const page = await visitor.get(`/personal/orders/${order.id}/`);
    expect(page.text).toContain('Я подъехал');
    const receiving = await visitor.get(url);
    expect(receiving.text).toContain('Если нужен другой пункт, позвоните.');
    const { html } = receiving;
    expect(html.match(/<input[^>]*name="car_plate"/g)!.filter((input) => !input.includes('hidden'))).toHaveLength(1);
    const reported = await visitor.post(url, { intent: 'arrive', car_plate: 'А123ВС35' });
    expect(reported.location).toBe(`${url}?done=arrive`);
    const after = await visitor.get(reported.location!);
    expect(after.text).toContain('Пункт знает, что вы ждёте с 12:00');
    expect(after.text).not.toContain('Я подъехал');
    const { visitor: early, url: earlyUrl } = await annaWithOrder();
    const refused = await early.post(earlyUrl, { intent: 'arrive' });
    expect(refused.status).toBe(409);
    vi.setSystemTime(new Date('2026-11-23T22:00:00Z'));
    const { visitor: late, order: lateOrder, url: lateUrl } = await annaWithOrder(['assembling', 'ready']);
    for (const url of [`/personal/orders/${lateOrder.id}/`, lateUrl])
      expect((await late.get(url)).text, 'nobody is there to be told').not.toContain('Я подъехал');
    const closed = await late.post(lateUrl, { intent: 'arrive' });
    expect(closed.status).toBe(409);
    expect(closed.text).toContain('Пункт выдачи закрыт');
  });

  test('[S2-19] on a phone a ready order says where and with what to come before what can be changed', async () => {
    const { visitor, url } = await annaWithOrder(['assembling', 'ready']);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const phone = { host: visitor.host, cookie, 'user-agent': userAgents.mobile };
    const at = (body: string) =>
      ['Показать пропуск', 'Пункт выдачи</h2>', 'Что взять с собой', 'Вы уже у пункта', 'Когда заберёте'].map((words) =>
        body.indexOf(words),
      );
    const order = at((await app.inject({ url, headers: phone })).body);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThan(0);
  });

  test('[S2-19] [S7-36] the storage term is named and prolonged once', async () => {
    const { visitor, url } = await annaWithOrder(['assembling', 'ready']);
    const page = await visitor.get(url);
    expect(page.text).toMatch(/Готов к выдаче 1\sпозиция, [\d,]+\sкг, храним до\s30\sноября/);
    expect(page.text).toMatch(/Показать пропуск .*Когда заберёте .*Кто получит .*Сохранить .*Вы уже у пункта\?/);
    expect(
      /<main[\s\S]*<\/main>/.exec(page.html)?.[0].match(/btn--primary/g),
      'one thing is done here first',
    ).toHaveLength(1);
    expect(page.text).toMatch(/Храним до 20:00 в\sпонедельник, 30\sноября Продлить на 5\sрабочих дней/);
    expect((await visitor.post(url, { intent: 'prolong' })).status).toBe(303);
    const after = await visitor.get(url);
    expect(after.text).toMatch(/Храним до 20:00 в\sпонедельник, 7\sдекабря/);
    expect(after.text).not.toContain('Продлить');
    expect((await visitor.post(url, { intent: 'prolong' })).status).toBe(409);
  });
});

describe('a representative of a firm', () => {
  let firms = 0;

  async function firmsOrder() {
    firms += 1;
    const firm = await makeCompany(db, { inn: String(3525000010 + firms) });
    const [zoya, boris] = [await makeUser(db, { full_name: 'Зоя' }), await makeUser(db)];
    await joinCompany(db, zoya, firm, 'purchaser');
    await joinCompany(db, boris, firm, 'accountant');
    const order = await orderBy(db, zoya, [[mix, 1]], { company: { ...firm, role: 'purchaser' }, now });
    const [visitor, accountant] = [formVisitor(app), formVisitor(app)];
    await signInVisitor(db, visitor, zoya);
    await signInVisitor(db, accountant, boris);
    return { visitor, accountant, order, url: `/personal/orders/${order.id}/receiving/` };
  }
  const proxy = {
    ...pickup,
    accepted_total: 100_000,
    recipient: 'proxy',
    recipient_name: 'Иван Петров',
    recipient_phone: '8 921 000 55 66',
  };
  const pdf = Buffer.from('%PDF-1.7\nдоверенность');

  test('[S2-19] [S5-07] comes with a power of attorney: kept by the rules for files, read back by its owner alone', async () => {
    const { visitor, accountant, order, url } = await firmsOrder();
    const without = await visitor.post(url, proxy);
    expect(without.status).toBe(422);
    expect(without.text).toContain('Файл обязателен для заполнения');
    const program = await sendWithFile(visitor, url, proxy, 'доверенность.exe', pdf);
    expect(program.statusCode).toBe(422);
    expect(program.body).toContain('Недопустимый формат файла');
    expect((await sendWithFile(visitor, url, proxy, 'd.png', pdf)).body).toContain('Недопустимый формат файла');
    const large = await sendWithFile(visitor, url, proxy, 'd.pdf', Buffer.concat([pdf, Buffer.alloc(5_242_880)]));
    expect(large.statusCode).toBe(422);
    expect(large.body).toContain('Файл слишком большой');
    expect((await getOrder(db, order.id))!.power_of_attorney).toBeNull();
    const saved = await sendWithFile(visitor, url, proxy, 'доверенность.pdf', pdf);
    expect(saved.statusCode).toBe(303);
    expect(await getOrder(db, order.id)).toMatchObject({
      power_of_attorney: 'доверенность.pdf',
      receiving: { is_proxy: true },
    });
    const read = (who: FormVisitor) =>
      app.inject({
        url: `${url}power-of-attorney/`,
        headers: {
          host: 'idd.localhost',
          cookie: [...who.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        },
      });
    const file = await read(visitor);
    expect(file.rawPayload).toEqual(pdf);
    expect(file.headers['content-disposition']).toContain('attachment');
    expect((await read(accountant)).statusCode).toBe(200);
    const stranger = formVisitor(app);
    await signInVisitor(db, stranger, await makeUser(db));
    expect((await read(stranger)).statusCode).toBe(404);
  });

  test('[S2-19] the power of attorney by which goods were given out is not exchanged afterwards', async () => {
    const { visitor, order, url } = await firmsOrder();
    expect((await sendWithFile(visitor, url, proxy, 'доверенность.pdf', pdf)).statusCode).toBe(303);
    await sql`update orders set state = 'completed', completed_at = now() where id = ${order.id}`.execute(db);
    const later = await sendWithFile(visitor, url, proxy, 'другая.pdf', Buffer.from('%PDF-1.7\nдругая'));
    expect(later.statusCode).toBe(409);
    expect((await getOrder(db, order.id))!.power_of_attorney).toBe('доверенность.pdf');
  });

  test('[S2-19] an accountant sees how it is received and changes nothing', async () => {
    const { accountant, order, url } = await firmsOrder();
    const page = await accountant.get(url);
    expect(page.text).toContain('Бухгалтер видит заказы организации, но не меняет их.');
    expect(page.text).not.toContain('Сохранить');
    const before = await stockOf(db, mix);
    const refused = await accountant.post(url, { ...proxy, recipient: 'self', point: '00132' });
    expect(refused.status).toBe(403);
    expect(await stockOf(db, mix)).toEqual(before);
    expect((await getOrder(db, order.id))!.moves).toHaveLength(1);
  });
});

test('[S7-35] the eleventh change within an hour is refused in words, and says after how many seconds to come back', async () => {
  const { visitor, url } = await annaWithOrder();
  for (let n = 0; n < 11; n++) {
    const { status, html, headers } = await visitor.post(url, { ...pickup, unloading_note: `Ворота ${n}` });
    if (n < 10) expect([n, status]).toEqual([n, 303]);
    else {
      expect(status).toBe(429);
      expect(html).toContain('получение заказа меняли 10 раз');
      expect(headers['retry-after']).toBe('3600');
    }
  }
});
