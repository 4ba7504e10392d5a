import { z } from 'zod';
import {
  changeArticle,
  draftArticle,
  recallArticle,
  removeArticleDraft,
  saveTopic,
  scheduleArticle,
  withdrawArticle,
} from '#modules/blog/change-article.ts';
import { type ArticleInput, articleSeasons, TopicInput } from '#modules/blog/schema.ts';
import {
  articleState,
  articleStates,
  listStaffArticles,
  listTopics,
  readStaffArticle,
  type StaffArticle,
  type StaffArticleRow,
} from '#modules/blog/staff-articles.ts';
import { previewQuery } from '#modules/content/preview-link.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { keysOf } from '#shared/keys-of.ts';
import { articleUrl } from '#shared/urls.ts';
import { iso, Ok, ok } from './answers.ts';
import { BranchOfRow, Moment, PlannedMoment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const State = z.enum(articleStates);
const Topic = z.object({ slug: z.string(), name: z.string(), position: z.int() });

const Row = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  topic: z.string(),
  topic_name: z.string(),
  author: z.string(),
  department_id_1c: z.string().nullable(),
  state: State,
  published_at: z.string(),
  changed_at: z.string(),
});

const Article = Row.extend({
  lead: z.string(),
  season: z.string().nullable(),
  picture: z.string().nullable(),
  /** As the shop's `Block` has them. */
  blocks: z.array(z.looseObject({ type: z.string() })),
  updated_at: z.string().nullable(),
  url: z.string(),
  /** Shows the article as the shop does, for seven days. */
  preview_url: z.string(),
});

const Fields = z.strictObject({
  slug: z.string().trim().max(120),
  title: z.string().trim().max(160, 'Не длиннее 160 знаков'),
  lead: z.string().trim().max(500, 'Не длиннее 500 знаков'),
  topic: z.string().max(120),
  season: z.enum(keysOf(articleSeasons)).nullable(),
  author: z.string().trim().max(120, 'Не длиннее 120 знаков'),
  picture: z.string().max(200).nullable(),
  blocks: z.array(z.looseObject({ type: z.string().max(40) })).max(40, 'Не больше 40 блоков'),
  department_id_1c: BranchOfRow,
});
const NewFields = Fields.extend({
  season: Fields.shape.season.default(null),
  picture: Fields.shape.picture.default(null),
  department_id_1c: Fields.shape.department_id_1c.default(null),
});

const articleReads: AdminRoute[] = [
  adminRead({
    url: '/api/admin/articles',
    summary: 'Статьи блога: последние изменённые сверху',
    permission: 'content.write',
    query: listQuery({ q: z.string().max(200), topic: z.string().max(120), state: z.array(State) }, ['changed_at']),
    response: listAnswer(Row),
    async run({ db, scope, now, query }) {
      const window = { ...windowOf(query), count_to: countedRows };
      const filter = { ...query.filter, branches: scope.branches };
      const { rows, count } = await listStaffArticles(db, filter, window, now);
      return { items: rows.map((row) => presentRow(row, now)), ...totalOf(count) };
    },
  }),

  adminRead({
    url: '/api/admin/blog-topics',
    summary: 'Темы блога',
    permission: 'content.write',
    response: z.object({ items: z.array(Topic), total: z.int() }),
    async run({ db }) {
      const items = await listTopics(db);
      return { items, total: items.length };
    },
  }),
];

const articleWrites: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/blog-topics',
    method: 'PUT',
    summary: 'Тема блога: новая или с новым названием',
    permission: 'content.publish',
    body: z.strictObject({
      slug: TopicInput.shape.slug,
      name: TopicInput.shape.name,
      position: z.int().min(0).max(10_000),
    }),
    response: Ok,
    async run({ db, staff, body }) {
      needOwnRow(staff, null);
      await saveTopic(db, body);
      const words = `Тема блога «${body.name}» сохранена`;
      return { answer: ok, audit: { resource: 'articles', record_id: null, words, after: body } };
    },
  }),

  adminWrite({
    url: '/api/admin/articles',
    summary: 'Новая статья, черновиком',
    permission: 'content.write',
    body: NewFields,
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const id = await draftArticle(db, body as ArticleInput, now);
      return {
        answer: { id },
        audit: lineOf({ ...body, id }, 'черновик'),
        location: `/api/admin/articles/${id}`,
      };
    },
  }),
];

const articleRecord = adminRecord({
  url: '/api/admin/articles/:id',
  resource: 'articles',
  summaries: { read: 'Статья', write: 'Сохранение статьи' },
  permissions: { read: 'content.write', write: 'content.write' },
  params: NumberParam,
  response: Article,
  /** `is_update`: readers see the date of this change; `published_at`: of an article that is to come. */
  body: Fields.partial().extend({ is_update: z.boolean().optional(), published_at: PlannedMoment.optional() }),
  isUndoable: true,
  async read({ db, context, scope, params: { id }, now }, isLocked) {
    const article = await readStaffArticle(db, Number(id), { branches: scope.branches, isLocked });
    return article && presentWhole(article, previewQuery(context.keys, 'article', article.id, now), now);
  },
  editable: ({ slug, title, lead, topic, season, author, picture, blocks, department_id_1c, published_at }) => ({
    slug,
    title,
    lead,
    topic,
    season,
    author,
    picture,
    blocks,
    department_id_1c,
    published_at,
  }),
  async change({ db, staff, may, params: { id }, body, now }, before) {
    const { is_update = false, published_at, ...fields } = body;
    needOwnRow(staff, before.department_id_1c);
    const isMoved = published_at !== undefined;
    if ((before.state === 'shown' || isMoved) && !may('content.publish')) throw new Refusal('forbidden');
    if (isMoved) {
      if (before.state !== 'coming') throw new Refusal('wrong_text_state');
      await scheduleArticle(db, Number(id), published_at, now);
    }
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    if (isMoved && Object.keys(given).length === 0) {
      const words = `Статья «${before.title}»: выйдет ${formatDateTime(published_at)}`;
      return { words, department_id_1c: before.department_id_1c };
    }
    const { slug, title, lead, topic, season, author, picture, blocks, department_id_1c } = before;
    const article = { slug, title, lead, topic, season, author, picture, blocks, department_id_1c, ...given };
    if (article.department_id_1c !== department_id_1c) await needOwnChoice(db, staff, article.department_id_1c);
    await changeArticle(db, Number(id), article as ArticleInput, { isUpdate: is_update }, now);
    return { words: `Статья «${article.title}» изменена`, department_id_1c: article.department_id_1c };
  },
});

const articleVerbs: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/articles/:id/publish',
    summary: 'Публикация статьи: сейчас или к сроку',
    permission: 'content.publish',
    params: NumberParam,
    body: z.strictObject({ published_at: Moment.default(null) }),
    response: Ok,
    async run(asked) {
      const article = await needArticle(asked, ['draft', 'coming', 'withdrawn']);
      const { published_at } = asked.body;
      await scheduleArticle(asked.db, article.id, published_at ?? asked.now, asked.now);
      const done = published_at ? `выйдет ${formatDateTime(published_at)}` : 'опубликована';
      return { answer: ok, audit: lineOf(article, done) };
    },
  }),
  adminWrite({
    url: '/api/admin/articles/:id/recall',
    summary: 'Отмена назначенной публикации статьи',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const article = await needArticle(asked, ['coming']);
      await recallArticle(asked.db, article.id, asked.now);
      return { answer: ok, audit: lineOf(article, 'снова черновик') };
    },
  }),
  adminWrite({
    url: '/api/admin/articles/:id/withdraw',
    summary: 'Снять статью с сайта',
    permission: 'content.publish',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const article = await needArticle(asked, ['shown']);
      await withdrawArticle(asked.db, article.id, asked.now);
      return { answer: ok, audit: lineOf(article, 'снята с сайта') };
    },
  }),
  adminWrite({
    url: '/api/admin/articles/:id',
    method: 'DELETE',
    summary: 'Удаление черновика статьи',
    permission: 'content.write',
    params: NumberParam,
    response: Ok,
    async run(asked) {
      const article = await needArticle(asked, ['draft']);
      await removeArticleDraft(asked.db, article.id);
      return { answer: ok, audit: lineOf(article, 'черновик удалён') };
    },
  }),
];

export const articleRoutes: AdminRoute[] = [...articleReads, ...articleWrites, ...articleRecord, ...articleVerbs];

/** The article, held. Throws not_found, forbidden, wrong_text_state when it is in no such state. */
async function needArticle(
  { db, staff, scope, params: { id }, now }: Asked<{ id: number }>,
  states: (typeof articleStates)[number][],
): Promise<StaffArticle> {
  const article = await readStaffArticle(db, id, { branches: scope.branches, isLocked: true });
  if (!article) throw new Refusal('not_found');
  await needOwnChoice(db, staff, article.department_id_1c);
  if (!states.includes(articleState(article, now))) throw new Refusal('wrong_text_state');
  return article;
}

function lineOf(
  { id, title, department_id_1c }: Pick<StaffArticle, 'id' | 'title' | 'department_id_1c'>,
  done: string,
) {
  return { resource: 'articles', record_id: id, department_id_1c, words: `Статья «${title}»: ${done}` };
}

function presentRow(row: StaffArticleRow, now: Date): z.input<typeof Row> {
  const { withdrawn_at: _, is_draft: __, published_at, changed_at, ...shown } = row;
  return {
    ...shown,
    state: articleState(row, now),
    published_at: published_at.toISOString(),
    changed_at: changed_at.toISOString(),
  };
}

function presentWhole(article: StaffArticle, preview: string, now: Date): z.input<typeof Article> {
  const { lead, season, picture, blocks, updated_at, ...row } = article;
  const url = articleUrl(row.slug);
  return {
    ...presentRow(row, now),
    lead,
    season,
    picture,
    blocks,
    updated_at: iso(updated_at),
    url,
    preview_url: `${url}${preview}`,
  };
}
