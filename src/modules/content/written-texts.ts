import { emailKinds, isEmailKind } from '#modules/mail/email-kinds.ts';
import type { Db } from '#platform/database.ts';
import { formatDate } from '#shared/dates.ts';
import { fillWords, sampleValues } from '#shared/email-placeholders.ts';
import { withoutEntities } from './page-contents.ts';
import { goodsPortion, type StoredText, selectWritten } from './written-rows.ts';

export const writtenKinds = [
  ...(['page', 'article', 'landing', 'vacancy', 'action', 'slide', 'wobbler'] as const),
  ...(['wheel', 'credit', 'ready_set'] as const),
  ...(['menu', 'form', 'brand', 'category', 'short', 'product', 'email'] as const),
] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** A text that visitors read, or will read from a moment that is set: its paragraphs, each with where it stands. */
export type WrittenText = {
  kind: WrittenKind;
  /** By which the screen of the back office is opened. */
  record_id: string;
  name: string;
  /** null: all branches show it. */
  department_id_1c: string | null;
  paragraphs: { place: string; text: string }[];
};

/** A text of each of 100,000 goods is read in minutes; more than these are left for what they were. */
const mostGoods = 100_000;
const longestGoodsMs = 600_000;

/**
 * Everything that staff have published and visitors read, now or from a moment that is set, in portions: drafts, what
 * is over and versions that others have replaced for good are left out. Of goods come those whose description the shop
 * wrote itself, the newest first and last of all, because they are the only kind that there are many of: 100,000 of
 * them or ten minutes at most.
 */
export async function* readWrittenTexts(db: Db, now: Date): AsyncGenerator<WrittenText[]> {
  yield (await selectWritten(db, now)).map((row) => writtenText(row, now));
  const until = performance.now() + longestGoodsMs;
  let read = 0;
  for (let before: number | null = null; read < mostGoods && performance.now() < until; ) {
    const goods = await goodsPortion(db, before, now);
    const last = goods.at(-1);
    if (!last) return;
    yield goods.map((row) => writtenText(row, now));
    read += goods.length;
    before = Number(last.record_id);
  }
}

function writtenText({ parts, begins_at, ...written }: StoredText, now: Date): WrittenText {
  if (written.kind === 'email') return emailText({ parts, ...written });
  // Beside the text in force stands the one that will follow it.
  const name = begins_at && begins_at > now ? `${written.name} (с ${formatDate(begins_at)})` : written.name;
  return { ...written, name, paragraphs: paragraphsOf(parts, 'Текст') };
}

function emailText({ parts, name, ...written }: Omit<StoredText, 'begins_at'>): WrittenText {
  return {
    ...written,
    name: isEmailKind(name) ? emailKinds[name].name : name,
    paragraphs: paragraphsOf(filledParts(parts), 'Письмо'),
  };
}

/** The words of an email as a reader meets them: placeholders stand for samples. */
export function filledParts(parts: object): Record<string, string | null> {
  const filled = Object.entries(parts).map(([part, words]) => [
    part,
    typeof words === 'string' ? (fillWords(words, sampleValues) ?? '') : null,
  ]);
  return Object.fromEntries(filled);
}

/** What is written in a text of parts; other names hold codes, addresses and numbers. */
const places: Record<string, string | null> = {
  title: 'Заголовок',
  lead: 'Вступление',
  description: 'Описание',
  description_html: 'Описание',
  button_text: 'Кнопка',
  duties: 'Обязанности',
  requirements: 'Требования',
  terms: 'Условия',
  documents: 'Документы',
  rules: 'Правила',
  prizes: 'Приз',
  question: 'Вопрос',
  answer: 'Ответ',
  html: 'Текст',
  text: 'Текст',
  advertising: 'Пометка о рекламе',
  name: 'Название',
  short_name: 'Короткое название',
  column_title: 'Заголовок столбца',
  subject: 'Тема',
  heading: 'Заголовок',
  closing: 'Конец письма',
  button: 'Кнопка',
  sent: 'Ответ после отправки',
  hint: 'Подсказка',
  // Lists of such parts.
  blocks: null,
  items: null,
  faq: null,
  fields: null,
  options: null,
  texts: null,
};

/** What is written in a text or its parts, by names of fields; `place`: where a text without such a name stands. */
export function paragraphsOf(part: unknown, place: string): WrittenText['paragraphs'] {
  if (typeof part === 'string')
    return plainParagraphs(part)
      .filter((text) => /[а-яё{]/i.test(text))
      .map((text) => ({ place, text }));
  if (Array.isArray(part)) return part.flatMap((one) => paragraphsOf(one, place));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    name in places ? paragraphsOf(inner, places[name] ?? place) : [],
  );
}

/** Clean HTML, or a text without tags → its paragraphs, as they are read. */
function plainParagraphs(html: string): string[] {
  const lines = html
    .replace(
      /<\/?(?:p|div|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|br|hr)\b[^>]*>/gi,
      '\n',
    )
    .replace(/<[^>]*>/g, '');
  return withoutEntities(lines)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
