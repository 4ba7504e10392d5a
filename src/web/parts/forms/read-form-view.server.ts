import { randomUUID } from 'node:crypto';
import { listContacts } from '#modules/accounts/contacts.ts';
import { loadTree } from '#modules/catalogue/categories.ts';
import { type About, findAbout } from '#modules/forms/about.ts';
import { formStamp } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { type FormValues, onDay } from '#modules/forms/schema.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { readAmount, shownAmount } from '#shared/unit-words.ts';
import { wholeHours } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import type { FormView } from './form-view.ts';

/** What the form is about (`kind:id`), and how much of it, as typed in its shown unit. */
type Asked = { about?: string | null; count?: string | null };

/**
 * The form of this code for `AutoForm`; null: there is no such form, or nothing it could be about. On a cached page the
 * request context is nobody's, so nothing of a visitor gets into it.
 */
export async function readFormView(
  { db, requestContext, keys }: Shop,
  code: string,
  asked: Asked = {},
  now = new Date(),
): Promise<FormView | null> {
  const form = await findForm(db, code, now);
  if (!form) return null;
  const { schema } = form;
  const [about, terms, values, hours] = await Promise.all([
    asked.about ? findAbout(db, asked.about, schema.about?.kinds) : null,
    readSetting(db, 'form_terms'),
    ownValues({ db, requestContext }),
    code === 'callback' ? readSetting(db, 'contact_centre').then(({ header_hours }) => header_hours) : [],
  ]);
  if (schema.about?.required && !about) return null;
  return {
    schema: {
      ...onDay(schema, localTime(now, requestContext.department.time_zone).date),
      // Whoever waits for a call wants to know when it comes.
      ...(hours.length > 0 && { lead: `Оставьте телефон: перезвоним ${wholeHours(hours)}.` }),
    },
    stamp: formStamp(keys, code, now),
    least_ms: terms.least_ms,
    about: about && { about: about.about, title: about.title, url: about.url },
    values: { ...values, ...(schema.fields.count && about && (await countOf(db, about, asked.count))) },
  };
}

/** «12 мешков», where the page before had the count chosen. */
async function countOf(db: Db, { unit }: About, typed?: string | null): Promise<FormValues> {
  if (!typed || unit === null) return {};
  const shown = (await loadTree(db)).units.shown(unit);
  const amount = readAmount(typed, shown);
  return amount && amount.count > 0 ? { count: shownAmount(amount.count, shown) } : {};
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
