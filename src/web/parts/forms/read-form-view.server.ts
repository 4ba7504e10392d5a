import { randomUUID } from 'node:crypto';
import { listContacts } from '#modules/accounts/contacts.ts';
import { loadTree } from '#modules/catalogue/categories.ts';
import { type About, findAbout } from '#modules/forms/about.ts';
import { formStamp } from '#modules/forms/form-limits.ts';
import { findForm } from '#modules/forms/form-schemas.ts';
import { promisedTime } from '#modules/forms/promised-time.ts';
import { type FormSchema, type FormValues, onDay } from '#modules/forms/schema.ts';
import { listCreditPrograms } from '#modules/payments/credit-programs.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { inCity } from '#shared/cities.ts';
import { creditBounds, monthsWords, programName } from '#shared/credit-offer.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { workingDays } from '#shared/plurals.ts';
import { readAmount, shownAmount } from '#shared/unit-words.ts';
import { untilDayWords } from '#shared/until-words.ts';
import { callBackWords, wholeHours } from '#shared/work-time.ts';
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
): Promise<FormView | null> {
  const at = shownAt(requestContext);
  const form = await findForm(db, code, at);
  if (!form) return null;
  const schema = code === 'credit' ? await withPrograms({ db, requestContext }, form.schema) : form.schema;
  const [about, terms, values, lead] = await Promise.all([
    asked.about ? findAbout(db, asked.about, schema.about?.kinds) : null,
    readSetting(db, 'form_terms'),
    ownValues({ db, requestContext }),
    promisedLead({ db, requestContext }, code),
  ]);
  if (schema.about?.required && !about) return null;
  return {
    schema: {
      ...onDay(schema, localTime(at, requestContext.department.time_zone).date),
      ...(lead && { lead }),
    },
    stamp: formStamp(keys, code, new Date()),
    least_ms: terms.least_ms,
    about: about && { about: about.about, title: about.title, url: about.url },
    values: { ...values, ...(schema.fields.count && about && (await countOf(db, about, asked.count))) },
  };
}

/** Whoever waits for a call, an answer or the check of a firm wants to know how long; null: no row says it. */
async function promisedLead({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>, code: string) {
  if (code === 'callback') {
    // The branch calls back, in its hours: those of the contact centre are words, of no time zone.
    const { department } = requestContext;
    const words = callBackWords(department, shownAt(requestContext));
    if (words !== null) return `${words} из магазина ${inCity(department.names_cases.prepositional)}.`;
    const { header_hours } = await readSetting(db, 'contact_centre');
    return header_hours.length > 0 ? `Оставьте телефон: перезвоним ${wholeHours(header_hours)}.` : null;
  }
  if (code === 'feedback') {
    const { department } = requestContext;
    const at = shownAt(requestContext);
    const until = untilDayWords(await promisedTime(db, department.id_1c, at), department.time_zone, at);
    return `Вопрос, благодарность или жалоба: прочитаем и ответим на почту до ${until}.`;
  }
  if (code !== 'business_card') return null;
  const { check_working_days: days } = await readSetting(db, 'company_terms');
  return days === null ? null : `Проверим организацию за ${workingDays(days)} и откроем цены для бизнеса.`;
}

/** The programmes of this day to choose from by name, their sums and terms; where there are none, none is asked for. */
async function withPrograms({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>, schema: FormSchema) {
  const programs = await listCreditPrograms(db, shownAt(requestContext), requestContext.preview?.drafts);
  const { program, ...fields } = schema.fields;
  const { sum, term } = fields;
  if (!program || !sum || !term || programs.length === 0) return { ...schema, fields };
  const { min_sum_kopecks, max_sum_kopecks, months } = creditBounds(programs);
  const bounds = { min: Math.ceil(min_sum_kopecks / 100), max: Math.floor(max_sum_kopecks / 100) };
  const names = programs.map(programName).map((name) => ({ value: name, name }));
  const terms = months.map((count) => ({ value: String(count), name: monthsWords(count) }));
  return {
    ...schema,
    fields: {
      ...fields,
      program: { ...program, as: 'Enum' as const, options: names },
      sum: { ...sum, rules: { ...sum.rules, ...bounds } },
      term: { ...term, name: 'Срок', as: 'Enum' as const, options: terms },
    },
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
