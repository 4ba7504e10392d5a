import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { forgetJobs, runJobs } from '#test/support/jobs.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { decodeQr, readPdf } from '#test/support/pdf.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { testSmtp } from '#test/support/smtp.ts';
import { confirmOrder } from './confirm-order.ts';
import { markShortOrders } from './mark-short-orders.ts';
import { moveOrder } from './move-order.ts';
import { getOrder, getOrderForOwner } from './queries.ts';
import { submitOrder } from './submit-order.ts';
import { OrderEvent, requestFreshLink, writeOrderEmails } from './write-order-emails.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await sql`update departments set email = 'vologda@idd.example' where id_1c = '00131'`.execute(db);
const smtp = await testSmtp();
const keys = await secretKeys(db, undefined);
const who = { who: 'Пётр, склад' };

beforeEach(async () => {
  await sql`delete from mails`.execute(db);
  await sql`delete from limits`.execute(db);
  await forgetJobs(db);
  smtp.received.length = 0;
});
const mails = async () =>
  (
    await sql<{
      to_address: string;
      subject: string;
      text: string;
      html: string;
      sent_at: Date | null;
      failure: string | null;
      reply_to: string;
    }>`
      select to_address, subject, text, html, sent_at, failure, reply_to from mails order by id`.execute(db)
  ).rows;
/** 21 November 2026, 15:05 in Vologda. */
const now = new Date('2026-11-21T12:05:00Z');

describe('emails of an order', () => {
  test('the buyer reads lines, sums, code, the branch’s phone and hours and the signed link, in plain text and HTML', async () => {
    const mix = await makeProduct(db, { name: 'Штукатурка <Гладь>', price: 48_900 });
    await makeCoupon(db, 'НОЯБРЬ5');
    const input = orderInput([[mix, 14]], { coupon: 'НОЯБРЬ5' });
    const order = await submitOrder(db, await orderPlace(db, { now }), input);
    await runJobs(db, url);
    const [emailMessage] = await mails();
    expect(emailMessage).toMatchObject({ to_address: 'anna@pochta.example', subject: `Заказ ${order.number} принят` });
    for (const part of [
      'Здравствуйте. Мы получили ваш заказ',
      'Штукатурка <Гладь> — 14\u00a0мешков — 6\u00a0846\u00a0₽',
      'Товары, 1\u00a0позиция — 6\u00a0846\u00a0₽',
      'Купон НОЯБРЬ5 — −342,30\u00a0₽',
      'Итого — 6\u00a0503,70\u00a0₽',
      'Пункт выдачи: Вологда, ул. Гончарная, 2',
      'Оформлен: 21.11.2026 15:05',
      'Телефоны: +7-817-200-35-35, +7-817-200-35-36',
      'Часы работы: Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00',
    ]) {
      expect(emailMessage?.text).toContain(part);
    }
    // The code opens nothing until the goods are ready: the email that says so brings it.
    expect(emailMessage?.text).not.toMatch(/Код получения/);
    expect(emailMessage?.html).toContain('Штукатурка &#60;Гладь&#62;');
    const link = /http:\/\/idd\.localhost:3000\/order\/([0-9a-f-]+)\/\?token=(\S+)/.exec(emailMessage?.text ?? '');
    expect(link?.[1]).toBe(order.id);
    expect((await getOrderForOwner(db, order.id, { token: link?.[2] }, keys))?.number).toBe(order.number);
  });

  test('[S2-06] every email to the buyer carries a signed link that opens the order', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    const toBranch: OrderEvent[] = ['short', 'arrived', 'confirmed'];
    for (const event of OrderEvent.options.filter((other) => !toBranch.includes(other))) {
      await sql`delete from limits`.execute(db);
      await sql`delete from mails`.execute(db);
      await db.transaction().execute((db) => writeOrderEmails(db, keys, { order_id: order.id, event }));
      const emailMessage = (await mails()).find(({ to_address }) => to_address === 'anna@pochta.example');
      const token = new RegExp(`http://idd\\.localhost:3000/order/${order.id}/\\?token=(\\S+)`).exec(
        emailMessage?.text ?? '',
      )?.[1];
      expect((await getOrderForOwner(db, order.id, { token }, keys))?.number, event).toBe(order.number);
    }
  });

  test('times stand in the branch’s own zone', async () => {
    await sql`update departments set time_zone = 'Asia/Yekaterinburg' where id_1c = '00131'`.execute(db);
    const order = await submitOrder(db, await orderPlace(db, { now }), orderInput([[await makeProduct(db), 1]]));
    await db.transaction().execute((db) => writeOrderEmails(db, keys, { order_id: order.id, event: 'placed' }));
    expect((await mails())[0]?.text).toContain('Оформлен: 21.11.2026 17:05');
    await sql`update departments set time_zone = 'Europe/Moscow' where id_1c = '00131'`.execute(db);
  });

  test('the branch reads whom to call and from which store to take what', async () => {
    const mix = await makeProduct(db, { name: 'Штукатурка', article: '0012847' });
    const input = orderInput([[mix, 2]], {
      comment: 'Позвоните за час',
      receiving: {
        type: 'delivery',
        address: 'Тотьма, ул. Ленина, 1',
        recipient: { name: 'Иван Петров', phone: '89210005678' },
      },
    });
    const order = await submitOrder(db, await orderPlace(db), input);
    await runJobs(db, url);
    const emailMessage = (await mails())[1];
    expect(emailMessage).toMatchObject({ to_address: 'vologda@idd.example', reply_to: 'anna@pochta.example' });
    expect(emailMessage?.subject).toBe(`Новый заказ ${order.number}: 978\u00a0₽, доставка`);
    for (const part of [
      '+7-921-000-12-34',
      'Иван Петров, +7-921-000-56-78',
      'арт. 0012847 (store12)',
      'Тотьма, ул. Ленина, 1',
      'Позвоните за час',
    ]) {
      expect(emailMessage?.text).toContain(part);
    }
    expect((await mails())[0]?.text).toContain('Доставка — уточнит оператор');
  });

  test('ready, in delivery and cancelled are written of; the reason of a cancelling is told', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    const move = (to: 'assembling' | 'ready' | 'cancelled', why = '') =>
      db.transaction().execute((db) => moveOrder(db, order.id, to, { ...who, why }));
    await db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель' }));
    await move('assembling');
    await move('ready');
    await runJobs(db, url);
    await move('cancelled', 'брак в партии');
    await runJobs(db, url);
    const subjects = (await mails()).map((mail) => mail.subject);
    const ready = (await mails()).find((mail) => mail.subject === `Заказ ${order.number} готов к выдаче`);
    // As the order's page and the pass spell it.
    expect(ready?.text).toContain(`назовите его в пункте выдачи: ${spelledCode(order.pickup_code)}`);
    expect(subjects).toContain(`Заказ ${order.number} отменён`);
    expect((await mails()).find((mail) => mail.subject === `Заказ ${order.number} отменён`)?.text).toContain(
      `Заказ ${order.number} отменён: брак в партии.`,
    );
    expect(subjects.filter((subject) => subject.startsWith(`Заказ ${order.number} отменён:`))).toHaveLength(1);
  });

  test('[S7-36] the branch is notified when 1C lowers on_hand below what is reserved, once for each time', async () => {
    const mix = await makeProduct(db, { on_hand: 10 });
    const order = await submitOrder(db, await orderPlace(db), orderInput([[mix, 4]]));
    await forgetJobs(db);
    const exchange = (on_hand: number) =>
      db.transaction().execute(async (db) => {
        await sql`update stock set on_hand = ${on_hand} where product_id = ${mix.id}`.execute(db);
        return markShortOrders(db, [{ store: 'store12', product_id: mix.id }]);
      });
    expect(await exchange(3)).toEqual([order.number]);
    expect(await exchange(2)).toEqual([]);
    await runJobs(db, url);
    expect(await mails()).toMatchObject([
      {
        to_address: 'vologda@idd.example',
        subject: `На заказ ${order.number} не хватает товара: 1\u00a0956\u00a0₽, самовывоз`,
      },
    ]);
    expect(await exchange(10)).toEqual([]);
    expect((await getOrder(db, order.id))?.is_short).toBe(false);
  });

  test('a job that runs twice writes each email once', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    const write = () =>
      db.transaction().execute((db) => writeOrderEmails(db, keys, { order_id: order.id, event: 'placed' }));
    await Promise.all([write(), write(), write()]);
    await runJobs(db, url);
    expect(await mails()).toHaveLength(2);
  });

  test('an order that was rolled back is not written of', async () => {
    const place = await orderPlace(db);
    const mix = await makeProduct(db, { on_hand: 1 });
    await expect(submitOrder(db, place, orderInput([[mix, 2]]))).rejects.toThrow();
    await runJobs(db, url);
    expect(await mails()).toEqual([]);
  });
});

describe('the post', () => {
  const MAIL_FROM = 'ИДД <zakaz@idd.example>';

  test('with SMTP_URL emails really leave, once, with sender, reader and both texts', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    await runJobs(db, url, { SMTP_URL: smtp.url, MAIL_FROM });
    await runJobs(db, url, { SMTP_URL: smtp.url, MAIL_FROM });
    await vi.waitFor(() => expect(smtp.received).toHaveLength(2));
    const buyers = smtp.received.find((mail) => mail.to[0] === 'anna@pochta.example')!;
    expect(buyers.from).toBe('zakaz@idd.example');
    expect(buyers.data).toContain('text/plain');
    expect(buyers.data).toContain('text/html');
    expect(buyers.data).toMatch(/Message-ID: <mail-\d+-\w+@idd\.example>/i);
    const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(buyers.data)?.[1]?.replace(/\r\n /g, '') ?? '';
    expect(decodeWords(subject)).toBe(`Заказ ${order.number} принят`);
    expect((await mails()).every((mail) => mail.sent_at !== null)).toBe(true);
  });

  test('the invoice leaves with the email about the order, as a PDF that says the same sum', async () => {
    await makeRequisites(db);
    const input = orderInput([[await makeProduct(db, { price: 48_900 }), 3]], {
      payment: { method: 'invoice' },
      company: { name: 'ООО «Ремонт и стройка»', inn: '7707083893' },
    });
    const order = await submitOrder(db, await orderPlace(db), input);
    await runJobs(db, url, { SMTP_URL: smtp.url, MAIL_FROM });
    await vi.waitFor(() => expect(smtp.received).toHaveLength(2));
    const { data } = smtp.received.find((mail) => mail.to[0] === 'anna@pochta.example')!;
    const part = data.split(/\r\n--[^\r\n]+\r\n/).find((text) => /^Content-Type: application\/pdf/m.test(text)) ?? '';
    const pdf = readPdf(Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64'));
    expect(pdf.text).toContain(`Счёт на оплату № ${order.number}`);
    expect(decodeQr(pdf)).toContain(`|Sum=${order.total}|`);
    expect((await mails()).find((mail) => mail.to_address === 'anna@pochta.example')?.text).toContain(
      'Счёт приложен к письму',
    );
    expect(smtp.received.find((mail) => mail.to[0] === 'vologda@idd.example')!.data).not.toContain('application/pdf');
  });

  test('an email the post refuses is kept with the reason and tried again, others leave', async () => {
    const input = orderInput([[await makeProduct(db), 1]], {
      contact: { name: 'Анна Смирнова', phone: '89210001234', email: 'refused@pochta.example' },
    });
    await submitOrder(db, await orderPlace(db), input);
    await runJobs(db, url, { SMTP_URL: smtp.url, MAIL_FROM });
    const kept = await mails();
    expect(kept[0]).toMatchObject({ sent_at: null, failure: expect.stringContaining('mailbox unavailable') });
    expect(kept[1]?.sent_at).toBeInstanceOf(Date);
    const { rows } = await sql`select task_identifier, attempts from graphile_worker.jobs`.execute(db);
    expect(rows).toEqual([{ task_identifier: 'send_mail', attempts: 1 }]);
  });

  test('without SMTP_URL emails are kept and shown at /dev/mail, in demonstration mode only', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    await runJobs(db, url);
    const app = await testApp(db);
    const list = await app.inject({ url: '/dev/mail/', headers: { host: 'idd.localhost' } });
    expect(list.statusCode).toBe(200);
    expect(list.body).toContain(`Заказ ${order.number} принят`);
    const path = new RegExp(`href="(/dev/mail/[0-9]+/)">Заказ ${order.number} принят`).exec(list.body)?.[1] ?? '';
    const emailMessage = await app.inject({ url: path, headers: { host: 'idd.localhost' } });
    expect(emailMessage.body).toMatch(/<a href="http:\/\/idd\.localhost:3000\/order\/[^"]+token=/);
    expect((await app.inject({ url: `${path}html/`, headers: { host: 'idd.localhost' } })).body).toContain('<h1');
    const real = await testApp(db, { MAIN_DOMAIN: 'idd.example' });
    expect((await real.inject({ url: '/dev/mail/', headers: { host: 'idd.example' } })).statusCode).toBe(404);
  });
});

describe('a fresh link', () => {
  test('[S2-06] goes out only when number (or id) and e-mail belong together, and the caller hears the same either way', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    await runJobs(db, url);
    await sql`delete from mails`.execute(db);
    const number = String(order.number);
    const ask = (typed: { number: string; email: string }, address = '203.0.113.1') =>
      requestFreshLink(db, typed, address);
    expect(await ask({ number, email: ' Anna@Pochta.example ' })).toBeUndefined();
    expect(await ask({ number, email: 'other@pochta.example' })).toBeUndefined();
    expect(await ask({ number: ' 9999999 ', email: 'anna@pochta.example' })).toBeUndefined();
    expect(await ask({ number: 'anything', email: 'anna@pochta.example' }, '203.0.113.2')).toBeUndefined();
    await runJobs(db, url);
    const [emailMessage, ...more] = await mails();
    expect(more).toEqual([]);
    expect(emailMessage).toMatchObject({
      to_address: 'anna@pochta.example',
      subject: `Ссылка на заказ ${order.number}`,
    });
    expect(emailMessage!.text).toMatch(new RegExp(`/order/${order.id}/\\?token=\\S{44,}`));
    await expect(ask({ number: order.id, email: 'anna@pochta.example' })).rejects.toMatchObject({
      code: 'too_many',
      status: 429,
    });
  });

  test('nobody fills another’s mailbox: three links of one order in a quarter of an hour, whoever asks', async () => {
    const order = await submitOrder(db, await orderPlace(db), orderInput([[await makeProduct(db), 1]]));
    await forgetJobs(db);
    const typed = { number: order.id, email: 'anna@pochta.example' };
    for (let i = 0; i < 6; i++) await requestFreshLink(db, typed, `203.0.113.${i}`, new Date(Date.now() + i));
    await runJobs(db, url);
    expect(await mails()).toHaveLength(3);
  });

  test('nobody fills another’s mailbox by placing many orders with its address: ten links a day to one address', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const place = async () => submitOrder(db, await orderPlace(db), orderInput([[mix, 1]]));
    const orders = await Promise.all([place(), place(), place(), place()]);
    await forgetJobs(db);
    const ask = async (email: string, turn: number) => {
      for (const [index, { id }] of orders.entries())
        await requestFreshLink(db, { number: id, email }, `203.0.${turn}.${index}`, new Date(Date.now() + turn));
    };
    for (const turn of [1, 2, 3]) await ask(turn === 2 ? 'ANNA@pochta.example' : 'anna@pochta.example', turn);
    await runJobs(db, url);
    expect(await mails()).toHaveLength(10);
    await sql`update limits set window_start = window_start - interval '1 day'`.execute(db);
    await ask('anna@pochta.example', 4);
    await runJobs(db, url);
    expect(await mails()).toHaveLength(14);
  });
});

/** RFC 2047 words, as nodemailer writes a Russian subject. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s*=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_hex, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}
