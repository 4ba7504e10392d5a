import { draftArticle, saveTopic } from '#modules/blog/change-article.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink, orderMenuLinks } from '#modules/content/menu-links.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { publishForm, saveFormDraft } from '#modules/forms/form-schemas.ts';
import type { FormSchema } from '#modules/forms/schema.ts';
import { saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { publishRelease } from '#modules/releases/publish-release.ts';
import { addToRelease, createRelease } from '#modules/releases/releases.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { Database } from '#platform/database.ts';
import { type AdminCast, branches } from './cast.ts';
import { type Example, ifMatch } from './example.ts';

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** A call about a thing that `make` makes, in a branch: `path` behind its address. */
function about(
  make: (cast: AdminCast, branch: string | null) => Promise<string>,
  { path = '', body, change }: { path?: string; body?: object; change?: () => object } = {},
): Example {
  const given = async (cast: AdminCast, branch: string | null) => {
    const url = await make(cast, branch);
    return {
      url: `${url}${path}`,
      ...(body && { body }),
      ...(change && { body: change(), headers: await ifMatch(cast, url) }),
    };
  };
  return { make: (cast) => given(cast, null), foreign: (cast) => given(cast, branches.foreign) };
}

const text = () => ({ html: `<p>Храним заказ три дня ${crypto.randomUUID()}</p>` });
const link = (department_id_1c: string | null) => ({
  place: 'header',
  column_title: '',
  name: 'Доставка',
  url: `/info/${crypto.randomUUID()}/`,
  icon: null,
  department_id_1c,
  starts_at: null,
  ends_at: null,
});
const layout = (department_id_1c: string | null) => ({
  season: null,
  blocks: ['slides', 'categories'],
  first_categories: [],
  starts_at: null,
  ends_at: null,
  department_id_1c,
});
const article = (department_id_1c: string | null) => ({
  slug: `statya-${crypto.randomUUID()}`,
  title: 'Как выбрать клей',
  lead: 'Коротко о том, какой клей взять.',
  topic: 'remont',
  author: 'Мария Отделова',
  blocks: [{ type: 'html' as const, html: '<p>Клей.</p>' }],
  department_id_1c,
});
const post = (department_id_1c: string) => ({
  title: 'Кладовщик',
  department_id_1c,
  field: 'warehouse' as const,
  schedule: 'two_two' as const,
  salary_from_kopecks: 6_000_000,
  salary_to_kopecks: null,
  is_salary_after_tax: true,
  duties: '<p>Собирать заказы.</p>',
  requirements: '',
  terms: '<p>Два через два.</p>',
  valid_until: null,
});

const lookAt = (department_id_1c: string) => ({ department_id_1c, at: '2026-12-12T07:00:00Z' });

const emailWords = { subject: null, heading: null, lead: '{имя}, спасибо за заказ.', closing: null };

/** Pages, menus, the home page, the blog, vacancies, emails. */
export const contentExamples: Record<string, Example> = {
  'GET /api/admin/calendar': at('/api/admin/calendar?from=2026-12-01&to=2027-03-01'),
  'GET /api/admin/calendar/differences': at('/api/admin/calendar/differences?at=2090-12-12T07:00:00Z&drafts=yes'),
  'GET /api/admin/releases': at('/api/admin/releases'),
  'POST /api/admin/releases': {
    make: () => ({ url: '/api/admin/releases', body: { name: 'Новый год', publish_at: null } }),
    answers: 201,
  },
  'GET /api/admin/releases/:id': { make: async (cast) => ({ url: await aRelease(cast) }) },
  'PATCH /api/admin/releases/:id': {
    make: async (cast) => {
      const url = await aRelease(cast);
      return { url, body: { name: crypto.randomUUID() }, headers: await ifMatch(cast, url) };
    },
  },
  'DELETE /api/admin/releases/:id': { make: async (cast) => ({ url: await aRelease(cast) }) },
  'GET /api/admin/release-drafts': at('/api/admin/release-drafts'),
  'GET /api/admin/release-of': at('/api/admin/release-of?kind=menu&id=1'),
  'POST /api/admin/releases/:id/parts': {
    make: async (cast) => ({
      url: `${await aRelease(cast)}/parts`,
      body: { items: [{ kind: 'menu', id: await aDraftLink(cast) }] },
    }),
  },
  'POST /api/admin/releases/:id/parts/remove': {
    make: async (cast) => {
      const id = await aDraftLink(cast);
      return { url: `${await aRelease(cast, id)}/parts/remove`, body: { kind: 'menu', id } };
    },
  },
  'POST /api/admin/releases/:id/check': {
    make: async (cast) => ({ url: `${await aRelease(cast, await aDraftLink(cast))}/check`, body: {} }),
    leavesNoLine: true,
  },
  'POST /api/admin/releases/:id/publish': {
    make: async (cast) => {
      const id = await aDraftLink(cast);
      return { url: `${await aRelease(cast, id)}/publish`, body: { seen: [{ kind: 'menu', id }] } };
    },
  },
  'POST /api/admin/releases/:id/undo': {
    make: async (cast) => {
      const url = await aRelease(cast, await aDraftLink(cast));
      const id = Number(url.split('/').at(-1));
      await cast.db
        .transaction()
        .execute((db) => publishRelease(db, id, 'Мария Отделова', { now: new Date(), imageHosts: [] }));
      return { url: `${url}/undo`, body: { part: null } };
    },
  },
  'POST /api/admin/releases/copy': {
    make: async (cast) => ({
      url: '/api/admin/releases/copy',
      body: { name: 'Новый год', years: 1, items: [{ kind: 'menu', id: await aDraftLink(cast) }] },
    }),
    answers: 201,
  },
  'POST /api/admin/shop-previews': {
    make: () => ({ url: '/api/admin/shop-previews', body: lookAt(branches.own) }),
    foreign: () => ({ url: '/api/admin/shop-previews', body: lookAt(branches.foreign) }),
    leavesNoLine: true,
  },
  'GET /api/admin/pages': at(`/api/admin/pages?filter=${encodeURIComponent('{"state":["draft"]}')}&sort=-changed_at`),
  'GET /api/admin/pages/:id': {
    make: async (cast) => ({ url: `/api/admin/pages/${(await aText(cast.db, null)).slug}` }),
    foreign: async (cast) => ({ url: `/api/admin/pages/${(await aText(cast.db, branches.foreign)).slug}` }),
  },
  'POST /api/admin/pages': {
    make: () => ({
      url: '/api/admin/pages',
      body: { slug: `stranica-${crypto.randomUUID()}`, title: 'Хранение', ...text() },
    }),
    foreign: () => ({
      url: '/api/admin/pages',
      body: { slug: 'hranenie', title: 'Хранение', department_id_1c: branches.foreign, ...text() },
    }),
    answers: 201,
  },
  'POST /api/admin/pages/:id/move': {
    async make({ db }) {
      const { id, slug } = await aText(db, null);
      await publishPageVersion(db, id);
      return { url: `/api/admin/pages/${slug}/move`, body: { slug: `novyy-${crypto.randomUUID()}` } };
    },
  },
  'GET /api/admin/page-versions/:id': about(aVersion),
  'PATCH /api/admin/page-versions/:id': about(aVersion, { change: text }),
  'POST /api/admin/page-versions/:id/publish': about(aVersion, { path: '/publish', body: {} }),
  'POST /api/admin/page-versions/:id/end': about(
    async (cast, branch) => {
      const { id } = await aText(cast.db, branch);
      await publishPageVersion(cast.db, id, {}, new Date(Date.now() - 1_000));
      return `/api/admin/page-versions/${id}`;
    },
    { path: '/end' },
  ),
  'POST /api/admin/page-versions/:id/recall': about(
    async (cast, branch) => {
      const { id } = await aText(cast.db, branch);
      await publishPageVersion(cast.db, id, { published_at: new Date(Date.now() + 86_400_000) });
      return `/api/admin/page-versions/${id}`;
    },
    { path: '/recall' },
  ),
  'DELETE /api/admin/page-versions/:id': about(aVersion),

  'GET /api/admin/menu-links': at('/api/admin/menu-links'),
  'POST /api/admin/menu-links': {
    make: () => ({ url: '/api/admin/menu-links', body: link(null) }),
    foreign: () => ({ url: '/api/admin/menu-links', body: link(branches.foreign) }),
    answers: 201,
  },
  'GET /api/admin/menu-links/:id': about(aLink),
  'PATCH /api/admin/menu-links/:id': about(aLink, { change: () => ({ name: crypto.randomUUID().slice(0, 8) }) }),
  'DELETE /api/admin/menu-links/:id': about(aLink),
  'POST /api/admin/menu-links/order': {
    async make({ db }) {
      const [first, second] = [await linkOf(db, null), await linkOf(db, null)];
      await orderMenuLinks(db, [first, second]);
      return { url: '/api/admin/menu-links/order', body: { ids: [second, first] } };
    },
    foreign: async ({ db }) => ({
      url: '/api/admin/menu-links/order',
      body: { ids: [await linkOf(db, branches.foreign)] },
    }),
  },

  'GET /api/admin/home-layouts': at('/api/admin/home-layouts'),
  'POST /api/admin/home-layouts': {
    make: () => ({ url: '/api/admin/home-layouts', body: layout(null) }),
    foreign: () => ({ url: '/api/admin/home-layouts', body: layout(branches.foreign) }),
    answers: 201,
  },
  'GET /api/admin/home-layouts/:id': about(aLayout),
  'PATCH /api/admin/home-layouts/:id': about(aLayout, { change: () => ({ season: 'spring' }) }),
  'DELETE /api/admin/home-layouts/:id': about(aLayout),

  'GET /api/admin/articles': at(`/api/admin/articles?filter=${encodeURIComponent('{"q":"клей"}')}`),
  'GET /api/admin/blog-topics': at('/api/admin/blog-topics'),
  'PUT /api/admin/blog-topics': at('/api/admin/blog-topics', { slug: 'sad', name: 'Сад и огород', position: 20 }),
  'POST /api/admin/articles': {
    async make({ db }) {
      await aTopic(db);
      return { url: '/api/admin/articles', body: article(null) };
    },
    foreign: () => ({ url: '/api/admin/articles', body: article(branches.foreign) }),
    answers: 201,
  },
  'GET /api/admin/articles/:id': about(anArticle),
  'PATCH /api/admin/articles/:id': about(anArticle, { change: () => ({ title: `Клей ${crypto.randomUUID()}` }) }),
  'POST /api/admin/articles/:id/publish': about(anArticle, { path: '/publish', body: {} }),
  'POST /api/admin/articles/:id/recall': about(
    async (cast, branch) => {
      const url = await anArticle(cast, branch);
      await publishArticleOf(cast.db, url, new Date(Date.now() + 86_400_000));
      return url;
    },
    { path: '/recall' },
  ),
  'POST /api/admin/articles/:id/withdraw': about(
    async (cast, branch) => {
      const url = await anArticle(cast, branch);
      await publishArticleOf(cast.db, url, new Date());
      return url;
    },
    { path: '/withdraw' },
  ),
  'DELETE /api/admin/articles/:id': about(anArticle),

  'GET /api/admin/vacancies': at('/api/admin/vacancies'),
  'GET /api/admin/vacancy-places': at('/api/admin/vacancy-places'),
  'POST /api/admin/vacancies': {
    make: () => ({ url: '/api/admin/vacancies', body: post(branches.own) }),
    foreign: () => ({ url: '/api/admin/vacancies', body: post(branches.foreign) }),
    answers: 201,
  },
  'GET /api/admin/vacancies/:id': about(aVacancy()),
  'PATCH /api/admin/vacancies/:id': about(aVacancy(), {
    change: () => ({ title: `Кладовщик ${crypto.randomUUID()}` }),
  }),
  'POST /api/admin/vacancies/:id/publish': about(aVacancy(), { path: '/publish', body: {} }),
  'POST /api/admin/vacancies/:id/close': about(aVacancy(false), { path: '/close' }),
  'POST /api/admin/vacancies/:id/recall': about(aVacancy(false), { path: '/recall' }),
  'DELETE /api/admin/vacancies/:id': about(aVacancy()),

  'GET /api/admin/mails': at(`/api/admin/mails?filter=${encodeURIComponent('{"state":"waiting"}')}`),
  'POST /api/admin/mails/:id/retry': {
    make: async ({ db }) => ({ url: `/api/admin/mails/${await aMail(db)}/retry` }),
  },
  'GET /api/admin/mail-samples': at('/api/admin/mail-samples'),
  'GET /api/admin/mail-samples/:id': at('/api/admin/mail-samples/0'),
  'GET /api/admin/mail-samples/:id/page': at('/api/admin/mail-samples/0/page'),
  'POST /api/admin/mail-samples/:id/send': at('/api/admin/mail-samples/0/send'),
  'GET /api/admin/email-texts/:id': {
    ...at('/api/admin/email-texts/order_placed~'),
    foreign: () => ({ url: `/api/admin/email-texts/order_placed~${branches.foreign}` }),
  },
  'PATCH /api/admin/email-texts/:id': {
    make: async (cast) => {
      const url = '/api/admin/email-texts/order_placed~';
      return { url, body: { lead: `{имя}, спасибо ${crypto.randomUUID()}.` }, headers: await ifMatch(cast, url) };
    },
    foreign: async (cast) => {
      const url = `/api/admin/email-texts/order_placed~${branches.foreign}`;
      return { url, body: { lead: 'Спасибо.' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/email-texts/:id/preview': {
    ...at('/api/admin/email-texts/order_placed~/preview', emailWords),
    foreign: () => ({ url: `/api/admin/email-texts/order_placed~${branches.foreign}/preview`, body: emailWords }),
    leavesNoLine: true,
  },
  'POST /api/admin/email-texts/:id/send': {
    ...at('/api/admin/email-texts/order_placed~/send', emailWords),
    foreign: () => ({ url: `/api/admin/email-texts/order_placed~${branches.foreign}/send`, body: emailWords }),
  },

  'GET /api/admin/landings': at('/api/admin/landings'),
  'POST /api/admin/landings': {
    make: () => ({ url: '/api/admin/landings', body: { slug: `lp-${crypto.randomUUID()}`, name: 'Новосёлам' } }),
    answers: 201,
  },
  'GET /api/admin/landings/:id': { make: async ({ db }) => ({ url: await aLanding(db) }) },
  'PATCH /api/admin/landings/:id': {
    async make(cast) {
      const url = await aLanding(cast.db);
      return { url, body: { name: 'Новосёлам и не только' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/landings/:id/texts': {
    make: async ({ db }) => ({ url: `${await aLanding(db)}/texts`, body: landingText(null) }),
    foreign: async ({ db }) => ({ url: `${await aLanding(db)}/texts`, body: landingText(branches.foreign) }),
    answers: 201,
  },
  'POST /api/admin/landings/:id/publish': {
    async make({ db }) {
      const { landing } = await aLandingText(db, null);
      return { url: `${landing}/publish` };
    },
  },
  'POST /api/admin/landings/:id/end': { make: async ({ db }) => ({ url: `${await aLanding(db)}/end` }) },
  'GET /api/admin/landing-texts/:id': about(textOfLanding),
  'PATCH /api/admin/landing-texts/:id': about(textOfLanding, { change: () => ({ title: 'Другой заголовок' }) }),
  'DELETE /api/admin/landing-texts/:id': about(textOfLanding),
  'POST /api/admin/landing-texts/:id/publish': about(textOfLanding, { path: '/publish' }),

  'GET /api/admin/forms': at('/api/admin/forms'),
  'GET /api/admin/forms/:id': { make: async ({ db }) => ({ url: `/api/admin/forms/${await aForm(db)}` }) },
  'PATCH /api/admin/forms/:id': {
    async make(cast) {
      const url = `/api/admin/forms/${await aFormToCome(cast.db)}`;
      return { url, body: { published_at: '2090-12-20T07:00:00.000Z' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/forms': {
    make: () => ({ url: '/api/admin/forms', body: { schema: formOf(newFormCode()) } }),
    answers: 201,
  },
  'POST /api/admin/forms/:id/publish': {
    make: async ({ db }) => ({ url: `/api/admin/forms/${await aFormDraft(db)}/publish`, body: {} }),
  },
  'POST /api/admin/forms/:id/recall': {
    make: async ({ db }) => ({ url: `/api/admin/forms/${await aForm(db)}/recall` }),
  },
  'DELETE /api/admin/forms/:id': { make: async ({ db }) => ({ url: `/api/admin/forms/${await aFormDraft(db)}` }) },
  'POST /api/admin/forms/:id/close': {
    make: async ({ db }) => ({ url: `/api/admin/forms/${await aForm(db)}/close` }),
  },
  'GET /api/admin/submissions': at('/api/admin/submissions'),
  'GET /api/admin/submissions/:id': about(aSubmission),
  'GET /api/admin/submissions/:id/files/:file_id': {
    ...about(aSubmission, { path: `/files/${crypto.randomUUID()}` }),
    answers: 404,
  },

  'GET /api/admin/consents': at(`/api/admin/consents?filter=${encodeURIComponent('{"is_withdrawn":false}')}`),
  'GET /api/admin/consents/export': at('/api/admin/consents/export?format=csv'),
  'POST /api/admin/consents/withdrawals': {
    make: async ({ db }) => {
      const contact = `otzyv${crypto.randomUUID()}@pochta.example`;
      const given = { form: 'support', subject: contact, address: '', user_id: null } as const;
      await giveConsent(db, { purpose: 'personal_data', ...given });
      const body = { contact, purpose: 'personal_data', received_at: new Date(), reason: 'Письмо, вх. № 14' };
      return { url: '/api/admin/consents/withdrawals', body };
    },
  },
};

async function aText(db: Database, department_id_1c: string | null): Promise<{ id: number; slug: string }> {
  const slug = `stranica-${crypto.randomUUID()}`;
  const { id } = await db
    .transaction()
    .execute((db) => createPageVersion(db, { slug, department_id_1c, title: 'Хранение', ...text() }));
  return { id, slug };
}

async function aVersion({ db }: AdminCast, branch: string | null): Promise<string> {
  return `/api/admin/page-versions/${(await aText(db, branch)).id}`;
}

function linkOf(db: Database, branch: string | null): Promise<number> {
  return addMenuLink(db, { ...link(branch), place: 'header' });
}

async function aLink({ db }: AdminCast, branch: string | null): Promise<string> {
  return `/api/admin/menu-links/${await linkOf(db, branch)}`;
}

async function aLayout({ db }: AdminCast, department_id_1c: string | null): Promise<string> {
  return `/api/admin/home-layouts/${await planHomeLayout(db, { department_id_1c })}`;
}

function aTopic(db: Database): Promise<void> {
  return saveTopic(db, { slug: 'remont', name: 'Ремонт' });
}

async function anArticle({ db }: AdminCast, branch: string | null): Promise<string> {
  await aTopic(db);
  return `/api/admin/articles/${await draftArticle(db, article(branch))}`;
}

async function publishArticleOf(db: Database, url: string, published_at: Date): Promise<void> {
  const id = Number(url.split('/').at(-1));
  await db.updateTable('articles').set({ is_draft: false, published_at }).where('id', '=', id).execute();
}

function aVacancy(is_draft = true) {
  return async ({ db }: AdminCast, branch: string | null) =>
    `/api/admin/vacancies/${await createVacancy(db, post(branch ?? branches.own), new Date(), { is_draft })}`;
}

async function aMail(db: Database): Promise<number> {
  const key = crypto.randomUUID();
  await storeMail(db, key, 'anna@pochta.example', {
    subject: 'Заказ принят',
    heading: 'Заказ принят',
    blocks: [],
    footer: () => [],
  });
  const { id } = await db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  return Number(id);
}

function formOf(code: string): FormSchema {
  return { code, name: 'Проба', fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: { required: true } } } };
}

const newFormCode = () => `f_${crypto.randomUUID().replaceAll('-', '')}`;

async function aForm(db: Database): Promise<string> {
  const code = newFormCode();
  await publishForm(db, formOf(code));
  return code;
}

async function aFormToCome(db: Database): Promise<string> {
  const code = newFormCode();
  await publishForm(db, formOf(code), new Date('2090-12-12T07:00:00Z'));
  return code;
}

async function aFormDraft(db: Database): Promise<string> {
  const code = newFormCode();
  await saveFormDraft(db, formOf(code), null);
  return code;
}

async function aSubmission({ db }: AdminCast, branch: string | null): Promise<string> {
  const { number } = await db
    .insertInto('form_submissions')
    .values({
      code: 'callback',
      once: crypto.randomUUID(),
      origin: 'http://idd.localhost',
      department_id_1c: branch ?? branches.own,
      answers: JSON.stringify([{ field: 'name', name: 'Имя', value: 'Анна' }]),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return `/api/admin/submissions/${number}`;
}

const landingText = (department_id_1c: string | null) => ({
  department_id_1c,
  variant: 'a' as const,
  title: 'Новосёлам',
  description: '',
  blocks: [{ type: 'html' as const, html: '<p>Всё для новой квартиры.</p>' }],
});

async function aLanding(db: Database): Promise<string> {
  const { id } = await saveLanding(db, { slug: `lp-${crypto.randomUUID()}`, name: 'Новосёлам' });
  return `/api/admin/landings/${id}`;
}

async function aLandingText(db: Database, branch: string | null): Promise<{ landing: string; text: string }> {
  const slug = `lp-${crypto.randomUUID()}`;
  return db.transaction().execute(async (db) => {
    const { id } = await saveLanding(db, { slug, name: 'Новосёлам' });
    const text = await writeLandingPage(db, slug, landingText(branch));
    return { landing: `/api/admin/landings/${id}`, text: `/api/admin/landing-texts/${text.id}` };
  });
}

async function textOfLanding({ db }: AdminCast, branch: string | null): Promise<string> {
  return (await aLandingText(db, branch)).text;
}

async function aDraftLink({ db }: AdminCast): Promise<string> {
  const { department_id_1c: _, ...given } = link(null);
  return String(await addMenuLink(db, { ...given, place: 'header', starts_at: new Date(), is_draft: true }));
}

/** A release, with this draft link of a menu in it. */
async function aRelease({ db, staff }: AdminCast, link: string | null = null): Promise<string> {
  return db.transaction().execute(async (db) => {
    const author = { user_id: staff.owner.id, full_name: 'Вера Хозяева' };
    const id = await createRelease(db, { name: 'Новый год', publish_at: null }, author, new Date());
    if (link) await addToRelease(db, id, { kind: 'menu', id: link }, new Date());
    return `/api/admin/releases/${id}`;
  });
}
