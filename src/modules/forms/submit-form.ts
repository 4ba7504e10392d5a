import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { giveConsent } from '#modules/consents/consents.ts';
import { queueLead } from '#modules/leads/queue-lead.ts';
import { refuseFields } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Campaign } from '#shared/campaign.ts';
import { cleanText } from '#shared/clean-text.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import type { FieldFiles } from '#shared/form-rules.ts';
import { formatPhone, toE164 } from '#shared/phone.ts';
import { localTime } from '#shared/zoned-time.ts';
import { type About, findAbout } from './about.ts';
import { type Branch, writeBranchEmail } from './emails/branch-email.ts';
import { findForm, type OpenForm } from './form-schemas.ts';
import { promisedTime } from './promised-time.ts';
import {
  type Answer,
  consentFields,
  type FormField,
  type FormSchema,
  type FormValues,
  fieldNames,
  formSchemaProblems,
  onDay,
  rulesOfForm,
} from './schema.ts';

/** Who sends and from where. */
export type FormRequester = {
  user_id: string | null;
  /** Uuid of the visitor's cookie; it only distinguishes requests of different browsers. */
  visitor: string | null;
  department_id_1c: string;
  /** scheme://host[:port] the person sees. */
  origin: string;
  address: string;
  /** Path of the page the form stood on. */
  page: string;
  campaign: Campaign | null;
  /** `kind:id`, looked up here. */
  about?: string | null;
  /**
   * Names one filling of the form: sent again with the same words, also days later and from elsewhere, it is the same
   * request.
   */
  key?: string | null;
};

/** A file that was checked and is kept under its id; `sum` is a hash of its bytes. */
export type FormFile = { id: string; field: string; name: string; type: string; size: number; sum: string };

/**
 * Takes a filled form: judges it again by the browser's rules (S5-11), stores it with its files and consents, queues
 * the lead and the branch's email, all in the caller's transaction. The same request repeated answers with the first
 * one's number and stores nothing (`is_repeated`: the files of this call are nobody's). Throws not_found, bad_input
 * with the words of S5 by field.
 */
export async function submitForm(
  db: Db,
  requester: FormRequester,
  code: string,
  values: FormValues,
  files: FormFile[] = [],
  now = new Date(),
): Promise<{ id: string; number: number; is_repeated: boolean }> {
  const form = await findForm(db, code, now);
  if (!form) throw new Refusal('not_found');
  const branch = await readBranch(db, requester.department_id_1c);
  const schema = onDay(form.schema, localTime(now, branch.time_zone).date);
  refuseFields(formSchemaProblems(schema, values, filesByField(files)));
  const about = requester.about ? await findAbout(db, requester.about, schema.about?.kinds) : null;
  if (schema.about?.required && !about) throw new Refusal('not_found');
  const answers = readAnswers(schema, values);
  const stored = await store(db, requester, form, answers, about, sumsOf(requester, code, answers, values, files), now);
  if (stored.is_repeated) return stored;
  const { id, number } = stored;
  if (files.length > 0) {
    const rows = files.map(({ sum: _, ...file }) => ({ ...file, submission_id: id }));
    await db.insertInto('form_files').values(rows).execute();
  }
  const subject = ['name', 'phone', 'email'].flatMap((field) => answerOf(answers, field) ?? []).join(', ');
  const asked = rulesOfForm(schema);
  for (const [field, purpose] of Object.entries(consentFields)) {
    if (!asked[field] || !cleanText(values[field] ?? '')) continue;
    const { address, user_id } = requester;
    await giveConsent(db, { purpose, form: code, subject, address, user_id, submission_id: id }, now);
  }
  const due_at = await promisedTime(db, branch.id_1c, now);
  await queueLead(db, { ...leadOf(schema, answers, about, files), origin_id: id, ...placeOf(requester), due_at }, now);
  await writeBranchEmail(db, { id, number, schema, answers, about, files, requester, branch, at: now, due_at });
  return stored;
}

const filesByField = (files: FormFile[]): FieldFiles => Object.groupBy(files, ({ field }) => field);

async function readBranch(db: Db, id_1c: string): Promise<Branch> {
  const { rows } = await sql<Branch>`
    select id_1c, city, address, email, time_zone from departments where id_1c = ${id_1c}`.execute(db);
  const [branch] = rows;
  if (!branch) throw new Error(`Нет филиала ${id_1c}`);
  return branch;
}

/** What was answered, in the form's order and in words; fields left empty are not here. */
function readAnswers(schema: FormSchema, values: FormValues): Answer[] {
  return fieldNames(schema).flatMap((field) => {
    const shape = ensure(schema.fields[field]);
    const text = cleanText(values[field] ?? '');
    if (shape.as === 'File' || text === '') return [];
    return [{ field, name: shape.name, value: wordsOf(shape, text) }];
  });
}

function wordsOf({ as, type, options }: FormField, text: string): string {
  switch (as) {
    case 'Phone':
      return formatPhone(toE164(text) ?? text);
    case 'Enum':
      return options?.find(({ value }) => value === text)?.name ?? text;
    case 'Checkbox':
      return 'Да';
    case 'Textarea':
      return text;
    default: {
      const line = text.replace(/\s+/g, ' ');
      return type === 'date' ? formatDay(line) : line;
    }
  }
}

/**
 * Two sums by which a repeated request is known: the form's key with what was sent (a retry, from wherever it comes),
 * and the sender with what was sent (back, and sent again).
 */
function sumsOf(requester: FormRequester, code: string, answers: Answer[], values: FormValues, files: FormFile[]) {
  const consents = Object.keys(consentFields).map((field) => Boolean(values[field]));
  const sent = [
    code,
    requester.about ?? '',
    answers,
    consents,
    files.map(({ field, name, sum }) => [field, name, sum]),
  ];
  const sumOf = (who: unknown) =>
    createHash('sha256')
      .update(JSON.stringify([who, sent]))
      .digest('base64url');
  return {
    once: sumOf(requester.key || randomUUID()),
    sender_sum: sumOf([requester.address, requester.visitor, requester.user_id, requester.department_id_1c]),
  };
}

/** Minutes in which the same words of the same sender are the same request. */
const repeatMinutes = 10;

/** Of two parallel requests the second waits here for the first and meets its row. */
async function store(
  db: Db,
  requester: FormRequester,
  { schema, schema_id }: OpenForm,
  answers: Answer[],
  about: About | null,
  { once, sender_sum }: ReturnType<typeof sumsOf>,
  now: Date,
): Promise<{ id: string; number: number; is_repeated: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sender_sum}, 0))`.execute(db);
  const known = await findRepeated(db, once, sender_sum, now);
  if (known) return { ...known, is_repeated: true };
  const { rows } = await sql<{ id: string; number: number }>`
    insert into form_submissions
      (code, schema_id, once, sender_sum, user_id, department_id_1c, origin, page, about, about_title, campaign, answers, created_at)
    values (${schema.code}, ${schema_id}, ${once}, ${sender_sum}, ${requester.user_id}::uuid, ${requester.department_id_1c}, ${requester.origin},
      ${requester.page.slice(0, 500)}, ${about?.about ?? null}, ${about?.title ?? ''},
      ${requester.campaign ? JSON.stringify(requester.campaign) : null}::jsonb, ${JSON.stringify(answers)}::jsonb, ${now})
    on conflict (once) do nothing returning id, number`.execute(db);
  const [made] = rows;
  // None: the same key came from another address meanwhile.
  if (!made) return { ...ensure(await findRepeated(db, once, sender_sum, now)), is_repeated: true };
  return { ...made, is_repeated: false };
}

async function findRepeated(db: Db, once: string, sender_sum: string, now: Date) {
  const since = new Date(now.getTime() - repeatMinutes * 60_000);
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from form_submissions
    where once = ${once} or (sender_sum = ${sender_sum} and created_at > ${since})
    order by once = ${once} desc, number desc limit 1`.execute(db);
  return rows[0];
}

function answerOf(answers: Answer[], field: string): string | null {
  return answers.find((answer) => answer.field === field)?.value ?? null;
}

const ownOfLead = ['name', 'phone', 'email', 'company'];

function leadOf(schema: FormSchema, answers: Answer[], about: About | null, files: FormFile[]) {
  const name = answerOf(answers, 'name');
  const rest = answers.filter(({ field }) => !ownOfLead.includes(field)).map(({ name, value }) => ({ name, value }));
  return {
    form: schema.code,
    title: [schema.name, about?.title ?? name].filter(Boolean).join(': '),
    name,
    phone: answerOf(answers, 'phone'),
    email: answerOf(answers, 'email'),
    company: answerOf(answers, 'company'),
    comments: [
      ...(about ? [{ name: 'О чём', value: about.title }] : []),
      ...rest,
      ...(files.length > 0 ? [{ name: 'Файлы', value: files.map(({ name }) => name).join(', ') }] : []),
    ],
  };
}

const placeOf = ({ campaign, department_id_1c, page }: FormRequester) => ({ campaign, department_id_1c, page });
