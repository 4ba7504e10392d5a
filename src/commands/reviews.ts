import { answerQuestion, approveQuestion, refuseQuestion } from '#modules/reviews/decide-question.ts';
import { approveReview, refuseReview, replyToReview } from '#modules/reviews/decide-review.ts';
import {
  getQuestionForStaff,
  getReviewForStaff,
  listForStaff,
  listQuestionsForStaff,
  type QuestionForStaff,
  type ReviewForStaff,
} from '#modules/reviews/queries.ts';
import {
  photosArea,
  type QuestionState,
  questionStateWords,
  type ReviewState,
  reviewStateWords,
} from '#modules/reviews/schema.ts';
import type { Db } from '#platform/database.ts';
import { pathOf } from '#platform/private-files.ts';
import { formatDateTime } from '#shared/dates.ts';
import { productUrl } from '#shared/urls.ts';
import { type Command, CommandFailure, json, limit, readLimit } from './command.ts';

const review = { name: 'ОТЗЫВ', summary: 'номер отзыва' };
const question = { name: 'ВОПРОС', summary: 'номер вопроса' };
const reason = { name: 'ПРИЧИНА', summary: 'её прочтёт автор' };

const listOptions = (states: string[]): Command['options'] => ({
  state: { type: 'string', value: 'СОСТОЯНИЕ', summary: `одно из: ${states.join(', ')}` },
  branch: { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c филиала' },
  limit,
  json,
});

/** What buyers write about goods, decided on from the command line. */
export const commands: Command[] = [
  {
    name: 'reviews list',
    summary: 'отзывы: сначала те, что ждут проверки, старые выше',
    options: listOptions(Object.keys(reviewStateWords)),
    async run({ db, args: { values }, out }) {
      const reviews = await listForStaff(db, readFilter<ReviewState>(values, reviewStateWords));
      if (values.json) return out.json(reviews);
      if (reviews.length === 0) return out.line('Отзывов нет.');
      for (const { id, state, created_at, time_zone, city, rating, product, author_name, photos } of reviews) {
        const pictures = photos > 0 ? `, фото: ${photos}` : '';
        out.line(
          `${id}  ${reviewStateWords[state]}  ${formatDateTime(created_at, time_zone)}  ${city}  ${rating} из 5  ${product}  ${author_name}${pictures}`,
        );
      }
    },
  },
  {
    name: 'reviews show',
    summary: 'один отзыв целиком, с файлами фотографий',
    parameters: [review],
    options: { json },
    async run({ db, config, args: { positionals, values }, out }) {
      const found = await readReview(db, positionals[0]);
      if (values.json) return out.json(found);
      for (const line of describeReview(found, config.DATA_DIR)) out.line(line);
    },
  },
  {
    name: 'reviews approve',
    changes: 'reviews',
    summary: 'опубликовать отзыв: он войдёт в рейтинг товара, автор получит письмо',
    parameters: [review],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readReview(db, positionals[0]);
      await db.transaction().execute((db) => approveReview(db, id));
      out.line(`Отзыв ${id} опубликован.`);
    },
  },
  {
    name: 'reviews refuse',
    changes: 'reviews',
    summary: 'не публиковать отзыв или снять опубликованный',
    parameters: [review, reason],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readReview(db, positionals[0]);
      await db.transaction().execute((db) => refuseReview(db, id, positionals[1] ?? ''));
      out.line(`Отзыв ${id} не опубликован, автор прочтёт причину.`);
    },
  },
  {
    name: 'reviews reply',
    changes: 'reviews',
    summary: 'ответ магазина под отзывом; новый ответ заменяет прежний',
    parameters: [review, { name: 'ТЕКСТ', summary: 'ответ магазина' }],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readReview(db, positionals[0]);
      await db.transaction().execute((db) => replyToReview(db, id, positionals[1] ?? ''));
      out.line(`Ответ на отзыв ${id} сохранён.`);
    },
  },
  {
    name: 'questions list',
    summary: 'вопросы о товарах: сначала те, что ждут ответа',
    options: listOptions(Object.keys(questionStateWords)),
    async run({ db, args: { values }, out }) {
      const questions = await listQuestionsForStaff(db, readFilter<QuestionState>(values, questionStateWords));
      if (values.json) return out.json(questions);
      if (questions.length === 0) return out.line('Вопросов нет.');
      for (const { id, state, created_at, time_zone, city, product, text } of questions)
        out.line(
          `${id}  ${questionStateWords[state]}  ${formatDateTime(created_at, time_zone)}  ${city}  ${product}  ${text.replace(/\s+/g, ' ').slice(0, 80)}`,
        );
    },
  },
  {
    name: 'questions show',
    summary: 'один вопрос с ответом',
    parameters: [question],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const found = await readQuestion(db, positionals[0]);
      if (values.json) return out.json(found);
      for (const line of describeQuestion(found)) out.line(line);
    },
  },
  {
    name: 'questions answer',
    changes: 'questions',
    summary: 'ответить на вопрос и опубликовать его; автор получит письмо',
    parameters: [question, { name: 'ТЕКСТ', summary: 'ответ магазина' }],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readQuestion(db, positionals[0]);
      await db.transaction().execute((db) => answerQuestion(db, id, positionals[1] ?? ''));
      out.line(`Ответ на вопрос ${id} опубликован.`);
    },
  },
  {
    name: 'questions approve',
    changes: 'questions',
    summary: 'опубликовать вопрос до ответа',
    parameters: [question],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readQuestion(db, positionals[0]);
      await db.transaction().execute((db) => approveQuestion(db, id));
      out.line(`Вопрос ${id} опубликован.`);
    },
  },
  {
    name: 'questions refuse',
    changes: 'questions',
    summary: 'не публиковать вопрос или снять опубликованный',
    parameters: [question, reason],
    async run({ db, args: { positionals }, out }) {
      const { id } = await readQuestion(db, positionals[0]);
      await db.transaction().execute((db) => refuseQuestion(db, id, positionals[1] ?? ''));
      out.line(`Вопрос ${id} не опубликован, автор прочтёт причину.`);
    },
  },
];

function readFilter<State extends string>(
  { state, branch, limit }: Record<string, string | boolean | undefined>,
  words: Record<State, string>,
): { state?: State[]; department_id_1c?: string; limit: number } {
  if (state !== undefined && !Object.hasOwn(words, String(state)))
    throw new CommandFailure(`Нет такого состояния: ${state}. Бывают: ${Object.keys(words).join(', ')}`);
  return {
    ...(state !== undefined && { state: [String(state) as State] }),
    ...(typeof branch === 'string' && { department_id_1c: branch }),
    limit: readLimit(limit),
  };
}

async function readReview(db: Db, typed = ''): Promise<ReviewForStaff> {
  const found = /^[0-9]{1,15}$/.test(typed) ? await getReviewForStaff(db, Number(typed)) : null;
  if (!found) throw new CommandFailure(`Отзыв не найден: ${typed}`);
  return found;
}

async function readQuestion(db: Db, typed = ''): Promise<QuestionForStaff> {
  const found = /^[0-9]{1,15}$/.test(typed) ? await getQuestionForStaff(db, Number(typed)) : null;
  if (!found) throw new CommandFailure(`Вопрос не найден: ${typed}`);
  return found;
}

function describeReview(found: ReviewForStaff, dataDir: string): string[] {
  return [
    `Отзыв ${found.id}: ${reviewStateWords[found.state]}${found.reason ? ` (${found.reason})` : ''}`,
    `Товар: ${found.product} (${productUrl(found.slug)})`,
    `Автор: ${found.author_name}, ${found.order_number === null ? 'демонстрационный отзыв' : `заказ ${found.order_number}`}`,
    `Филиал: ${found.city}; написан ${formatDateTime(found.created_at, found.time_zone)}; полезен ${found.helpful_count}`,
    `Оценка: ${found.rating} из 5`,
    '',
    found.text,
    ...(found.pros ? [`Достоинства: ${found.pros}`] : []),
    ...(found.cons ? [`Недостатки: ${found.cons}`] : []),
    ...found.photo_ids.map((id) => `Фото: ${pathOf(dataDir, photosArea, id)}`),
    ...(found.reply ? ['', `Ответ магазина: ${found.reply}`] : []),
  ];
}

function describeQuestion(found: QuestionForStaff): string[] {
  return [
    `Вопрос ${found.id}: ${questionStateWords[found.state]}${found.reason ? ` (${found.reason})` : ''}`,
    `Товар: ${found.product} (${productUrl(found.slug)})`,
    `Автор: ${found.author_name}${found.is_demo ? ', демонстрационный вопрос' : ''}`,
    `Филиал: ${found.city}; задан ${formatDateTime(found.created_at, found.time_zone)}`,
    '',
    found.text,
    ...(found.answer ? ['', `Ответ магазина: ${found.answer}`] : []),
  ];
}
