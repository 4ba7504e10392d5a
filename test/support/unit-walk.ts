import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { demoSettings } from '#demo/settings.ts';
import { guestCartCookie, serializeGuestCart } from '#modules/cart/cookie-cart.ts';
import { documentContent } from '#modules/documents/document-content.ts';
import { renderDocument } from '#modules/documents/render-document.ts';
import { drawEmail } from '#modules/mail/email.ts';
import { branchEmail } from '#modules/orders/branch-email.ts';
import { buyerEmail } from '#modules/orders/buyer-email.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { writeIds } from '#shared/lists.ts';
import { orderInput, orderPlace } from './orders.ts';
import { readPdf } from './pdf.ts';
import { requisites } from './requisites.ts';
import { spaced, type UnitRow, type UnitRules, unitRules } from './unit-rules.ts';
import { lists, suggestions } from './unit-walk-lists.ts';
import { offers } from './unit-walk-offers.ts';
import {
  chunks,
  expectPrice,
  expectSum,
  type Line,
  page,
  printed,
  textOf,
  type UnitReport,
  type UnitWalk,
  type Walked,
} from './unit-walk-parts.ts';

const seller = demoSettings.company;
const perCart = 75;
const perList = 60;

/**
 * Every product in each count through card, lists, filter, suggestions, product page, cart, proposal, order, papers,
 * email and feed: units agree with their numbers, what is asked for one shown unit times the shown amount is the sum of
 * the line, and no text names a unit nobody buys by. Puts stock in for what it orders.
 */
export async function walkUnits(walk: UnitWalk): Promise<UnitReport> {
  const { db, counts } = walk;
  const { rows } = await sql<UnitRow>`select * from units`.execute(db);
  const rules = unitRules(rows);
  const products = await readProducts(walk);
  const report: UnitReport = { products: products.length, lines: 0, pages: 0, problems: [] };
  await cards(walk, rules, report, products);
  await productPages(walk, rules, report, products);
  await feed(walk, rules, report, products);
  await lists(walk, rules, report, products);
  await suggestions(walk, rules, report, products);
  for (const [round, wanted] of counts.entries()) {
    for (const [at, some] of chunks(products, perCart).entries()) {
      walk.onProgress?.('carts and orders', round * products.length + at * perCart, counts.length * products.length);
      const lines = some.map((product) => ({ product, count: fitted(product, wanted) }));
      report.lines += lines.length;
      const cookies = await cart(walk, rules, report, lines);
      await offers(walk, rules, report, lines, cookies);
      await order(walk, rules, report, lines);
    }
  }
  return report;
}

async function readProducts({ db, products, seed }: UnitWalk): Promise<Walked[]> {
  const { rows } = await sql<Walked>`
    with main as (select base_price, store from departments where is_main)
    select p.id, p.idcode, p.slug, p.name, p.unit, r.price, p.step, p.min_count, p.max_count, p.model_id,
      cardinality(p.images) > 0 as has_picture,
      not exists (select from products v where v.model_id = p.model_id and v.id <> p.id and v.switched_off_at is null) as is_alone
    from products p join prices r on r.product_id = p.id and r.price_column = (select base_price from main)
    where p.switched_off_at is null and r.price is not null
    order by hashint4(p.id + ${seed}::int) limit ${products ?? null}::int`.execute(db);
  await sql`
    insert into stock (store, product_id, on_hand, on_hand_base)
    select (select store from departments where is_main), p.id, 1000000, 1000000::numeric * p.factor_base / p.factor_sales
    from products p where p.id = any(${rows.map(({ id }) => id)}::int[])
    on conflict (store, product_id) do update set on_hand = excluded.on_hand, on_hand_base = excluded.on_hand_base`.execute(
    db,
  );
  return rows;
}

/** A count that may be ordered, near the wanted one in what is shown: 21 is 21 pairs and 2,1 m. */
function fitted({ step, min_count, max_count }: Walked, wanted: number): number {
  const count = Math.ceil(Math.max(wanted, min_count) / step) * step;
  return Math.min(count, Math.floor(max_count / step) * step);
}

async function cards(walk: UnitWalk, rules: UnitRules, report: UnitReport, products: Walked[]): Promise<void> {
  for (const [at, some] of chunks(products, perList).entries()) {
    walk.onProgress?.('cards', at * perList, products.length);
    const cookies = { favourites: writeIds(some.map(({ id }) => id)) };
    const body = await page(walk, rules, report, '/favorites/', cookies);
    const shown = body.split('<article class="card"').slice(1);
    for (const product of some) {
      const card = shown.find((html) => html.includes(`/${product.slug}/"`));
      if (!card) report.problems.push(`${product.name}: no card`);
      else expectPrice(rules, report, product, 'card', textOf(/card__price">(.*?)<\/p>/s.exec(card)?.[1] ?? ''));
    }
  }
}

async function productPages(walk: UnitWalk, rules: UnitRules, report: UnitReport, products: Walked[]): Promise<void> {
  for (const [at, product] of products.entries()) {
    walk.onProgress?.('product pages', at, products.length);
    const body = await page(walk, rules, report, `/product/${product.slug}/`);
    expectPrice(rules, report, product, 'product page', textOf(/buy__price">(.*?)<\/div>/s.exec(body)?.[1] ?? ''));
    const per = textOf(/buy__unit">(.*?)<\/p>/s.exec(body)?.[1] ?? '');
    if (!per.startsWith(rules.per(product.unit))) report.problems.push(`${product.name}: «${per}» on its page`);
    const field = /name="count" value="([^"]*)"|value="([^"]*)"[^>]*name="count"/.exec(body);
    const typed = field?.[1] ?? field?.[2];
    if (typed !== undefined && typed !== rules.number(product.min_count, product.unit).replaceAll(' ', ''))
      report.problems.push(`${product.name}: the field says ${typed}`);
    const price = (product.price * rules.rowOf(product.unit).parts) / 100;
    const offers = [...body.matchAll(/"@type":"(?:Offer|UnitPriceSpecification)"[^}]*?"price":"([\d.]+)"/g)];
    if (offers.length < 2 || offers.some(([, shown]) => Number(shown) !== price))
      report.problems.push(
        `${product.name}: JSON-LD says ${offers.map(([, shown]) => shown).join(', ')}, not ${price}`,
      );
  }
}

async function feed(walk: UnitWalk, rules: UnitRules, report: UnitReport, products: Walked[]): Promise<void> {
  walk.onProgress?.('feed', 0, 1);
  const { status, body } = await walk.ask('/yml.xml');
  if (status !== 200) report.problems.push(`/yml.xml: ${status}`);
  report.pages++;
  report.problems.push(...rules.problems(textOf(body)).map((problem) => `/yml.xml: «${problem}»`));
  const prices = new Map(
    [...body.matchAll(/<offer id="(\d+)"[\s\S]*?<price>([\d.]+)<\/price>/g)].map(([, id, price]) => [id, price]),
  );
  for (const { id, name, unit, price, has_picture } of products) {
    const shown = prices.get(String(id));
    // Goods without a picture stand in no feed.
    if (shown === undefined && has_picture) report.problems.push(`${name}: not in the feed`);
    if (shown !== undefined && Math.round(Number(shown) * 100) !== price * rules.rowOf(unit).parts)
      report.problems.push(`${name}: the feed says ${shown}`);
  }
}

/** Returns the cookies of the cart. */
async function cart(
  walk: UnitWalk,
  rules: UnitRules,
  report: UnitReport,
  lines: Line[],
): Promise<Record<string, string>> {
  const visitor = randomUUID();
  const value = serializeGuestCart({
    lines: lines.map(({ product, count }) => ({ product_id: product.id, count })),
    coupon: null,
  });
  const cookies = { visitor, [guestCartCookie(visitor)]: value };
  const body = await page(walk, rules, report, '/cart/', cookies);
  const shown = body.split('<div class="cline">').slice(1);
  for (const { product, count } of lines) {
    const where = `${product.name}, ${count} in the cart`;
    const html = shown.find((one) => one.includes(`name="count_${product.id}"`));
    if (!html) {
      report.problems.push(`${where}: no line`);
      continue;
    }
    const [input = ''] = new RegExp(`<input[^>]*name="count_${product.id}"[^>]*>`).exec(html) ?? [];
    const typed = /value="([^"]*)"/.exec(input)?.[1] ?? '';
    const amount = rules.number(count, product.unit).replaceAll(' ', '');
    if (typed !== amount) report.problems.push(`${where}: the field says ${typed}, not ${amount}`);
    expectSum(rules, report, where, product, count, {
      facts: textOf(/cline__facts">(.*?)<\/p>/s.exec(html)?.[1] ?? ''),
      sum: textOf(/<b class="b">(.*?)<\/b>/s.exec(html.slice(html.indexOf('cline__sum')))?.[1] ?? ''),
    });
  }
  return cookies;
}

async function order(walk: UnitWalk, rules: UnitRules, report: UnitReport, lines: Line[]): Promise<void> {
  const { db } = walk;
  const main = await db.selectFrom('departments').select('id_1c').where('is_main', '=', true).executeTakeFirstOrThrow();
  const secret = 'A'.repeat(43);
  const placed = await submitOrder(
    db,
    await orderPlace(db, { branch: main.id_1c, secret }),
    orderInput(lines.map(({ product, count }) => [product, count])),
  );
  const view = (await getOrder(db, placed.id)) as OrderView;
  const body = await page(walk, rules, report, `/order/${placed.id}/`, { orders: secret });
  const shown = body.split('<div class="oline">').slice(1);
  const emails = [buyerEmail(view, 'placed', null), branchEmail(view, 'placed')].map((email) =>
    spaced(drawEmail(email, seller).text),
  );
  const papers = await Promise.all(
    (['invoice', 'upd'] as const).map(async (kind) => {
      const buyer = { name: 'ООО «Ремонт»', inn: '7707083893', kpp: '770701001', legal_address: 'Москва' };
      const head = { number: '1', date: '2026-11-24' };
      const content = documentContent(
        kind,
        view,
        { ...requisites, is_vat_payer: true, paper_index: null },
        buyer,
        head,
      );
      return readPdf(await renderDocument(content)).text;
    }),
  );
  // A paper has the unit in a column of its own, in its short form.
  for (const text of emails) report.problems.push(...rules.problems(text).map((problem) => `an email: «${problem}»`));
  for (const { product, count } of lines) {
    const where = `${product.name}, ${count} in the order`;
    const line = view.lines.find(({ product_id }) => product_id === product.id);
    const html = shown.find((one) => one.includes(`/${product.slug}/"`));
    if (!line || !html) {
      report.problems.push(`${where}: no line`);
      continue;
    }
    const amount = rules.amount(count, product.unit);
    const written = textOf(/<span class="num soft">(.*?)<\/span>/s.exec(html)?.[1] ?? '');
    if (written !== amount) report.problems.push(`${where}: «${written}», not «${amount}»`);
    expectSum(rules, report, where, product, count, {
      facts: textOf(/<span class="small soft num">(.*?)<\/span>/s.exec(html)?.[1] ?? ''),
      sum: textOf(/<b class="b num nowrap">(.*?)<\/b>/s.exec(html)?.[1] ?? ''),
    });
    for (const text of emails)
      if (!text.includes(` — ${amount} — `)) report.problems.push(`${where}: no «${amount}» in an email`);
    const { parts, short } = rules.rowOf(product.unit);
    const number = rules.number(count, product.unit);
    const vat = Math.round((line.sum * line.vat_rate) / (100 + line.vat_rate));
    const net = printed(Math.round(((line.sum - vat) * parts) / count));
    for (const [index, wanted] of [
      `${number} ${short} ${printed(line.price * parts)}`,
      `${short} ${number} ${net}`,
    ].entries())
      if (!papers[index]?.includes(wanted)) report.problems.push(`${where}: no «${wanted}» on paper`);
  }
}
