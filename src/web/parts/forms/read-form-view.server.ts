import { randomUUID } from 'node:crypto';
import { listContacts } from '#modules/accounts/contacts.ts';
import { findAbout } from '#modules/forms/about.ts';
import { formStamp, formTerms } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { type FormValues, onDay } from '#modules/forms/schema.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import type { FormView } from './form-view.ts';

/**
 * The form of this code for `AutoForm`, about `kind:id` when given; null: there is no such form, or nothing it could be
 * about. On a cached page the request context is nobody's, so nothing of a visitor gets into it.
 */
export async function readFormView(
  { db, requestContext, keys }: Shop,
  code: string,
  asked: string | null = null,
  now = new Date(),
): Promise<FormView | null> {
  const form = await findForm(db, code, now);
  if (!form) return null;
  const { schema } = form;
  const [about, terms, values] = await Promise.all([
    asked ? findAbout(db, asked, schema.about?.kinds) : null,
    formTerms(db),
    ownValues({ db, requestContext }),
  ]);
  if (schema.about?.required && !about) return null;
  return {
    schema: onDay(schema, localTime(now, requestContext.department.time_zone).date),
    stamp: formStamp(keys, code, now),
    least_ms: terms.least_ms,
    about,
    values,
  };
}

/**
 * Nothing typed twice: name and contacts of who is signed in. Staff who act for a customer see no contacts (S6-05), so
 * none are filled in.
 */
async function ownValues({
  db,
  requestContext: { account },
}: Pick<Shop, 'db' | 'requestContext'>): Promise<FormValues> {
  if (!account || account.acting) return {};
  const contacts = await listContacts(db, account.user_id);
  const of = (type: string) => contacts.find((contact) => contact.type === type)?.value;
  const phone = of('phone');
  const email = of('email');
  return {
    name: account.full_name,
    ...(phone && { phone: maskTyped(phone) }),
    ...(email && { email }),
    ...(account.company && { company: account.company.name, inn: account.company.inn }),
  };
}

/** Names one filling of a form on a page that nobody else sees. */
export const formKey = () => randomUUID();
