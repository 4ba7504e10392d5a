import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { readStored, storeValue } from '#platform/stored-values.ts';
import { countOf } from '#shared/plurals.ts';

/** Where the words are used. */
export const replyKinds = ['tickets', 'reviews', 'questions', 'refusals', 'orders'] as const;
export type ReplyKind = (typeof replyKinds)[number];

/** What may stand in the words for a part of what is answered. */
export const replyFields: Record<ReplyKind, readonly string[]> = {
  tickets: ['имя', 'обращение', 'заказ'],
  reviews: ['имя', 'товар'],
  questions: ['имя', 'товар'],
  refusals: ['имя', 'товар'],
  orders: ['заказ', 'сумма', 'пункт'],
};

const mostTemplates = 20;
const longest = 500;

/** Words that are often said; `kind`: which fields they may name. */
export function replyTemplates(kind: ReplyKind) {
  const known = replyFields[kind];
  const words = z
    .string()
    .trim()
    .min(1, 'Пустой шаблон')
    .max(longest, `Не длиннее ${countOf(longest, 'знака', 'знаков', 'знаков')}`)
    .superRefine((text, context) => {
      const strange = [...text.matchAll(/\{([^}]*)\}/g)]
        .map(([, field = '']) => field)
        .find((field) => !known.includes(field));
      if (strange === undefined) return;
      context.addIssue({
        code: 'custom',
        message: `Нет поля {${strange}}. Есть: ${known.map((field) => `{${field}}`).join(', ')}`,
      });
    });
  return z.array(words).max(mostTemplates, `Не больше ${countOf(mostTemplates, 'шаблона', 'шаблонов', 'шаблонов')}`);
}

const stored = 'reply_templates';

/** What holds until the shop has words of its own. */
const usual: Record<ReplyKind, string[]> = {
  tickets: ['Здравствуйте, {имя}! Проверяем, ответим сегодня.', 'Спасибо, что написали. Исправили.'],
  reviews: ['{имя}, спасибо за отзыв.', 'Спасибо, что рассказали. Передали замечание поставщику.'],
  questions: [],
  refusals: [
    'Текст не о товаре.',
    'В тексте есть чужие личные данные.',
    'В тексте есть грубые слова.',
    'Это реклама или ссылка на другой сайт.',
  ],
  orders: [],
};

export async function readReplyTemplates(db: Db): Promise<Record<ReplyKind, string[]>> {
  return { ...usual, ...(await readStored<Partial<Record<ReplyKind, string[]>>>(db, stored)) };
}

/** Writes those of one kind; `templates` are checked by `replyTemplates`. Call in a transaction. */
export async function saveReplyTemplates(db: Db, kind: ReplyKind, templates: string[]): Promise<void> {
  await storeValue(db, stored, { ...(await readReplyTemplates(db)), [kind]: templates });
}
