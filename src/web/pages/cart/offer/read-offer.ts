import { type CartView, getCart } from '#modules/cart/get-cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import type { DocumentLine } from '#modules/documents/document-content.ts';
import { type MissingGoods, type OfferContent, offerMoney } from '#modules/documents/offer.ts';
import { isVatPayer, readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSavedList } from '#modules/saved-lists/queries.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { takeLimit } from '#platform/limits.ts';
import { ensure } from '#shared/ensure.ts';
import { vatInside } from '#shared/money.ts';
import { phoneList } from '#shared/phone.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { cartUrl, savedListUrl } from '#shared/urls.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { readCartPage } from '../read-cart-page.ts';

/** Drawing a long paper keeps the process from everything else for a tenth of a second. */
const offersPerHour = 60;

/**
 * The visitor's cart as a commercial proposal: the lines an order would take now, with the cart's own prices and
 * coupon. `?items=12-34`: these products only, as they are ticked; `?list=`: a saved list of who is signed in instead
 * of the cart, without a coupon. Null: nothing can be ordered. Throws a PageFailure of 429 to whoever asks for too
 * many.
 */
export async function readOffer(shop: Shop, request: Request, now = new Date()): Promise<OfferContent | null> {
  const { db, requestContext } = shop;
  const { department, account, address } = requestContext;
  const wait = await takeLimit(db, 'cart_offers', account?.user_id ?? address, offersPerHour, 3_600, now);
  if (wait > 0) throw new PageFailure(429, { retry_after: wait });
  const [view, company, requisites, namesVat] = await Promise.all([
    readLines(shop, request, now),
    readSetting(db, 'company'),
    readRequisites(db, department.id_1c),
    isVatPayer(db),
  ]);
  const lines = view.lines.filter((line) => line.is_chosen).map((line) => documentLine(line, namesVat));
  if (lines.length === 0) return null;
  const buyer = account?.company;
  return {
    ...offerMoney(lines),
    date: localTime(now, department.time_zone).date,
    seller: { name: company.name, inn: company.inn, ogrn: company.ogrn, requisites },
    branch: { city: department.city, address: department.address, phone: phoneList(department.phones)[0] ?? null },
    buyer: buyer ? `${buyer.name}, ИНН\u00a0${buyer.inn}` : null,
    weight_grams: view.weight_grams,
    is_weight_partial: view.is_weight_partial,
    // What cannot be ordered at all cannot be ticked either.
    missing: view.lines.filter((line) => line.is_chosen || !line.is_orderable).flatMap(missingOf),
  };
}

async function readLines(shop: Shop, request: Request, now: Date): Promise<CartView> {
  const { db, requestContext } = shop;
  const query = new URL(request.url).searchParams;
  const id = query.get('list');
  if (id === null) {
    const items = query.get('items') ?? '';
    const chosen = items.slice(0, 2_000).split('-').map(Number);
    return (await readCartPage(shop, await openCart(db, requestContext), { chosen, values: {} }, now)).view;
  }
  const account = requireAccount(requestContext, request);
  const { user_id } = account;
  const list = await readSavedList(db, user_id, id);
  if (!list) throw notFound();
  const cart = { kept: 'account', user_id, version: 0, is_whole: true, lines: list.lines, coupon: null } as const;
  const { visitor, address } = requestContext;
  return getCart(db, requestContext.priceContext, cart, { requester: { visitor, address, account }, now });
}

/** Where there is nothing to offer: what the lines came from. */
export function offerSourceUrl(request: Request): string {
  const id = new URL(request.url).searchParams.get('list');
  return id === null ? cartUrl() : savedListUrl(id);
}

type CartLine = CartView['lines'][number];

function missingOf({ name, shown_unit, count, orderable_count, problem }: CartLine): MissingGoods[] {
  if (problem === null || problem.kind === 'bad_count') return [];
  return [{ why: problem.kind, words: `${name} — ${shownAmount(count - orderable_count, shown_unit)}` }];
}

function documentLine(line: CartLine, namesVat: boolean): DocumentLine {
  const { name, article, orderable_count: count, price, discount, sum } = line;
  const vat_rate = namesVat ? line.vat_rate : 0;
  const { short: unit, parts } = line.shown_unit;
  const vat = vatInside(sum, vat_rate);
  return { name, article, unit, parts, count, price: ensure(price), discount, sum, vat_rate, vat };
}
