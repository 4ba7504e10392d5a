import { listContacts } from '#modules/accounts/contacts.ts';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { maskDigits } from '#shared/phone-mask.ts';
import type { CheckoutValues } from './checkout-form.ts';

/** Who is signed in at the checkout: what need not be typed again, and the firm the order becomes. */
export type CheckoutBuyer = {
  values: CheckoutValues;
  company: { name: string; inn: string; may_order: boolean } | null;
};

/** Null for a guest. A firm whose business prices are open is offered its invoice first. */
export async function checkoutBuyer(db: Db, account: SignedIn | null): Promise<CheckoutBuyer | null> {
  if (!account) return null;
  const { full_name, company, user_id, acting } = account;
  // S6-05: a member of staff does not read the customer's contacts; the customer names them for this order.
  const contacts = acting ? [] : await listContacts(db, user_id);
  const first = (type: 'email' | 'phone') => contacts.find((contact) => contact.type === type)?.value;
  const phone = first('phone');
  return {
    values: {
      name: full_name,
      email: first('email') ?? '',
      ...(phone && { phone: maskDigits(phone) }),
      ...(company && { is_company: '1', company_name: company.name.slice(0, 200), company_inn: company.inn }),
      ...(company?.is_active && { payment: 'invoice' }),
    },
    company: company && { name: company.name, inn: company.inn, may_order: company.role !== 'accountant' },
  };
}
