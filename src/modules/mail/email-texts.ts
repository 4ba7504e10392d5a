import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isNameApart } from '#shared/email-placeholders.ts';
import { countOf } from '#shared/plurals.ts';
import type { EmailMessage } from './email.ts';
import {
  builtInWords,
  type EmailKind,
  type EmailPart,
  type EmailWords,
  emailParts,
  isEmailKind,
  isTitle,
  longestOf,
  partsOf,
  placeholdersOf,
} from './email-kinds.ts';
import { withWords } from './worded-email.ts';

/** The words of a kind of email for one branch; null: for all. */
export type EmailPlace = { kind: EmailKind; department_id_1c: string | null };

/** The place by its id, `order_placed~00131`; null: no such kind. Whether the branch is there is not looked at. */
export function emailPlaceOf(id: string): EmailPlace | null {
  const [, kind = '', branch = ''] = /^([a-z_]{1,40})~([0-9A-Za-z-]{0,40})$/.exec(id) ?? [];
  return isEmailKind(kind) ? { kind, department_id_1c: branch || null } : null;
}

export const noWords: EmailWords = { subject: null, heading: null, lead: null, closing: null };

type Row = EmailPlace & EmailWords;

/**
 * The email with the words the shop has set for it. `department_id_1c`: whose words come first when it is not the
 * branch that writes; null: those of all branches alone.
 */
export async function wordedEmail(
  db: Db,
  message: EmailMessage,
  department_id_1c: string | null = message.worded?.department_id_1c ?? null,
): Promise<EmailMessage> {
  const { worded } = message;
  if (!worded) return message;
  const rows = await rowsOf(db, worded.kind, department_id_1c);
  return withWords(message, rows);
}

/** Kinds that have words of the shop, with the branches that have their own (null among them: words for all). */
export async function listWorded(db: Db): Promise<EmailPlace[]> {
  const { rows } = await sql<EmailPlace>`
    select kind, department_id_1c from email_texts order by kind, department_id_1c nulls first`.execute(db);
  return rows;
}

/** What the shop says here, and by part what stands behind it: the words for all, or the program's. */
export async function readEmailWords(
  db: Db,
  { kind, department_id_1c }: EmailPlace,
): Promise<{ words: EmailWords; is_written: boolean; behind: Record<EmailPart, { text: string; is_own: boolean }> }> {
  const rows = await rowsOf(db, kind, department_id_1c);
  const own = rows.find((row) => row.department_id_1c === department_id_1c);
  const common = department_id_1c === null ? undefined : rows.find((row) => row.department_id_1c === null);
  const behind = emailParts.map((part) => {
    const text = common?.[part] ?? null;
    return [part, { text: text ?? builtInWords(kind, part) ?? '', is_own: text !== null }];
  });
  return { words: wordsOf(own ?? noWords), is_written: own !== undefined, behind: Object.fromEntries(behind) };
}

/** Own words first. */
async function rowsOf(db: Db, kind: EmailKind, department_id_1c: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select kind, department_id_1c, subject, heading, lead, closing from email_texts
    where kind = ${kind} and (department_id_1c is null or department_id_1c = ${department_id_1c})
    order by department_id_1c nulls last`.execute(db);
  return rows;
}

function wordsOf({ subject, heading, lead, closing }: EmailWords): EmailWords {
  return { subject, heading, lead, closing };
}

/**
 * Sets the words of parts; null brings back what stands behind. Call in a transaction. Throws bad_input {fields} for
 * words that `whyNotWords` names.
 */
export async function saveEmailWords(db: Db, place: EmailPlace, change: Partial<EmailWords>): Promise<void> {
  const { kind, department_id_1c } = place;
  const checked = checkWords(kind, change);
  const { words, is_written } = await readEmailWords(db, place);
  const next = { ...words, ...checked };
  const { subject, heading, lead, closing } = next;
  if (emailParts.every((part) => next[part] === null)) {
    if (is_written)
      await sql`
        delete from email_texts where kind = ${kind} and department_id_1c is not distinct from ${department_id_1c}`.execute(
        db,
      );
    return;
  }
  await sql`
    insert into email_texts (kind, department_id_1c, subject, heading, lead, closing)
    values (${kind}, ${department_id_1c}, ${subject}, ${heading}, ${lead}, ${closing})
    on conflict (kind, department_id_1c) do update set subject = excluded.subject, heading = excluded.heading,
      lead = excluded.lead, closing = excluded.closing`.execute(db);
}

/** The words as they are stored. Throws bad_input {fields}. */
export function checkWords(kind: EmailKind, change: Partial<EmailWords>): Partial<EmailWords> {
  const named = Object.entries(change) as [EmailPart, string | null][];
  const tidied = named.map(([part, text]) => [part, text === null ? null : tidy(text)] as const);
  const wrong = tidied.flatMap(([part, text]) => {
    const why = text === null ? null : whyNotWords(kind, part, text);
    return why === null ? [] : [[part, why] as const];
  });
  if (wrong.length > 0) throw new Refusal('bad_input', { fields: Object.fromEntries(wrong) });
  return Object.fromEntries(tidied);
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Signs that are not seen and turn a text over or break a header. */
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** Why these may not be the words of a part, as a sentence; null: they may. */
export function whyNotWords(kind: EmailKind, part: EmailPart, text: string): string | null {
  if (!partsOf(kind).includes(part)) return 'В этом письме такой части нет';
  if (text.trim() === '') return 'Напишите текст или верните встроенный';
  if (text.length > longestOf(part)) return `Не длиннее ${countOf(longestOf(part), 'знака', 'знаков', 'знаков')}`;
  if (isTitle(part) && text.includes('\n')) return 'Здесь одна строка';
  if (unseen.test(text)) return 'В тексте есть невидимые знаки: наберите его заново';
  if (/[<>]|&(?:[a-z]+|#\w+);/i.test(text)) return 'Теги и знаки HTML не действуют: пишите обычный текст';
  const known = placeholdersOf(kind, part);
  const strange = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !isKnown(known, name));
  if (strange !== undefined)
    return known.length > 0
      ? `Нет подстановки {${strange.slice(0, 40)}}. Есть: ${known.map((name) => `{${name}}`).join(', ')}`
      : 'В этом письме нет подстановок';
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) return 'Лишняя фигурная скобка';
  if (!isNameApart(text))
    return 'Имя известно не всегда: отделите его запятыми — «{имя}, здравствуйте.» или «Здравствуйте, {имя}.»';
  return null;
}

function isKnown(known: readonly string[], name: string): boolean {
  return known.includes(name);
}
