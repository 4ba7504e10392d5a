import { rehearseRedirects } from '#modules/content/redirects-table.ts';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { addRedirect } from '#modules/content/staff-redirects.ts';
import { addJudgedQuery } from '#modules/search/judged-queries.ts';
import { savePin } from '#modules/search/pins.ts';
import { saveSynonym } from '#modules/search/rules.ts';
import { pageOf, refuseShort } from '#modules/search/unwanted-shorts.ts';
import type { Database } from '#platform/database.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { type AdminCast, branches } from './cast.ts';
import { type Example, ifMatch } from './example.ts';

const at = (url: string, body?: object): Example => ({ make: () => ({ url, ...(body && { body }) }) });
const filtered = (url: string, filter: object) => at(`${url}?filter=${encodeURIComponent(JSON.stringify(filter))}`);

/** A query that was searched in vain in a branch. */
async function aMiss(db: Database, branch: string, words = `потеря ${nextNumber('miss')}`, times = 7) {
  const day = new Date().toISOString().slice(0, 10);
  await db
    .insertInto('search_misses')
    .values({ day, department_id_1c: branch, words, kind: 'nothing', times })
    .execute();
  return words;
}

const rule = (department_id_1c: string | null) => ({
  kind: 'synonym',
  words: `слово ${nextNumber('rule')}`,
  means: 'штукатурка',
  department_id_1c,
});

async function aRule({ db }: AdminCast, department_id_1c: string | null, verb: 'remove' | 'publish' = 'remove') {
  const { id } = await saveSynonym(db, { ...rule(null), department_id_1c, is_draft: verb === 'publish' });
  return { url: `/api/admin/search-rules/synonym-${id}/${verb}`, body: {} };
}

async function aPin({ db, product }: AdminCast, department_id_1c: string, verb: 'remove' | 'publish' = 'remove') {
  const words = `закреп ${nextNumber('pin')}`;
  const is_draft = verb === 'publish';
  const { id } = await savePin(db, { words, product_id: product.id, position: 1, department_id_1c, is_draft });
  return { url: `/api/admin/search-pins/${id}/${verb}`, body: {} };
}

async function aJudgedQuery({ db, product }: AdminCast) {
  const goods = [{ product_id: product.id, grade: 3 as const }];
  const { id } = await addJudgedQuery(db, { words: `проверка ${nextNumber('judged')}`, goods });
  return `/api/admin/judged-queries/${id}`;
}

async function aRedirect({ db }: AdminCast, department_id_1c: string) {
  const from_path = `/old/${nextNumber('redirect')}/`;
  const id = await db
    .transaction()
    .execute((db) => addRedirect(db, { from_path, to_path: '/delivery/', department_id_1c }));
  return { url: `/api/admin/redirects/${id}` };
}

async function aChangedRedirect(cast: AdminCast, department_id_1c: string) {
  const { url } = await aRedirect(cast, department_id_1c);
  return { url, body: { status: 302 }, headers: await ifMatch(cast, url) };
}

async function aRemovedRedirect(cast: AdminCast, department_id_1c: string) {
  return { url: `${(await aRedirect(cast, department_id_1c)).url}/remove` };
}

async function aMissingPath({ db }: AdminCast, department_id_1c: string) {
  const path = `/gone/${nextNumber('gone')}/`;
  const [first_day, last_day] = ['2026-11-20', '2026-11-22'];
  await db.insertInto('missing_paths').values({ path, department_id_1c, first_day, last_day }).execute();
  return path;
}

const tableOf = (n: number) => `Откуда;Куда\r\n/table/${n}/;/delivery/\r\n`;

/** The search and SEO. */
export const searchExamples: Record<string, Example> = {
  'GET /api/admin/search-misses': filtered('/api/admin/search-misses', { kind: ['nothing'] }),
  'GET /api/admin/search-misses/decided': at('/api/admin/search-misses/decided'),
  'POST /api/admin/search-misses/proposals': {
    ...at('/api/admin/search-misses/proposals', { words: ['штукатуркк'] }),
    foreign: () => ({
      url: '/api/admin/search-misses/proposals',
      body: { words: ['штукатуркк'], department_id_1c: branches.foreign },
    }),
    leavesNoLine: true,
  },
  'POST /api/admin/search-preview': {
    ...at('/api/admin/search-preview', { q: 'болгарка', add: { kind: 'stop', words: 'купить' } }),
    foreign: () => ({
      url: '/api/admin/search-preview',
      body: { q: 'болгарка', department_id_1c: branches.foreign },
    }),
    leavesNoLine: true,
  },
  'POST /api/admin/search-misses/decide': {
    make: async ({ db }) => ({
      url: '/api/admin/search-misses/decide',
      body: { words: [await aMiss(db, branches.own)], decision: 'hidden' },
    }),
    foreign: async ({ db }) => ({
      url: '/api/admin/search-misses/decide',
      body: { words: [await aMiss(db, branches.foreign)], decision: 'hidden' },
    }),
  },
  'POST /api/admin/search-misses/reopen': {
    make: async ({ db }) => reopened(db, branches.own),
    foreign: async ({ db }) => reopened(db, branches.foreign),
  },

  'GET /api/admin/search-rules': filtered('/api/admin/search-rules', { kind: 'redirect', q: 'доставка' }),
  'POST /api/admin/search-rules': {
    make: () => ({ url: '/api/admin/search-rules', body: rule(null) }),
    answers: 201,
    foreign: () => ({ url: '/api/admin/search-rules', body: rule(branches.foreign) }),
  },
  'POST /api/admin/search-rules/:id/remove': {
    make: (cast) => aRule(cast, branches.own),
    foreign: (cast) => aRule(cast, branches.foreign),
  },
  'POST /api/admin/search-rules/:id/publish': {
    make: (cast) => aRule(cast, branches.own, 'publish'),
    foreign: (cast) => aRule(cast, branches.foreign, 'publish'),
  },
  'GET /api/admin/judged-queries': at('/api/admin/judged-queries'),
  'POST /api/admin/judged-queries': {
    make: () => ({ url: '/api/admin/judged-queries', body: { words: `проверка ${nextNumber('judged')}` } }),
    answers: 201,
  },
  'GET /api/admin/judged-queries/:id': { make: async (cast) => ({ url: await aJudgedQuery(cast) }) },
  'PATCH /api/admin/judged-queries/:id': {
    async make(cast) {
      const url = await aJudgedQuery(cast);
      const goods = [{ product_id: cast.product.id, grade: 2 }];
      return { url, body: { goods }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/judged-queries/:id/remove': {
    make: async (cast) => ({ url: `${await aJudgedQuery(cast)}/remove` }),
  },
  'POST /api/admin/judged-queries/compare': {
    ...at('/api/admin/judged-queries/compare', { add: { kind: 'stop', words: 'купить' } }),
    leavesNoLine: true,
  },
  'POST /api/admin/judged-queries/answer': {
    ...at('/api/admin/judged-queries/answer', { q: 'штукатурка' }),
    leavesNoLine: true,
  },
  'GET /api/admin/search-pins': at('/api/admin/search-pins'),
  'POST /api/admin/search-pins': {
    make: (cast) => ({ url: '/api/admin/search-pins', body: pinOf(cast, branches.own) }),
    answers: 201,
    foreign: (cast) => ({ url: '/api/admin/search-pins', body: pinOf(cast, branches.foreign) }),
  },
  'POST /api/admin/search-pins/:id/remove': {
    make: (cast) => aPin(cast, branches.own),
    foreign: (cast) => aPin(cast, branches.foreign),
  },
  'POST /api/admin/search-pins/:id/publish': {
    make: (cast) => aPin(cast, branches.own, 'publish'),
    foreign: (cast) => aPin(cast, branches.foreign, 'publish'),
  },

  'GET /api/admin/redirects': filtered('/api/admin/redirects', { q: 'old' }),
  'GET /api/admin/redirects/table': at('/api/admin/redirects/table'),
  'POST /api/admin/redirects': {
    make: () => ({ url: '/api/admin/redirects', body: redirectOf(branches.own) }),
    answers: 201,
    foreign: () => ({ url: '/api/admin/redirects', body: redirectOf(branches.foreign) }),
  },
  'GET /api/admin/redirects/:id': {
    make: (cast) => aRedirect(cast, branches.own),
    foreign: (cast) => aRedirect(cast, branches.foreign),
  },
  'PATCH /api/admin/redirects/:id': {
    make: (cast) => aChangedRedirect(cast, branches.own),
    foreign: (cast) => aChangedRedirect(cast, branches.foreign),
  },
  'POST /api/admin/redirects/:id/remove': {
    make: (cast) => aRemovedRedirect(cast, branches.own),
    foreign: (cast) => aRemovedRedirect(cast, branches.foreign),
  },
  'POST /api/admin/redirects/rehearse': {
    ...at('/api/admin/redirects/rehearse', { csv: tableOf(0) }),
    leavesNoLine: true,
  },
  'POST /api/admin/redirects/import': {
    async make({ db }) {
      const csv = tableOf(nextNumber('table'));
      const { hash } = await rehearseRedirects(db, csv, () => null);
      return { url: '/api/admin/redirects/import', body: { csv, hash } };
    },
  },
  'GET /api/admin/missing-paths': filtered('/api/admin/missing-paths', { is_ignored: false }),
  'POST /api/admin/missing-paths/target': {
    ...at('/api/admin/missing-paths/target', { path: '/category/shtukaturka/' }),
    leavesNoLine: true,
  },
  'POST /api/admin/missing-paths/ignore': {
    make: async (cast) => ignored(await aMissingPath(cast, branches.own)),
    foreign: async (cast) => ignored(await aMissingPath(cast, branches.foreign)),
  },

  'GET /api/admin/short-proposals': at('/api/admin/short-proposals'),
  'GET /api/admin/short-proposals/unwanted': at('/api/admin/short-proposals/unwanted'),
  'POST /api/admin/short-proposals/unwanted': {
    make: ({ category }) => ({
      url: '/api/admin/short-proposals/unwanted',
      body: {
        category_id: category.id,
        filters: { cvet: [String(nextNumber('value'))] },
        words: ['плитка белая'],
        labels: ['Цвет: Белый'],
      },
    }),
  },
  'POST /api/admin/short-proposals/unwanted/remove': {
    make: async ({ db, category }) => {
      const short = { category_id: category.id, filters: { cvet: [String(nextNumber('value'))] } };
      await refuseShort(db, { ...short, words: ['плитка серая'], labels: ['Цвет: Серый'] }, 'Инна Осипова');
      const body = { category_id: category.id, page: pageOf(short.filters) };
      return { url: '/api/admin/short-proposals/unwanted/remove', body };
    },
  },

  'GET /api/admin/seo-texts': filtered('/api/admin/seo-texts', { kind: ['category'] }),
  'GET /api/admin/seo-texts/:id': {
    ...at('/api/admin/seo-texts/category~suhie-smesi~'),
    foreign: () => ({ url: `/api/admin/seo-texts/category~suhie-smesi~${branches.foreign}` }),
  },
  'PATCH /api/admin/seo-texts/:id': {
    async make(cast) {
      const url = '/api/admin/seo-texts/category~suhie-smesi~';
      const title = `Смеси ${nextNumber('title')}: {region}`;
      return { url, body: { title }, headers: await ifMatch(cast, url) };
    },
    async foreign(cast) {
      await setSeoText(cast.db, { kind: 'home', department_id_1c: branches.foreign }, { title: 'Свой' });
      const url = `/api/admin/seo-texts/home~~${branches.foreign}`;
      return { url, body: { title: 'Чужой' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/seo-texts/:id/preview': {
    ...at('/api/admin/seo-texts/home~~/preview', textsOf('{region}')),
    foreign: () => ({ url: `/api/admin/seo-texts/home~~${branches.foreign}/preview`, body: textsOf('{region}') }),
    leavesNoLine: true,
  },
  'GET /api/admin/seo-problems': at('/api/admin/seo-problems'),
  'POST /api/admin/seo-problems/check': at('/api/admin/seo-problems/check', {}),
  'GET /api/admin/feed-looks': at('/api/admin/feed-looks'),
  'POST /api/admin/feed-looks/check': at('/api/admin/feed-looks/check', {}),
};

function textsOf(title: string) {
  return { title, unique_title: '', description: '', keywords: '', text: '' };
}

function redirectOf(department_id_1c: string) {
  return { from_path: `/old/${nextNumber('redirect')}/`, to_path: '/delivery/', department_id_1c };
}

function pinOf({ product }: AdminCast, department_id_1c: string) {
  return {
    words: `закреп ${nextNumber('pin')}`,
    product_id: product.id,
    position: 2,
    department_id_1c,
    starts_at: null,
    ends_at: null,
  };
}

async function reopened(db: Database, department_id_1c: string) {
  const words = await aMiss(db, department_id_1c);
  const ends_at = new Date(Date.now() + 86_400_000);
  await db
    .insertInto('search_decisions')
    .values({ words, department_id_1c, decision: 'hidden', times: 7, who: 'Инна Осипова', ends_at })
    .execute();
  return { url: '/api/admin/search-misses/reopen', body: { words: [words] } };
}

function ignored(path: string) {
  return { url: '/api/admin/missing-paths/ignore', body: { paths: [path], is_ignored: true } };
}
