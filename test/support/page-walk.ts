import { sql } from 'kysely';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { shareCart } from '#modules/cart/shared-carts.ts';
import { makeShelfCode } from '#modules/codes/make-code.ts';
import { makeEstimate } from '#modules/estimates/make-estimate.ts';
import { passToken } from '#modules/handover/pass.ts';
import { cardToken } from '#modules/loyalty/card-token.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { askQuestion, questionKey } from '#modules/reviews/ask-question.ts';
import { subscriptionKey } from '#modules/subscriptions/subscription-link.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import type { Database } from '#platform/database.ts';
import { hashSecret, secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { confirmQuestionUrl, orderReviewsUrl } from '#shared/review-urls.ts';
import {
  alertUrl,
  arrivalQrUrl,
  cardQrUrl,
  estimateUrl,
  orderPassUrl,
  priceTagUrl,
  reconciliationUrl,
  reviewQrUrl,
  savedListsUrl,
  sharedCartUrl,
  shelfQrUrl,
  subscriptionUrl,
} from '#shared/urls.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import { judgedLines } from './estimate-lines.ts';
import { orderInput, orderPlace } from './orders.ts';

/** Pages of the demonstration shop that no link leads to, and what has to be there before they are looked at. */

/** Kinds nobody is led to by a link. */
export const unlinkedPages = [
  '/catalog/?q=штукатурка',
  '/lp/magic/',
  '/lp/fortune/',
  '/forgotpassword/',
  '/order/',
  '/login/',
  '/signup/',
];

/** Addresses nobody has: their pages are pages too. The second stands in the layout of printed codes. */
export const missingPages = ['/no-such-page/', '/qr/x/no-such-code/'];

/** What opens the orders and estimates below to a guest, in the cookie `orders`. */
export const guestSecret = 'A'.repeat(43);

const annasEmail = 'anna@pochta.example';
const branch = '00131';

/** A guest's order of several goods, waiting at the point, and the token of its pass. */
export async function readyOrder(db: Database): Promise<{ id: string; pass: string }> {
  const { rows: goods } = await sql<{ id: number; idcode: string; min_count: number }>`
    select p.id, p.idcode, p.min_count from products p
    join departments d on d.is_main
    join stock s on s.store = d.store and s.product_id = p.id and s.on_hand - s.reserved >= 10 * p.min_count
    join prices on prices.price_column = d.base_price and prices.product_id = p.id and prices.price is not null
    where p.switched_off_at is null order by length(p.name) desc, p.id limit 4`.execute(db);
  const place = await orderPlace(db, { secret: guestSecret });
  const input = orderInput(goods.map((product) => [product, product.min_count]));
  const { id } = await db.transaction().execute((db) => placeOrder(db, place, input));
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  return { id, pass: passToken(await secretKeys(db, undefined), ensure(await getOrder(db, id))) };
}

/** Pages that are opened from a printed code or a pass; the last answers 404 to whoever has not bought there. */
export async function printedCodePages(db: Database, pass: string) {
  const { rows: goods } = await sql<{ idcode: string }>`
    select idcode from products where switched_off_at is null order by length(name) desc, id limit 1`.execute(db);
  const { idcode } = ensure(goods[0]);
  const code = await makeShelfCode(db, { idcode, department_id_1c: branch }, { who: 'сотрудник', note: '' });
  const anna = ensure(await findUserByEmail(db, annasEmail));
  const { rows: cards } = await sql<{ id: string; number: string }>`
    select id, number from cards where user_id = ${anna.id}::uuid limit 1`.execute(db);
  const card = cardQrUrl(cardToken(await secretKeys(db, undefined), ensure(cards[0])));
  return {
    found: ['/qr/o/', `/qr/o/${pass}/`, shelfQrUrl(code), arrivalQrUrl(branch), card],
    missing: [reviewQrUrl('999999999')],
  };
}

/** The page of a guest's estimate of forty lines: sure, doubtful and not found ones. */
export async function estimatePage(db: Database): Promise<string> {
  const { priceContext } = await orderPlace(db);
  const owner = { user_id: null, secret_hash: hashSecret(guestSecret) };
  const list = { text: judgedLines.map(({ line }) => line).join('\n'), file_name: 'смета.txt' };
  return estimateUrl(await db.transaction().execute((db) => makeEstimate(db, priceContext, owner, list)));
}

/**
 * The page where a signed-in person keeps what a calculator came to, that calculator with the same numbers, and the
 * price tag of its product.
 */
export async function calculationPages(db: Database) {
  const { rows } = await sql<{ id: number; slug: string }>`
    select p.id, p.slug from products p
    join product_categories pc on pc.product_id = p.id and pc.is_main
    join categories c on c.id = pc.category_id and c.code = 'gipsovye-shtukaturki'
    join departments d on d.is_main
    join stock s on s.store = d.store and s.product_id = p.id and s.on_hand - s.reserved >= 10 * p.min_count
    join prices on prices.price_column = d.base_price and prices.product_id = p.id and prices.price is not null
    where p.switched_off_at is null order by p.id limit 1`.execute(db);
  const { id, slug } = ensure(rows[0]);
  const numbers = { area: '58', openings: '6,4', layer_mm: '9', waste_percent: '5' };
  return {
    priceTag: priceTagUrl(slug),
    calculator: calculatorUrl(slug, numbers),
    save: `${savedListsUrl()}?${new URLSearchParams({ from: 'calculation', product: String(id), ...numbers })}`,
  };
}

/** The cookies of a visitor with goods in the cart, the favourites and the comparison. */
export async function collectedCookies(db: Database): Promise<Record<string, string>> {
  const goods = await db
    .selectFrom('products')
    .select('id')
    .where('switched_off_at', 'is', null)
    .orderBy('popularity', 'desc')
    .limit(4)
    .execute();
  const ids = goods.map(({ id }) => id.toString(36));
  const visitor = '00000000-0000-4000-8000-000000000001';
  return {
    visitor,
    favourites: ids.join('.'),
    viewed: ids.join('.'),
    [`compare_${visitor}`]: ids.join('.'),
    [`Basket_idd_${visitor}`]: `1.${ids.map((id) => `${id}-3`).join('.')}`,
  };
}

/** Pages that a link of an email or a role opens: for everybody, for Anna, for the owner of a firm. */
export async function secretPages(db: Database, annasOrder: string) {
  const keys = await secretKeys(db, undefined);
  const anna = ensure(await findUserByEmail(db, annasEmail));
  const at = { department_id_1c: branch, origin: 'http://idd.localhost:3000' };
  const { id: product_id } = await db
    .selectFrom('products')
    .select('id')
    .where('switched_off_at', 'is', null)
    .orderBy('popularity', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const shared = await shareCart(db, [{ product_id, count: 3 }], '127.0.0.1');
  const asked = { text: 'Сколько мешков на паллете?', author_name: 'Олег', email: 'oleg@pochta.example' };
  const question = await db
    .transaction()
    .execute((db) => askQuestion(db, keys, at, { user_id: null }, product_id, asked));
  const words = { theme: 'product', name: 'Анна Смирнова', email: annasEmail, text: 'Где мой заказ?' };
  const ticket = await db.transaction().execute((db) => openTicket(db, { user_id: anna.id, ...at }, words));
  const reader = 'reader@pochta.example';
  const reading = { email: reader, topic: 'actions', department_id_1c: branch, form: 'footer' };
  await db.insertInto('subscriptions').values(reading).execute();
  const received = await readyOrder(db);
  await db.transaction().execute((db) => moveOrder(db, received.id, 'completed', { who: 'склад' }));
  const firm = await db
    .selectFrom('company_members')
    .select(['company_id', 'user_id'])
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    open: [
      ...[sharedCartUrl(shared.token), confirmQuestionUrl(questionKey(keys, question.id))],
      ...[subscriptionUrl(subscriptionKey(keys, reader)), alertUrl(product_id, 'price_drops')],
      ...['/login/not-me/', '/auth/yandex/?error=access_denied', '/password-restore/?token=none'],
    ],
    guests: [orderReviewsUrl(received.id)],
    annas: [`/personal/support/${ticket.id}/`, orderPassUrl(annasOrder)],
    firm: { user_id: firm.user_id, urls: [reconciliationUrl(firm.company_id)] },
  };
}
