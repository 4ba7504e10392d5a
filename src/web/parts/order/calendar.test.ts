import { expect, test } from 'vitest';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { calendarOf } from './calendar.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db);
const app = await testApp(db);
const { id } = await submitOrder(db, await orderPlace(db), orderInput([[mix, 1]]));
const placed = (await getOrder(db, id))!;
const now = new Date('2026-11-24T09:00:00Z');

function chosen(more: Partial<(typeof placed)['receiving']>, of: Partial<typeof placed> = {}) {
  return calendarOf({ ...placed, ...of, receiving: { ...placed.receiving, ...more } }, now);
}

/** Long lines are put together again, as a calendar reads them. */
const linesOf = (calendar: string | null) => calendar!.replaceAll('\r\n ', '').trimEnd().split('\r\n');

test('[S2-06] the chosen hours stand in the calendar by the clock of the place; without hours it is the whole day', () => {
  const lines = linesOf(chosen({ date: '2026-11-25', named_hours: { from: 600, to: 720 } }));
  for (const line of [
    'DTSTAMP:20261124T090000Z',
    'DTSTART:20261125T070000Z',
    'DTEND:20261125T090000Z',
    `SUMMARY:Забрать заказ ${placed.number} в ИДД`,
    'LOCATION:Вологда\\, ул. Гончарная\\, 2',
  ])
    expect(lines).toContain(line);
  const day = linesOf(chosen({ date: '2026-12-31', named_hours: null }));
  expect(day).toContain('DTSTART;VALUE=DATE:20261231');
  expect(day).toContain('DTEND;VALUE=DATE:20270101');
});

test('[S2-06] no line of a calendar is longer than 75 bytes, no code of the order is in it, and an address stays text', () => {
  const address = 'Вологда; ул. Благовещенская, 101\nкорпус 2, подъезд со двора, звонить заранее';
  const calendar = chosen({ type: 'delivery', department: null, address, date: '2026-11-25' })!;
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  expect(linesOf(calendar)).toContain(
    'LOCATION:Вологда\\; ул. Благовещенская\\, 101\\nкорпус 2\\, подъезд со двора\\, звонить заранее',
  );
  expect(calendar).not.toContain(placed.pickup_code);
});

test('[S2-06] no day, or an order that is over, is no calendar: neither on the page nor at its address', async () => {
  expect(chosen({ date: null })).toBeNull();
  expect(chosen({ date: '2026-11-25' }, { state: 'cancelled' })).toBeNull();
  const visitor = formVisitor(app);
  visitor.cookies.set('orders', 'A'.repeat(43));
  const file = `/order/${id}/documents/calendar.ics`;
  expect((await visitor.get(`/order/${id}/`)).html).not.toContain(file);
  expect((await visitor.get(file)).status).toBe(404);
  await db
    .updateTable('orders')
    .set({ receiving_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) })
    .where('id', '=', id)
    .execute();
  expect((await visitor.get(`/order/${id}/`)).html).toContain(`href="${file}"`);
  const answer = await app.inject({
    url: file,
    headers: { host: 'idd.localhost', cookie: `orders=${'A'.repeat(43)}` },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(answer.body).toContain(`UID:order-${id}`);
});
