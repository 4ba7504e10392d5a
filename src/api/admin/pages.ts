import { z } from 'zod';
import { isLegal, legalWords } from '#modules/content/binding-pages.ts';
import {
  changePageDraft,
  movePageVersion,
  readdressPage,
  recallPageVersion,
  removePageDraft,
  withdrawPageVersion,
} from '#modules/content/page-drafts.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { previewQuery } from '#modules/content/preview-link.ts';
import {
  countConsents,
  listStaffPages,
  pageVersionStates,
  readPageVersion,
  type StaffPage,
  type StaffPageVersion,
} from '#modules/content/staff-pages.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { infoUrl } from '#shared/urls.ts';
import { iso } from './answers.ts';
import { BranchOfRow, branchWords, Moment, PlannedMoment } from './branch-rows.ts';
import { needOwnChoice, needOwnRow } from './branch-rule.ts';
import { listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const Slug = z
  .string()
  .trim()
  .max(80, 'Не длиннее 80 знаков')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес — латинские буквы, цифры и дефисы');
const SlugParam = z.object({ id: Slug });
const Title = z.string().trim().min(1, 'Напишите заголовок').max(160, 'Не длиннее 160 знаков');
const Html = z.string().max(200_000, 'Текст слишком длинный');

const Version = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  department_id_1c: z.string().nullable(),
  state: z.enum(pageVersionStates),
  published_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  changed_at: z.string(),
});

const Page = z.object({
  /** Its address, without what stands before it. */
  id: z.string(),
  title: z.string(),
  url: z.string(),
  is_legal: z.boolean(),
  /** Its address cannot change. */
  is_fixed: z.boolean(),
  /** In force; null: nothing of the common text is. */
  shown: Version.nullable(),
  /** In force in single branches. */
  variants: z.array(Version),
  next: Version.nullable(),
  drafts: z.int(),
  changed_at: z.string(),
});

const WholePage = Page.extend({
  /** `consents`: how many of them rest on this text. */
  versions: z.array(Version.extend({ consents: z.int() })),
});

const Text = Version.extend({
  slug: z.string(),
  url: z.string(),
  is_legal: z.boolean(),
  consents: z.int(),
  html: z.string(),
  /** Shows this text as the shop does, for seven days. */
  preview_url: z.string(),
});

const Done = z.object({ id: z.string() });

const pageReads: AdminRoute[] = [
  adminRead({
    url: '/api/admin/pages',
    summary: 'Страницы магазина: что действует, что готовится',
    permission: 'content.write',
    query: listQuery(
      { q: z.string().max(200), state: z.array(z.enum(['draft', 'coming', 'hidden'])), is_legal: z.boolean() },
      ['title', 'slug', 'changed_at'],
    ),
    response: listAnswer(Page),
    async run({ db, scope, now, query: { filter, sort, ...page } }) {
      const { limit, offset } = windowOf(page);
      const all = await listStaffPages(db, { branches: scope.branches }, now);
      const found = all.filter((one) => fits(one, filter)).sort(inOrder(sort[0]));
      return { items: found.slice(offset, offset + limit).map(present), ...totalOf(found.length) };
    },
  }),

  adminRead({
    url: '/api/admin/pages/:id',
    summary: 'Страница со всеми редакциями',
    permission: 'content.write',
    params: SlugParam,
    response: WholePage,
    async run({ db, scope, now, params: { id } }) {
      const [page] = await listStaffPages(db, { branches: scope.branches, slug: id }, now);
      if (!page) throw new Refusal('not_found');
      const consents = await countConsents(
        db,
        page.versions.map(({ id }) => id),
      );
      return {
        ...present(page),
        versions: page.versions.map((version) => ({
          ...presentVersion(version),
          consents: consents.get(version.id) ?? 0,
        })),
      };
    },
  }),
];

const pageWrites: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/pages',
    summary: 'Новая редакция страницы, черновиком; с новым адресом — новая страница',
    permission: 'content.write',
    body: z.strictObject({ slug: Slug, department_id_1c: BranchOfRow.default(null), title: Title, html: Html }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int(), version: z.int() }),
    async run({ db, staff, body, now }) {
      await needOwnChoice(db, staff, body.department_id_1c);
      const { id, version } = await createPageVersion(db, body, now);
      const where = branchWords(body.department_id_1c);
      return {
        answer: { id, version },
        audit: {
          resource: 'pages',
          record_id: body.slug,
          department_id_1c: body.department_id_1c,
          words: `Страница «${body.title}»: черновик редакции ${version}${where}`,
        },
        location: `/api/admin/page-versions/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/pages/:id/move',
    summary: 'Новый адрес страницы; прежний ведёт на него',
    permission: 'content.publish',
    params: SlugParam,
    body: z.strictObject({ slug: Slug }),
    response: Done,
    async run({ db, staff, params: { id }, body: { slug }, now }) {
      needOwnRow(staff, null);
      await readdressPage(db, id, slug, now);
      return {
        answer: { id: slug },
        audit: {
          resource: 'pages',
          record_id: slug,
          before: { slug: id },
          after: { slug },
          words: `Страница переехала с ${infoUrl(id)} на ${infoUrl(slug)}`,
        },
      };
    },
  }),
];

const versionRecord = adminRecord({
  url: '/api/admin/page-versions/:id',
  resource: 'page_versions',
  summaries: { read: 'Редакция страницы с текстом', write: 'Сохранение черновика редакции' },
  permissions: { read: 'content.write', write: 'content.write' },
  params: NumberParam,
  response: Text,
  /** The dates of a version that is to come. */
  body: z.strictObject({ title: Title, html: Html, published_at: PlannedMoment, ends_at: Moment }).partial(),
  isUndoable: true,
  async read({ db, context, scope, params: { id }, now }, isLocked) {
    const version = await readPageVersion(db, Number(id), { branches: scope.branches, isLocked }, now);
    if (!version) return null;
    const consents = await countConsents(db, [version.id]);
    const url = infoUrl(version.slug);
    return {
      ...presentVersion(version),
      slug: version.slug,
      url,
      is_legal: isLegal(version.slug),
      html: version.html,
      consents: consents.get(version.id) ?? 0,
      preview_url: `${url}${previewQuery(context.keys, 'page', version.id, now)}`,
    };
  },
  editable: ({ title, html, published_at, ends_at }) => ({ title, html, published_at, ends_at }),
  async change({ db, staff, may, params: { id }, body, now }, { slug, department_id_1c, title, version }) {
    const { published_at, ends_at, ...text } = body;
    const isMoved = published_at !== undefined || ends_at !== undefined;
    needOwnRow(staff, department_id_1c);
    if (isMoved) {
      if (!may('content.publish')) throw new Refusal('forbidden');
      refuseLegal(slug, may);
      await movePageVersion(db, Number(id), { published_at, ends_at }, now);
    }
    if (!isMoved || Object.keys(text).length > 0) await changePageDraft(db, Number(id), text, now);
    const done = isMoved ? `редакция ${version}, другой срок` : `изменён черновик редакции ${version}`;
    return { words: `Страница «${text.title ?? title}»: ${done}`, department_id_1c };
  },
});

type VersionAsked<Body = unknown> = Asked<{ id: number }, unknown, Body>;

const versionVerbs: AdminRoute[] = [
  adminWrite({
    url: '/api/admin/page-versions/:id/publish',
    summary: 'Публикация редакции: сейчас или к сроку',
    permission: 'content.publish',
    params: NumberParam,
    body: z.strictObject({ published_at: Moment.default(null), ends_at: Moment.default(null) }),
    response: Done,
    async run(asked) {
      const version = await needVersion(asked, 'publish');
      const { published_at, ends_at } = asked.body;
      const dates = { ...(published_at && { published_at }), ends_at };
      if (version.state !== 'draft') throw new Refusal('page_published');
      await publishPageVersion(asked.db, version.id, dates, asked.now);
      return lineOf(version, published_at ? `выйдет ${formatDateTime(published_at)}` : 'опубликована', {
        published_at: iso(published_at ?? asked.now),
        ends_at: iso(ends_at),
      });
    },
  }),

  adminWrite({
    url: '/api/admin/page-versions/:id/end',
    summary: 'Снять редакцию: снова действует прежняя',
    permission: 'content.publish',
    params: NumberParam,
    response: Done,
    async run(asked) {
      const version = await needVersion(asked, 'publish');
      if (version.state !== 'shown' && version.state !== 'replaced') throw new Refusal('page_published');
      await withdrawPageVersion(asked.db, version.id, version.slug, asked.now);
      return lineOf(version, 'снята', { ends_at: iso(asked.now) });
    },
  }),

  adminWrite({
    url: '/api/admin/page-versions/:id/recall',
    summary: 'Отмена назначенной публикации: редакция снова черновик',
    permission: 'content.publish',
    params: NumberParam,
    response: Done,
    async run(asked) {
      const version = await needVersion(asked, 'publish');
      await recallPageVersion(asked.db, version.id, asked.now);
      return lineOf(version, 'снова черновик', { published_at: null });
    },
  }),

  adminWrite({
    url: '/api/admin/page-versions/:id',
    method: 'DELETE',
    summary: 'Удаление черновика',
    permission: 'content.write',
    params: NumberParam,
    response: Done,
    async run(asked) {
      const version = await needVersion(asked, 'write');
      await removePageDraft(asked.db, version.id, asked.now);
      return lineOf(version, 'черновик удалён', null);
    },
  }),
];

export const contentPageRoutes: AdminRoute[] = [...pageReads, ...pageWrites, ...versionRecord, ...versionVerbs];

/** The version, held, if the person may do this with it. Throws not_found, forbidden. */
async function needVersion(
  { db, staff, scope, may, params: { id }, now }: VersionAsked,
  what: 'publish' | 'write',
): Promise<StaffPageVersion> {
  const version = await readPageVersion(db, id, { branches: scope.branches, isLocked: true }, now);
  if (!version) throw new Refusal('not_found');
  needOwnRow(staff, version.department_id_1c);
  if (what === 'publish') refuseLegal(version.slug, may);
  return version;
}

function refuseLegal(slug: string, may: Asked['may']): void {
  if (isLegal(slug) && !may('legal.publish')) throw new Refusal('forbidden', {}, legalWords);
}

function lineOf({ slug, title, version, department_id_1c }: StaffPageVersion, done: string, after: object | null) {
  const words = `Страница «${title}»: редакция ${version} ${done}${branchWords(department_id_1c)}`;
  return { answer: { id: slug }, audit: { resource: 'pages', record_id: slug, department_id_1c, words, after } };
}

function present({ slug, shown, variants, next, changed_at, versions: _, ...page }: StaffPage): z.input<typeof Page> {
  return {
    id: slug,
    ...page,
    shown: shown && presentVersion(shown),
    next: next && presentVersion(next),
    variants: variants.map(presentVersion),
    changed_at: changed_at.toISOString(),
  };
}

function presentVersion({ slug: _, ...version }: StaffPageVersion): z.input<typeof Version> {
  const { id, version: number, title, department_id_1c, state, published_at, ends_at, changed_at } = version;
  return {
    id,
    version: number,
    title,
    department_id_1c,
    state,
    published_at: iso(published_at),
    ends_at: iso(ends_at),
    changed_at: changed_at.toISOString(),
  };
}

type Filter = { q?: string | undefined; state?: string[] | undefined; is_legal?: boolean | undefined };

function fits({ title, slug, is_legal, next, drafts, shown, variants }: StaffPage, filter: Filter): boolean {
  const q = filter.q?.trim().toLowerCase() ?? '';
  const states = {
    draft: drafts > 0,
    coming: next !== null,
    hidden: shown === null && variants.length === 0,
  } as Record<string, boolean>;
  return (
    (title.toLowerCase().includes(q) || slug.includes(q)) &&
    (!filter.state?.length || filter.state.some((state) => states[state])) &&
    (filter.is_legal === undefined || filter.is_legal === is_legal)
  );
}

const russian = new Intl.Collator('ru');

function inOrder(sort: { column: 'title' | 'slug' | 'changed_at'; isDescending: boolean } | undefined) {
  const { column, isDescending } = sort ?? { column: 'title', isDescending: false };
  const sign = isDescending ? -1 : 1;
  return (a: StaffPage, b: StaffPage) => {
    const order =
      column === 'changed_at' ? Number(a.changed_at) - Number(b.changed_at) : russian.compare(a[column], b[column]);
    return sign * order || russian.compare(a.slug, b.slug);
  };
}
