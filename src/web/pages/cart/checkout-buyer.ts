import { listContacts } from '#modules/accounts/contacts.ts';
import { offeredPlaces } from '#modules/accounts/saved-places.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { deferralOf } from '#modules/orders/deferral-days.ts';
import { lastPickupPoint } from '#modules/orders/last-pickup-point.ts';
import type { Db } from '#platform/database.ts';
import { deferralWords } from '#shared/deferral.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import type { CheckoutValues } from './checkout-form.ts';

/** Who is signed in at the checkout: what need not be typed again, and the firm the order becomes. */
export type CheckoutBuyer = {
  values: CheckoutValues;
  /** `pays_later`: «в течение 14 дней после получения», of its invoices; null: before the goods. */
  company: { name: string; inn: string; may_order: boolean; pays_later: string | null } | null;
  /** What the profile keeps, offered while the fields are typed; phones masked. */
  addresses: { place: string; address: string }[];
  recipients: { name: string; phone: string }[];
};

/** Null for a guest. A firm whose business prices are open is offered its invoice first. */
export async function checkoutBuyer(db: Db, account: SignedIn | null): Promise<CheckoutBuyer | null> {
  if (!account) return null;
  const { full_name, company, user_id, acting } = account;
  // S6-05: staff who act do not read the contacts; they are told on the phone what to write.
  const [{ addresses, recipients }, contacts, point, days] = await Promise.all([
    offeredPlaces(db, account),
    acting ? [] : listContacts(db, user_id),
    acting ? null : lastPickupPoint(db, user_id),
    company && deferralOf(db, company.id),
  ]);
  const [address] = addresses;
  const first = (type: 'email' | 'phone') => contacts.find((contact) => contact.type === type)?.value;
  const phone = first('phone');
  return {
    values: {
      name: full_name,
      email: first('email') ?? '',
      ...(phone && { phone: maskTyped(phone) }),
      ...(point && { point }),
      ...(address && { place: address.place, address: address.address }),
      ...(company && { is_company: '1', company_name: company.name.slice(0, 200), company_inn: company.inn }),
      ...(company?.is_active && { payment: 'invoice' }),
    },
    company: company && {
      name: company.name,
      inn: company.inn,
      may_order: company.role !== 'accountant',
      pays_later: days === null ? null : deferralWords(days),
    },
    addresses: addresses.map(({ place, address }) => ({ place, address })),
    recipients: recipients.map(({ name, phone }) => ({ name, phone: maskTyped(phone) })),
  };
}
