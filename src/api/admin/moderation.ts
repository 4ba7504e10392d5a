import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { answerQuestion, approveQuestion, holdQuestion, refuseQuestion } from '#modules/reviews/decide-question.ts';
import { approveReview, holdReview, refuseReview, replyToReview } from '#modules/reviews/decide-review.ts';
import {
  getQuestionForStaff,
  getReviewForStaff,
  listForStaff,
  listQuestionsForStaff,
  type QuestionForStaff,
  type ReviewForStaff,
} from '#modules/reviews/queries.ts';
import { photosArea, questionStateWords, reviewStateWords } from '#modules/reviews/schema.ts';
import type { Db } from '#platform/database.ts';
import { pathOf } from '#platform/private-files.ts';
import { Refusal } from '#platform/refusal.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { iso, Ok, ok } from './answers.ts';
import { afterPage, listQuery, pagedAnswer, windowOf } from './list.ts';
import { refuseUnseen } from './record-changed.ts';
import { type AdminRoute, adminFile, adminRead, adminWrite, NumberParam } from './route.ts';

const State = z.enum(['new', 'approved', 'refused']);
const permission = 'moderation.write';

const Review = z.object({
  id: z.int(),
  state: State,
  state_words: z.string(),
  product: z.string(),
  author_name: z.string(),
  rating: z.int(),
  text: z.string(),
  city: z.string(),
  created_at: z.string(),
  /** Until when a decision was promised; null: it was not. */
  due_at: z.string().nullable(),
  is_late: z.boolean(),
  photos: z.int(),
});

const WholeReview = Review.extend({
  slug: z.string(),
  pros: z.string(),
  cons: z.string(),
  reason: z.string(),
  reply: z.string().nullable(),
  is_demo: z.boolean(),
  order_number: z.int().nullable(),
  helpful_count: z.int(),
  photo_ids: z.array(z.string()),
});

const Question = z.object({
  id: z.int(),
  state: z.string(),
  state_words: z.string(),
  product: z.string(),
  slug: z.string(),
  author_name: z.string(),
  text: z.string(),
  reason: z.string(),
  answer: z.string().nullable(),
  is_demo: z.boolean(),
  city: z.string(),
  created_at: z.string(),
  /** Until when an answer was promised; null: it was not. */
  due_at: z.string().nullable(),
  is_late: z.boolean(),
});

const query = listQuery({ state: z.array(State), product_id: z.int().positive() }, ['created_at']);
const reasonText = z.string().max(2_000);
const replyText = z.string().max(10_000);

/** What whoever decides on a review has read of it: another may have decided since, its author changed it. */
const SeenReview = WholeReview.pick({
  ...{ state: true, author_name: true, rating: true, text: true, pros: true, cons: true, photo_ids: true },
}).extend({
  reply: replyText.nullable(),
});
const SeenQuestion = z.object({ state: Question.shape.state, answer: replyText.nullable() });

type Decision<Body> = { path: string; summary: string; words: string; body: z.ZodType<Body> };

/** A call that decides on one review; `verb` is of the module. */
function reviewVerb<Body extends { seen: z.output<typeof SeenReview> }>(
  { path, summary, words, body }: Decision<Body>,
  verb: (db: Db, id: number, body: Body, now: Date) => Promise<void>,
): AdminRoute {
  return adminWrite({
    url: `/api/admin/reviews/:id/${path}`,
    summary,
    permission,
    params: NumberParam,
    needsKey: true,
    response: Ok,
    body,
    async run({ db, scope, params: { id }, body, now }) {
      await holdReview(db, id);
      const before = await needReview(db, id, scope.branches);
      const { state, author_name, rating, text, pros, cons, photo_ids, reply } = before;
      const current = { state, author_name, rating, text, pros, cons, photo_ids, reply };
      refuseUnseen(body.seen, current, unseenWords(reviewStateWords[state], reply));
      await verb(db, id, body, now);
      const { product, department_id_1c } = before;
      return {
        answer: ok,
        audit: {
          resource: 'reviews',
          record_id: id,
          department_id_1c,
          isAboutPerson: true,
          before: decidedOn(before, 'reply'),
          after: decidedOn(await needReview(db, id, scope.branches), 'reply'),
          words: `Отзыв ${id} (${product}): ${words}`,
        },
      };
    },
  });
}

function questionVerb<Body extends { seen: z.output<typeof SeenQuestion> }>(
  { path, summary, words, body }: Decision<Body>,
  verb: (db: Db, id: number, body: Body, now: Date) => Promise<void>,
): AdminRoute {
  return adminWrite({
    url: `/api/admin/questions/:id/${path}`,
    summary,
    permission,
    params: NumberParam,
    needsKey: true,
    response: Ok,
    body,
    async run({ db, scope, params: { id }, body, now }) {
      await holdQuestion(db, id);
      const before = await needQuestion(db, id, scope.branches);
      const { state, answer } = before;
      refuseUnseen(body.seen, { state, answer }, unseenWords(questionStateWords[state], answer));
      await verb(db, id, body, now);
      return {
        answer: ok,
        audit: {
          resource: 'questions',
          record_id: id,
          department_id_1c: before.department_id_1c,
          isAboutPerson: true,
          before: decidedOn(before, 'answer'),
          after: decidedOn(await needQuestion(db, id, scope.branches), 'answer'),
          words: `Вопрос ${id} (${before.product}): ${words}`,
        },
      };
    },
  });
}

/** What buyers write about goods: what waits for a decision comes first. */
export const moderationRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/reviews',
    summary: 'Отзывы: сначала те, что ждут проверки',
    permission,
    query,
    response: pagedAnswer(Review),
    async run({ db, scope: { branches }, query: { filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { limit, offset } = windowOf(page);
      const rows = await listForStaff(db, { ...filter, branches, limit: limit + 1, offset });
      const items = rows.slice(0, limit).map(({ time_zone: _, created_at, due_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        state_words: reviewStateWords[row.state],
        ...promised(row.state, due_at, now),
      }));
      return { items, ...afterPage(page, rows.length) };
    },
  }),

  adminRead({
    url: '/api/admin/reviews/:id',
    summary: 'Отзыв целиком',
    permission,
    params: NumberParam,
    response: WholeReview,
    async run({ db, scope, params: { id }, now }) {
      const {
        time_zone: _,
        department_id_1c: __,
        created_at,
        due_at,
        ...review
      } = await needReview(db, id, scope.branches);
      const state_words = reviewStateWords[review.state];
      return { ...review, ...promised(review.state, due_at, now), created_at: created_at.toISOString(), state_words };
    },
  }),

  adminFile({
    url: '/api/admin/reviews/:id/photos/:photo_id',
    summary: 'Фотография к отзыву',
    permission,
    params: z.object({ id: z.coerce.number().int().positive(), photo_id: z.uuid() }),
    async run({ db, context, scope, params: { id, photo_id } }) {
      const { photo_ids } = await needReview(db, id, scope.branches);
      if (!photo_ids.includes(photo_id)) throw new Refusal('not_found');
      const bytes = await readFile(pathOf(context.config.DATA_DIR, photosArea, photo_id)).catch(() => null);
      if (!bytes) throw new Refusal('not_found');
      return { name: `${photo_id}.webp`, type: 'image/webp', bytes };
    },
  }),

  reviewVerb(
    {
      path: 'approve',
      summary: 'Опубликовать отзыв: он войдёт в рейтинг товара',
      words: 'опубликован',
      body: z.object({ seen: SeenReview }),
    },
    (db, id, _body, now) => approveReview(db, id, now),
  ),
  reviewVerb(
    {
      path: 'refuse',
      summary: 'Не публиковать отзыв; причину прочтёт автор',
      words: 'не опубликован',
      body: z.object({ reason: reasonText, seen: SeenReview }),
    },
    (db, id, { reason }, now) => refuseReview(db, id, reason, now),
  ),
  reviewVerb(
    {
      path: 'reply',
      summary: 'Ответ магазина под отзывом',
      words: 'ответ сохранён',
      body: z.object({ text: replyText, seen: SeenReview }),
    },
    (db, id, { text }, now) => replyToReview(db, id, text, now),
  ),

  adminRead({
    url: '/api/admin/questions',
    summary: 'Вопросы о товарах: сначала те, что ждут ответа',
    permission,
    query,
    response: pagedAnswer(Question),
    async run({ db, scope: { branches }, query: { filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { limit, offset } = windowOf(page);
      const rows = await listQuestionsForStaff(db, { ...filter, branches, limit: limit + 1, offset });
      return {
        items: rows.slice(0, limit).map((row) => presentedQuestion(row, now)),
        ...afterPage(page, rows.length),
      };
    },
  }),

  questionVerb(
    {
      path: 'answer',
      summary: 'Ответить на вопрос и опубликовать его',
      words: 'ответ опубликован',
      body: z.object({ text: replyText, seen: SeenQuestion }),
    },
    (db, id, { text }, now) => answerQuestion(db, id, text, now),
  ),
  questionVerb(
    {
      path: 'approve',
      summary: 'Опубликовать вопрос до ответа',
      words: 'опубликован',
      body: z.object({ seen: SeenQuestion }),
    },
    (db, id, _body, now) => approveQuestion(db, id, now),
  ),
  questionVerb(
    {
      path: 'refuse',
      summary: 'Не публиковать вопрос; причину прочтёт автор',
      words: 'не опубликован',
      body: z.object({ reason: reasonText, seen: SeenQuestion }),
    },
    (db, id, { reason }, now) => refuseQuestion(db, id, reason, now),
  ),
];

async function needReview(db: Db, id: number, branches: string[] | null): Promise<ReviewForStaff> {
  const review = await getReviewForStaff(db, id, branches);
  if (!review) throw new Refusal('not_found');
  return review;
}

async function needQuestion(db: Db, id: number, branches: string[] | null): Promise<QuestionForStaff> {
  const question = await getQuestionForStaff(db, id, branches);
  if (!question) throw new Refusal('not_found');
  return question;
}

/** What a decision changes, as the journal keeps it. */
function decidedOn<Field extends 'reply' | 'answer'>(
  one: { state: string; reason: string } & Record<Field, string | null>,
  field: Field,
) {
  return { state: one.state, reason: one.reason, [field]: one[field] };
}

function unseenWords(state: string, text: string | null): string {
  return `Пока вы смотрели, это изменили. Теперь так: ${lowerFirst(state)}${text === null ? '' : ', ответ магазина есть'}. Посмотрите и решите заново`;
}

function presentedQuestion(
  { time_zone: _, department_id_1c: __, created_at, due_at, ...question }: QuestionForStaff,
  now: Date,
): z.input<typeof Question> {
  const state_words = questionStateWords[question.state];
  return { ...question, ...promised(question.state, due_at, now), created_at: created_at.toISOString(), state_words };
}

function promised(state: string, due_at: Date | null, now: Date) {
  return { due_at: iso(due_at), is_late: state === 'new' && due_at !== null && due_at < now };
}
