import { sql } from 'kysely';
import sharp from 'sharp';
import { takeFields } from '#modules/catalogue/field-owners.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import { enqueue } from '#platform/queue.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { makeCategory, makeProduct } from '#test/support/shop.ts';
import { type AdminCast, branches, type Call, call } from './cast.ts';
import { contentExamples } from './content-examples.ts';
import { onecExamples } from './onec-examples.ts';
import { orderExamples } from './order-examples.ts';
import { requestExamples } from './request-examples.ts';

/** A call that does its work for whoever may make it. */
export type Example = {
  /** Makes what it needs; `url` and `body` of the call. */
  make: (cast: AdminCast) => Promise<Omit<Call, 'method'>> | Omit<Call, 'method'>;
  /** What the answer is; 200 when left out. */
  answers?: number;
  /** The same call about a thing of the branch where the member of staff does not work: 404. */
  foreign?: (cast: AdminCast) => Promise<Omit<Call, 'method'>> | Omit<Call, 'method'>;
  /** Changes nothing that a journal could name: its line is not looked for. */
  leavesNoLine?: boolean;
};

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** Every call of the back office by method and path: one that is not here fails the test. */
export const examples: Record<string, Example> = {
  ...contentExamples,
  ...onecExamples,
  ...orderExamples,
  ...requestExamples,
  'GET /api/admin/me': at('/api/admin/me'),
  'GET /api/admin/counters': at('/api/admin/counters'),
  'GET /api/admin/dashboard': at('/api/admin/dashboard?days=28'),
  'GET /api/admin/audit': at('/api/admin/audit'),
  'POST /api/admin/audit/:id/undo': { ...at('/api/admin/audit/999999/undo'), answers: 404, leavesNoLine: true },

  'GET /api/admin/orders': at(`/api/admin/orders?filter=${encodeURIComponent('{"state":["new"]}')}&sort=-total`),
  'POST /api/admin/orders/:id/move': {
    make: async (cast) => ({
      url: `/api/admin/orders/${(await cast.anOrder()).id}/move`,
      body: { state: 'assembling' },
    }),
    foreign: async (cast) => ({
      url: `/api/admin/orders/${(await cast.anOrder(branches.foreign)).id}/move`,
      body: { state: 'assembling' },
    }),
  },

  'GET /api/admin/branches': at('/api/admin/branches'),
  'GET /api/admin/branches/:id': {
    ...at(`/api/admin/branches/${branches.own}`),
    foreign: () => ({ url: `/api/admin/branches/${branches.foreign}` }),
  },
  'PATCH /api/admin/branches/:id': {
    async make(cast) {
      const url = `/api/admin/branches/${branches.own}`;
      const address = `ул. Гончарная, ${100 + nextNumber('house')}`;
      return { url, body: { address }, headers: await ifMatch(cast, url) };
    },
    foreign: async (cast) => {
      const url = `/api/admin/branches/${branches.foreign}`;
      return { url, body: { address: 'ул. Ленина, 1' }, headers: await ifMatch(cast, url) };
    },
  },

  'GET /api/admin/staff': at('/api/admin/staff'),
  'POST /api/admin/staff': {
    make: () => ({
      url: '/api/admin/staff',
      body: {
        email: `novyi-${crypto.randomUUID()}@idd.example`,
        full_name: 'Инна Осипова',
        roles: ['support'],
        departments: [],
      },
    }),
    answers: 201,
  },
  'GET /api/admin/staff/:id': { make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}` }) },
  'PATCH /api/admin/staff/:id': {
    async make(cast) {
      const url = `/api/admin/staff/${(await aClerk(cast)).id}`;
      return { url, body: { roles: ['content'] }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/staff/:id/dismiss': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/dismiss` }),
  },
  'POST /api/admin/staff/:id/reset-totp': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/reset-totp` }),
  },
  'GET /api/admin/staff/:id/sessions': {
    make: async (cast) => ({ url: `/api/admin/staff/${(await aClerk(cast)).id}/sessions` }),
  },
  'POST /api/admin/staff/:id/sessions/:session_id/end': {
    async make(cast) {
      const { id, session_id } = await aClerk(cast);
      return { url: `/api/admin/staff/${id}/sessions/${session_id}/end` };
    },
  },

  'GET /api/admin/settings': at('/api/admin/settings'),
  'GET /api/admin/settings/:id': at('/api/admin/settings/company'),
  'PATCH /api/admin/settings/:id': {
    make: async (cast) => ({
      url: '/api/admin/settings/company',
      body: { name: `ИДД ${crypto.randomUUID().slice(0, 8)}` },
      headers: await ifMatch(cast, '/api/admin/settings/company'),
    }),
  },

  'GET /api/admin/health': at('/api/admin/health'),
  'GET /api/admin/jobs': at('/api/admin/jobs'),
  'POST /api/admin/jobs/:id/retry': {
    async make({ db }) {
      await enqueue(db, 'clean_up');
      const { rows } = await sql<{ id: string }>`select max(id)::text as id from graphile_worker.jobs`.execute(db);
      return { url: `/api/admin/jobs/${rows[0]?.id}/retry` };
    },
  },

  'GET /api/admin/products': at(`/api/admin/products?filter=${encodeURIComponent('{"in_stock":true}')}&sort=-name`),
  'GET /api/admin/products/:id': { make: ({ product }) => ({ url: `/api/admin/products/${product.id}` }) },
  'PATCH /api/admin/products/:id': {
    async make(cast) {
      const url = `/api/admin/products/${cast.product.id}`;
      return { url, body: { article: crypto.randomUUID() }, headers: await ifMatch(cast, url) };
    },
  },
  'GET /api/admin/products/:id/branches': {
    make: ({ product }) => ({ url: `/api/admin/products/${product.id}/branches` }),
  },
  'POST /api/admin/products': {
    make: ({ category }) => ({
      url: '/api/admin/products',
      body: { name: `Плинтус ${crypto.randomUUID()}`, category_id: category.id },
    }),
    answers: 201,
  },
  'POST /api/admin/products/:id/release': {
    async make({ db }) {
      const { id } = await makeProduct(db, { id_1c: crypto.randomUUID() });
      await takeFields(db, { product_id: id, fields: ['name'], until: null });
      return { url: `/api/admin/products/${id}/release`, body: { field: 'name' } };
    },
  },
  'POST /api/admin/files': {
    async make() {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: randomColour() } })
        .png()
        .toBuffer();
      return fileForm('/api/admin/files', bytes, 'фото.png');
    },
    answers: 201,
  },

  'GET /api/admin/price-columns': at('/api/admin/price-columns'),
  'GET /api/admin/prices': at('/api/admin/prices?per_page=10'),
  'POST /api/admin/prices/cells': {
    async make({ db }) {
      const { id } = await makeProduct(db, { price: 10_000 });
      return {
        url: '/api/admin/prices/cells',
        body: { cells: [{ product_id: id, price_column: 'vologda', price: 11_000 }] },
      };
    },
    foreign: async ({ product }) => ({
      url: '/api/admin/prices/cells',
      body: { cells: [{ product_id: product.id, price_column: 'cherepovets', price: 50_000 }] },
    }),
  },
  'PUT /api/admin/prices/:id/tiers': {
    make: ({ product }) => ({
      url: `/api/admin/prices/${product.id}/tiers`,
      body: { price_column: 'vologda', tiers: [{ from_count: 24, price: 30_000 }] },
    }),
  },
  'POST /api/admin/prices/:id/unpin': {
    async make({ db }) {
      const { id } = await makeProduct(db);
      await db.insertInto('price_pins').values({ product_id: id, price_column: 'vologda' }).execute();
      return { url: `/api/admin/prices/${id}/unpin`, body: { price_column: 'vologda' } };
    },
  },
  'GET /api/admin/prices/:id/history': {
    make: ({ product }) => ({ url: `/api/admin/prices/${product.id}/history` }),
  },

  'GET /api/admin/price-plans': at('/api/admin/price-plans'),
  'POST /api/admin/price-plans': {
    make: async (cast) => ({ url: '/api/admin/price-plans', body: planOf(await makeProduct(cast.db)) }),
    answers: 201,
  },
  'GET /api/admin/price-plans/:id': {
    make: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast)).id}` }),
  },
  'POST /api/admin/price-plans/:id/confirm': {
    async make(cast) {
      const { id, hash } = await aPlan(cast);
      return { url: `/api/admin/price-plans/${id}/confirm`, body: { hash } };
    },
  },
  'POST /api/admin/price-plans/:id/cancel': {
    make: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast)).id}/cancel` }),
    foreign: async (cast) => ({ url: `/api/admin/price-plans/${(await aPlan(cast, 'cherepovets')).id}/cancel` }),
  },
  'POST /api/admin/price-plans/:id/undo': {
    async make(cast) {
      const { id } = await aPlan(cast);
      await cast.db.updateTable('price_plans').set({ state: 'done' }).where('id', '=', id).execute();
      return { url: `/api/admin/price-plans/${id}/undo` };
    },
  },

  'GET /api/admin/categories': at('/api/admin/categories'),
  'GET /api/admin/categories/:id': { make: ({ category }) => ({ url: `/api/admin/categories/${category.id}` }) },
  'PATCH /api/admin/categories/:id': {
    async make(cast) {
      const url = `/api/admin/categories/${cast.category.id}`;
      return { url, body: { short_name: crypto.randomUUID() }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/categories': {
    make: () => ({ url: '/api/admin/categories', body: { name: `Краски ${crypto.randomUUID()}` } }),
    answers: 201,
  },
  'POST /api/admin/categories/:id/move': {
    async make({ db, category }) {
      const { id } = await makeCategory(db, `razdel-${crypto.randomUUID()}`, 'Краски');
      return { url: `/api/admin/categories/${id}/move`, body: { parent_id: category.id, place: 0 } };
    },
  },
  'GET /api/admin/attributes': at('/api/admin/attributes'),
  'GET /api/admin/attributes/:id': {
    make: async (cast) => ({ url: `/api/admin/attributes/${await anAttribute(cast)}` }),
  },
  'PATCH /api/admin/attributes/:id': {
    async make(cast) {
      const url = `/api/admin/attributes/${await anAttribute(cast)}`;
      return { url, body: { unit: 'мм' }, headers: await ifMatch(cast, url) };
    },
  },
  'POST /api/admin/attributes': {
    make: () => ({
      url: '/api/admin/attributes',
      body: { name: `Толщина ${crypto.randomUUID()}`, type: 'number', unit: 'мм', filter: 'range' },
    }),
    answers: 201,
  },
  'GET /api/admin/attributes/:id/values': {
    make: async (cast) => ({ url: `/api/admin/attributes/${await anAttribute(cast)}/values` }),
  },
  'POST /api/admin/attributes/:id/merge': {
    make: async (cast) => ({
      url: `/api/admin/attributes/${await anAttribute(cast)}/merge`,
      body: { from: ['Гипс '], into: 'Гипс' },
    }),
  },
  'GET /api/admin/brands': at('/api/admin/brands'),
  'POST /api/admin/brands': {
    make: () => ({ url: '/api/admin/brands', body: { name: `Бренд ${crypto.randomUUID()}` } }),
    answers: 201,
  },

  'GET /api/admin/stock': at('/api/admin/stock?per_page=10'),
  'PUT /api/admin/stock/:id/shelf': {
    make: ({ product }) => ({
      url: `/api/admin/stock/${product.id}/shelf`,
      body: { store: 'store12', shelf: crypto.randomUUID().slice(0, 8) },
    }),
    foreign: async ({ product }) => ({
      url: `/api/admin/stock/${product.id}/shelf`,
      body: { store: 'store52', shelf: 'А-1' },
    }),
  },
  'GET /api/admin/stock/:id/reservations': {
    make: ({ product }) => ({ url: `/api/admin/stock/${product.id}/reservations` }),
  },
};

/** A member of staff who may be changed without harm. */
function aClerk({ db }: AdminCast) {
  return makeStaff(db, ['support']);
}

/** The version of a record, for the `If-Match` of its change. */
export async function ifMatch(cast: AdminCast, url: string): Promise<Record<string, string>> {
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  return { 'if-match': String(headers.etag) };
}

function planOf({ id }: { id: number }, column = 'vologda') {
  return {
    name: 'Подорожание',
    filter: { ids: [id] },
    columns: [column],
    change: { base: { from: 'own' }, percent: 5 },
  };
}

async function aPlan({ db }: AdminCast, price_column = 'vologda'): Promise<{ id: number; hash: string }> {
  const product = await makeProduct(db, { price_column });
  const { columns, change } = planOf(product, price_column);
  const owner = await makeStaff(db, ['owner']);
  return db.transaction().execute(async (db) => {
    const { id } = await rehearsePlan(db, await goodsScope(db, null), {
      ...{ name: 'Подорожание', filter: { ids: [product.id] }, columns, uses_cost: false, starts: null },
      change: PlanChange.parse(change),
      author: { user_id: owner.id, full_name: owner.full_name },
    });
    return db.selectFrom('price_plans').select(['id', 'hash']).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

async function anAttribute({ db }: AdminCast): Promise<number> {
  const code = `osnova_${crypto.randomUUID().replaceAll('-', '')}`;
  const { id } = await db
    .insertInto('attributes')
    .values({ code, name: 'Основа', type: 'enum', filter: 'values' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function randomColour() {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3));
  return { r, g, b };
}

/** A form with one file, as a browser sends it. */
export async function fileForm(
  url: string,
  bytes: Buffer,
  name: string,
  more: Record<string, string> = {},
): Promise<Omit<Call, 'method'>> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  return {
    url,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': String(request.headers.get('content-type')) },
  };
}
