import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { demoSettings } from '#demo/settings.ts';
import type { DocumentName } from '#modules/documents/document-content.ts';
import { issueDocument, listDocuments } from '#modules/documents/issue-document.ts';
import { renderDocument } from '#modules/documents/render-document.ts';
import { drawEmail } from '#modules/mail/email.ts';
import { branchEmail } from '#modules/orders/branch-email.ts';
import { buyerEmail } from '#modules/orders/buyer-email.ts';
import { handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { advanceOrder, moveOrder } from '#modules/orders/move-order.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { openPayment } from '#modules/payments/open-payment.ts';
import type { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { testDatabase } from '#test/support/database.ts';
import { type FormVisitor, formVisitor } from '#test/support/form-visitor.ts';
import { makeCoupon, orderInput, orderPlace } from '#test/support/orders.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

/**
 * Whoever adds up the figures of a page or a paper as they are printed, kopeck by kopeck, gets the sum printed under
 * them. Nothing is taken from the shop's own numbers here: only what is read.
 */
const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
await makeRequisites(db);
const awkward = [7, 99, 333, 1_050, 4_995, 9_999, 48_990, 123_457, 999_999];
const products = await Promise.all(
  awkward.map((price, index) =>
    makeProduct(db, {
      name: `Товар ${index}я`,
      price,
      old_price: index % 3 === 0 ? price * 2 + 1 : null,
      on_hand: 1_000_000,
      weight_grams: 100,
      vat_rate: index % 4 === 0 ? 10 : 22,
    }),
  ),
);
for (const product of products.slice(3, 6)) {
  await sql`insert into price_tiers select price_column, product_id, 10, price - 3 from prices where product_id = ${product.id}`.execute(
    db,
  );
}
await makeCoupon(db, 'ПРОЦЕНТ', { percent: 7, allows_b2b: true });
await makeCoupon(db, 'СУММА', { sum_kopecks: 12_345, allows_b2b: true });
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2, position: 1 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 100_000_000, price_kopecks: 39_050, vehicle: 'фургон' })
  .execute();
await sql`insert into carrying_rates values
  ('00131', 'unloading', 50000, 4007, 30033), ('00131', 'lift', 50000, 6011, 0), ('00131', 'stairs', 700, 1803, 0)`.execute(
  db,
);
const app = await testApp(db);
const anna = await makeUser(db);

const anyLines = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: products.length - 1 }), fc.integer({ min: 1, max: 30 })),
  {
    minLength: 1,
    maxLength: 6,
    selector: ([index]) => index,
  },
);
const anyCarrying = fc.constantFrom(
  null,
  { kind: 'unloading' },
  { kind: 'lift', floor: 16 },
  { kind: 'stairs', floor: 3 },
);
const anyCoupon = fc.constantFrom(null, 'ПРОЦЕНТ', 'СУММА');
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const numRuns = Number(process.env.PROPERTY_RUNS ?? 12);
console.info(`money-by-hand: seed ${seed}, runs ${numRuns}`);
let run = 0;

/** Bonuses to be spent: none, so many, or as many as the cart takes. */
const anyBonuses = fc.constantFrom(0, 1, 7, 1_000_000);

test('[S3-06] [S9-07] the cart: its lines, coupon, bonuses, services and total', async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, anyCoupon, anyCarrying, anyBonuses, async (lines, coupon, carrying, bonuses) => {
      const visitor = formVisitor(app, { address: `10.1.${run >> 8}.${run++ & 255}` });
      if (bonuses > 0) await signInVisitor(db, visitor, await holder());
      for (const [index, count] of lines) await visitor.addToCart(products[index]!, count);
      let page = await visitor.get('/cart/');
      if (coupon) page = await visitor.press(page, '/cart/', 'coupon', { coupon });
      const most = Number(/<input[^>]* name="bonuses"[^>]* value="(\d+)"/.exec(page.html)?.[1] ?? 0);
      const spent = Math.min(bonuses, most);
      if (spent > 0) page = await visitor.press(page, '/cart/', 'bonuses', { bonuses: spent });
      if (carrying) {
        const address = { receiving: 'delivery', place: 'Вологда', address: 'Мира, 10' };
        const floor = carrying.floor ?? '';
        page = await visitor.press(page, '/cart/', 'update', { ...address, carrying: carrying.kind, floor });
      }
      const main = page.html.slice(page.html.indexOf('<main'));
      const shown = [...main.matchAll(/<div class="cline__sum " [^>]*>([\s\S]*?)<\/div>/g)].map(([, box = '']) => box);
      expect(shown).toHaveLength(lines.length);
      const goods = sumOf(shown.map((box) => kopecks(/<b class="b">(.*?)<\/b>/.exec(box)?.[1])));
      const box = main.slice(main.indexOf('sumbox__rows'), main.indexOf('class="coupon"'));
      const { rows, total } = readSums(box);
      expect(rows[0]).toBe(goods);
      expect(sumOf(rows)).toBe(total);
      const off = sumOf(shown.map((line) => kopecks(/по купону (−.*?)<\/span>/.exec(line)?.[1] ?? '0 ₽')));
      // Behind the goods: coupon, bonuses, and two services where they are asked for.
      const services = carrying ? rows.slice(-2) : [];
      expect(services.filter((sum) => sum > 0)).toHaveLength(services.length);
      expect(off - spent * 100).toBe(sumOf(rows.slice(1)) - sumOf(services));
      expect(
        main
          .split(/Оформить заказ на /)
          .slice(1)
          .every((text) => text.startsWith(printed(total))),
      ).toBe(true);
    }),
    { seed, numRuns },
  );
});

test('[S2-06] [S2-18] [S9-07] order, personal order, payment page, receipts, emails, invoice and УПД', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLines,
      anyCoupon,
      fc.constantFrom('pickup', 'delivery'),
      anyCarrying,
      fc.boolean(),
      anyBonuses,
      async (lines, coupon, type, carrying, isFirm, bonuses) => {
        const order = await place(lines, { coupon, type, carrying, isFirm, bonuses: isFirm ? 0 : bonuses });
        const guest = formVisitor(app);
        guest.cookies.set('orders', 'A'.repeat(43));
        const own = formVisitor(app);
        await signInVisitor(db, own, anna);
        const total = await orderPage(guest, `/order/${order.id}/`);
        emails(order, total);
        if (isFirm) await papers(order, total);
        // A coupon may leave nothing to pay.
        else if (total > 0) await receipts(guest, order, total);
        await sql`update orders set user_id = ${anna.id}, secret_hash = null, unconfirmed_since = null where id = ${order.id}`.execute(
          db,
        );
        expect(await orderPage(own, `/personal/orders/${order.id}/`)).toBe(total);
      },
    ),
    { seed, numRuns },
  );
});

/** A person with more bonuses than any cart here takes. */
async function holder() {
  const user = await makeUser(db);
  await makeBonusCard(db, user, 1_000_000);
  return user;
}

type Wish = {
  coupon: string | null;
  type: string;
  carrying: { kind: string } | null;
  isFirm: boolean;
  bonuses: number;
};

async function place(
  lines: [index: number, count: number][],
  { coupon, type, carrying, isFirm, bonuses }: Wish,
): Promise<OrderView> {
  const buyer = bonuses > 0 ? { user_id: (await holder()).id, company: null, placed_by: null } : null;
  const submit = async (spent: number) =>
    submitOrder(
      db,
      await orderPlace(db, { key: randomUUID(), buyer }),
      orderInput(
        lines.map(([index, count]) => [products[index]!, count]),
        {
          receiving: type === 'delivery' ? { type, address: 'Вологда, Мира, 10', carrying } : { type },
          payment: { method: isFirm ? 'invoice' : 'on_receipt' },
          ...(coupon && { coupon }),
          ...(spent > 0 && { bonuses: spent }),
          ...(isFirm && { company: { name: 'ООО «Стройка»', inn: '7707083893' } }),
        },
      ),
    );
  // More than the order takes is refused with as many as it does.
  const { id } = await submit(bonuses).catch((error: Refusal) => submit(Number(error.details.most)));
  const secret = hashSecret('A'.repeat(43));
  await sql`update orders set user_id = null, secret_hash = ${secret} where id = ${id} and user_id is not null`.execute(
    db,
  );
  return (await getOrder(db, id))!;
}

/** Lines make «Товары», that with coupon, bonuses and services the total; the total comes back. */
async function orderPage(visitor: FormVisitor, url: string): Promise<number> {
  const { html } = await visitor.get(url);
  const main = html.slice(html.indexOf('<main'));
  const lines = [...main.matchAll(/<div class="oline">[\s\S]*?<b class="b num nowrap">(.*?)<\/b>/g)];
  const sums = main.slice(main.indexOf('order__sums'), main.indexOf('</section>', main.indexOf('order__sums')));
  const { rows, total, under } = readSums(sums);
  expect(sumOf(lines.map(([, sum]) => kopecks(sum)))).toBe(rows[0]);
  expect(sumOf(rows)).toBe(total);
  expect(under.length).toBeGreaterThan(0);
  // A coupon may leave nothing to pay, and then no VAT.
  expect(sumOf(under)).toBeLessThan(Math.max(total, 1));
  return total;
}

function emails(order: OrderView, total: number): void {
  for (const emailMessage of [buyerEmail(order, 'placed', null), branchEmail(order, 'placed')]) {
    const { text } = drawEmail(emailMessage, demoSettings.company);
    const rows = [...text.matchAll(/^(.+?) — (?:.* — )?([−\d][^—\n]*₽)$/gm)].map(([, name = '', sum]) => {
      return { name, sum: kopecks(sum) };
    });
    const of = (name: RegExp) => sumOf(rows.filter((row) => name.test(row.name)).map(({ sum }) => sum));
    expect(of(/^Товар \d/)).toBe(of(/^Товары, /));
    expect(of(/^Товары, |^Купон |^Бонусы|^Доставка|^Разгрузка|^Самовывоз/)).toBe(of(/^Итого/));
    expect(of(/^Итого/)).toBe(total);
  }
}

/** Begun and, as the bank would say, paid: the receipt's lines as the page of the payment shows them. */
async function receipts(visitor: FormVisitor, order: OrderView, total: number): Promise<void> {
  const wanted = {
    order_id: order.id,
    method: 'card',
    provider: 'yookassa',
    started_by: 'x',
    requestFor: () => ({}),
  } as const;
  const due = (await visitor.get(`/order/${order.id}/payment/`)).html;
  expect(kopecks(/pay__due[\s\S]*?<span class="num">(.*?)<\/span>/.exec(due)?.[1])).toBe(total);
  // What is taken off has a minus before it, not a hyphen.
  const off = [...due.matchAll(/<span class="sumrow__off[^"]*">(.*?)<\/span>/g)].map(([, sum]) => kopecks(sum));
  expect(sumOf(off) + order.discount + order.bonus_discount).toBe(0);
  const payment = await db.transaction().execute((db) => openPayment(db, wanted));
  await sql`update payments set state = 'succeeded', provider_id = ${payment.id}, paid_at = now() where id = ${payment.id}`.execute(
    db,
  );
  await sql`update orders set payment_state = 'paid', payment_method = 'online' where id = ${order.id}`.execute(db);
  const { html } = await visitor.get(`/order/${order.id}/payment/`);
  const receipt = html.slice(html.indexOf('pay__receipt'));
  const lines = [
    ...receipt.matchAll(/<span class="num nowrap">(?:<!-- -->)?(\d+)(?:<!-- -->)? × (?:<!-- -->)?(.*?)<\/span>/g),
  ];
  expect(sumOf(lines.map(([, count, price]) => Number(count) * kopecks(price)))).toBe(total);
  expect(kopecks(/<b class="b num nowrap">(.*?)<\/b>/.exec(receipt)?.[1])).toBe(total);
}

const money = String.raw`(\d{1,3}(?: \d{3})*,\d\d)`;

/**
 * Count × price − discount makes each line of the invoice, the lines make its total; given out in two parts, the УПД
 * add up to the same.
 */
async function papers(order: OrderView, total: number): Promise<void> {
  const bytes = async (name: DocumentName, of: OrderView) =>
    readPdf(await renderDocument(await db.transaction().execute((db) => issueDocument(db, name, of)))).text;
  const invoice = await bytes({ kind: 'invoice', part: 1 }, order);
  const off = `(?:${money} |— )?`;
  const bill = [
    ...invoice.matchAll(new RegExp(`(\\d+) (?:меш\\.|усл\\.) ${money} ${off}(?:\\d+ %|без) ${money}`, 'g')),
  ].map(([, count, price, discount, sum]) => {
    expect(Number(count) * rubles(price) - rubles(discount)).toBe(rubles(sum));
    return rubles(sum);
  });
  expect(sumOf(bill)).toBe(total);
  expect(rubles(new RegExp(`Всего к оплате: ${money}`).exec(invoice)?.[1])).toBe(total);
  await handOutInParts(order, total);
  const given = (await getOrder(db, order.id))!;
  const parts = (await listDocuments(db, given)).filter(({ kind }) => kind === 'upd');
  const sums: number[] = [];
  for (const part of parts) sums.push(updTotal(await bytes(part, given)));
  expect(sumOf(sums)).toBe(total);
}

/** Paid, and given out: one of the first line where there are more, then the rest. */
async function handOutInParts({ id, receiving }: OrderView, total: number): Promise<void> {
  const who = { who: 'Пётр' };
  if (total > 0) await db.transaction().execute((db) => markAccountPayment(db, id, { ...who, document: 'п/п 7' }));
  const ready = receiving.type === 'pickup' ? 'ready' : 'in_delivery';
  await db.transaction().execute((db) => advanceOrder(db, id, ready, who));
  const [first] = await waitingLines(db, id);
  if (first!.waiting > 1 && total > 0) {
    const one = [{ order_line_id: first!.order_line_id, count: 1 }];
    await db.transaction().execute((db) => handOverLines(db, id, one, who));
  }
  await db.transaction().execute((db) => moveOrder(db, id, 'completed', who));
}

/** Column 5 and column 8 are column 9 in every row, and the columns add up to the row «Всего к оплате». */
function updTotal(text: string): number {
  const row = new RegExp(
    String.raw`(?:меш\.|усл\.) (\d+) ${money} ${money} без акциза (?:(\d+)%|без НДС) (?:${money}|без НДС) ${money}`,
    'g',
  );
  const rows = [...text.matchAll(row)].map(([, count, price, net, , vat, sum]) => {
    expect(rubles(net) + (vat ? rubles(vat) : 0)).toBe(rubles(sum));
    expect(Math.abs(Number(count) * rubles(price) - rubles(net))).toBeLessThanOrEqual(Number(count) / 2);
    return { net: rubles(net), vat: vat ? rubles(vat) : 0, sum: rubles(sum) };
  });
  const whole = new RegExp(String.raw`Всего к оплате \(9\) ${money} Х (?:${money}|без НДС) ${money}`).exec(text);
  expect(sumOf(rows.map(({ net }) => net))).toBe(rubles(whole?.[1]));
  expect(sumOf(rows.map(({ vat }) => vat))).toBe(whole?.[2] ? rubles(whole[2]) : 0);
  expect(sumOf(rows.map(({ sum }) => sum))).toBe(rubles(whole?.[3]));
  return rubles(whole?.[3]);
}

/** Words that stand in the place of a sum which adds nothing. */
const free = ['уточнит оператор', 'бесплатно'];

/** Rows of sums above the total, the total, and what stands under it. */
function readSums(html: string): { rows: number[]; total: number; under: number[] } {
  const all = [...html.matchAll(/<div class="sumrow([^"]*)">[\s\S]*?<\/span>\s*<span[^>]*>([\s\S]*?)<\/span>/g)];
  const at = all.findIndex(([, look = '']) => look.includes('sumrow--total'));
  const values = all.map(([, , value = '']) => (free.includes(value) ? 0 : kopecks(value)));
  return { rows: values.slice(0, at), total: values[at] ?? Number.NaN, under: values.slice(at + 1) };
}

/** «−1 234,50 ₽» → kopecks; anything but two decimals or none is refused. */
function kopecks(text = ''): number {
  const bare = text.replaceAll('<!-- -->', '').replace(/[\s\u00a0]/g, ' ');
  const parts = /^(−?)(\d{1,3}(?: \d{3})*)(?:,(\d\d))? ₽$/.exec(bare);
  if (!parts) throw new Error(`not a sum: «${text}»`);
  const [, minus, whole = '', cents = '0'] = parts;
  return (minus ? -1 : 1) * (Number(whole.replaceAll(' ', '')) * 100 + Number(cents));
}

/** «1 234,50» of a paper; nothing: 0. */
function rubles(text = '0,00'): number {
  return Number(text.replaceAll(' ', '').replace(',', ''));
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function printed(sum: number): string {
  const [whole = '', cents = ''] = (sum / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ' ')}${cents === '00' ? '' : `,${cents}`} ₽`;
}
