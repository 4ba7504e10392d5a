import type { CartView } from '#modules/cart/get-cart.ts';
import type { DocumentLine } from '#modules/documents/document-content.ts';
import { type OfferContent, offerMoney } from '#modules/documents/offer.ts';
import { isVatPayer, readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { takeLimit } from '#platform/limits.ts';
import { ensure } from '#shared/ensure.ts';
import { vatInside } from '#shared/money.ts';
import { phoneList } from '#shared/phone.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';

/** Drawing a long paper keeps the process from everything else for a tenth of a second. */
const offersPerHour = 60;

/**
 * Lines of a cart or of a saved list as a commercial proposal: those an order would take now, at the prices that `read`
 * gives them. Null: nothing can be ordered. Throws a PageFailure of 429 to whoever asks for too many.
 */
export async function makeOffer(
  { db, requestContext }: Shop,
  read: (now: Date) => Promise<Pick<CartView, 'lines' | 'weight_grams' | 'is_weight_partial'>>,
  now = new Date(),
): Promise<OfferContent | null> {
  const { department, account, address } = requestContext;
  const wait = await takeLimit(db, 'cart_offers', account?.user_id ?? address, offersPerHour, 3_600, now);
  if (wait > 0) throw new PageFailure(429, { retry_after: wait });
  const [view, company, requisites, namesVat] = await Promise.all([
    read(now),
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
    missing: view.lines.flatMap(({ name, shown_unit, count, orderable_count, problem, is_chosen, is_orderable }) =>
      problem?.kind === 'not_enough' && (is_chosen || !is_orderable)
        ? [`${name} — ${shownAmount(count - orderable_count, shown_unit)}`]
        : [],
    ),
  };
}

function documentLine(line: CartView['lines'][number], namesVat: boolean): DocumentLine {
  const { name, article, orderable_count: count, price, discount, sum } = line;
  const vat_rate = namesVat ? line.vat_rate : 0;
  const { short: unit, parts } = line.shown_unit;
  const vat = vatInside(sum, vat_rate);
  return { name, article, unit, parts, count, price: ensure(price), discount, sum, vat_rate, vat };
}
