import { randomBytes, randomUUID } from 'node:crypto';
import { createNode } from '#integrations/onec/exchange/nodes.ts';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { emptySummary } from '#integrations/onec/summary.ts';
import type { Database } from '#platform/database.ts';
import { type AdminCast, branches, call } from './cast.ts';
import type { Example } from './example.ts';

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** The calls of the exchange with 1C. */
export const onecExamples: Record<string, Example> = {
  'GET /api/admin/onec-packages': at(`/api/admin/onec-packages?filter=${encodeURIComponent('{"state":["held"]}')}`),
  'GET /api/admin/onec-packages/:id': { make: async ({ db }) => ({ url: await packageUrl(db) }) },
  'GET /api/admin/onec-packages/:id/rows': {
    make: async ({ db }) => ({ url: `${await packageUrl(db)}/rows?kind=switched_off` }),
  },
  'GET /api/admin/onec-packages/:id/export': {
    make: async ({ db }) => ({ url: `${await packageUrl(db)}/export?kind=prices&format=csv` }),
  },
  'POST /api/admin/onec-packages/:id/keep-out': {
    async make({ db, product }) {
      const url = await packageUrl(db);
      const fields = JSON.stringify({ name: ['Было', 'Стало'] });
      await db
        .insertInto('onec_changes')
        .values({ package_id: Number(url.split('/').at(-1)), kind: 'product', record: product.id, fields })
        .execute();
      return { url: `${url}/keep-out`, body: { rows: [`good:${product.id}`], is_out: true } };
    },
  },
  'POST /api/admin/onec-packages/:id/approve': {
    make: async ({ db }) => ({ url: `${await packageUrl(db)}/approve`, body: { keeps_on: true } }),
  },
  'POST /api/admin/onec-packages/:id/refuse': {
    make: async ({ db }) => ({ url: `${await packageUrl(db)}/refuse`, body: { reason: 'Выгрузили не всё' } }),
  },
  'POST /api/admin/onec-packages/:id/cancel': {
    make: async ({ db }) => ({ url: `${await packageUrl(db, 'waiting')}/cancel` }),
  },
  'POST /api/admin/onec-packages/:id/rollback-preview': {
    make: async ({ db }) => ({ url: `${await packageUrl(db, 'imported')}/rollback-preview` }),
    answers: 202,
  },
  'POST /api/admin/onec-packages/:id/rollback': {
    make: async ({ db }) => ({ url: `${await packageUrl(db, 'imported')}/rollback` }),
    answers: 202,
  },
  'GET /api/admin/onec-jobs/:id': { make: async ({ db }) => ({ url: await jobUrl(db) }) },
  'POST /api/admin/onec-jobs/:id/cancel': { make: async ({ db }) => ({ url: `${await jobUrl(db)}/cancel` }) },

  'GET /api/admin/onec-nodes': at('/api/admin/onec-nodes'),
  'GET /api/admin/onec-sessions': at('/api/admin/onec-sessions'),
  'POST /api/admin/onec-nodes': {
    make: () => ({ url: '/api/admin/onec-nodes', body: { login: randomUUID(), name: randomUUID() } }),
    answers: 201,
  },
  'GET /api/admin/onec-nodes/:id': { make: async ({ db }) => ({ url: `/api/admin/onec-nodes/${await aNode(db)}` }) },
  'PATCH /api/admin/onec-nodes/:id': {
    async make(cast) {
      const url = `/api/admin/onec-nodes/${await aNode(cast.db)}`;
      const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
      return { url, body: { is_on: false }, headers: { 'if-match': String(headers.etag) } };
    },
  },
  'POST /api/admin/onec-nodes/:id/password': {
    make: async ({ db }) => ({ url: `/api/admin/onec-nodes/${await aNode(db)}/password` }),
  },
  'PUT /api/admin/onec-nodes/:id/guards/:guard': {
    make: async ({ db }) => ({
      url: `/api/admin/onec-nodes/${await aNode(db)}/guards/price_moved`,
      body: {
        is_on: true,
        share: 10,
        at_least: 5,
        moved: 50,
        seen: { is_on: true, share: 5, at_least: 10, moved: 30 },
      },
    }),
  },

  'GET /api/admin/onec-mapping': at('/api/admin/onec-mapping'),
  'GET /api/admin/onec-mapping/groups': at('/api/admin/onec-mapping/groups'),
  'GET /api/admin/onec-mapping/properties': at('/api/admin/onec-mapping/properties'),
  'GET /api/admin/onec-mapping/units': at('/api/admin/onec-mapping/units'),
  'GET /api/admin/onec-mapping/values': {
    make: async ({ db }) => ({ url: `/api/admin/onec-mapping/values?property=${await aProperty(db)}` }),
  },
  'PUT /api/admin/onec-mapping/values': {
    make: async ({ db }) => ({
      url: '/api/admin/onec-mapping/values',
      body: { id: await aProperty(db), value: 'гипс', rule: { shown: 'Гипсовая' } },
    }),
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/units': {
    make: () => ({ url: '/api/admin/onec-mapping/units', body: { id: randomUUID(), rule: null } }),
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/good-units': {
    make: () => ({ url: '/api/admin/onec-mapping/good-units', body: { id: randomUUID(), rule: null } }),
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/price-types': {
    async make({ db }) {
      const id = randomUUID();
      const node_id = await aNode(db);
      await db.insertInto('onec_price_types').values({ node_id, id_1c: id, name: id, currency: '' }).execute();
      return {
        url: '/api/admin/onec-mapping/price-types',
        body: { node_id, id, price_column: 'vologda', target: 'price' },
      };
    },
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/warehouses': {
    async make({ db }) {
      const id = randomUUID();
      const node_id = await aNode(db);
      await db.insertInto('onec_warehouses').values({ node_id, id_1c: id, name: id, address: '' }).execute();
      return { url: '/api/admin/onec-mapping/warehouses', body: { node_id, id, store: 'store52' } };
    },
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/groups': {
    ...at('/api/admin/onec-mapping/groups', { id: randomUUID(), rule: null }),
    answers: 202,
  },
  'PUT /api/admin/onec-mapping/properties': {
    make: async ({ db }) => ({
      url: '/api/admin/onec-mapping/properties',
      body: { id: await aProperty(db), rule: 'hidden' },
    }),
    answers: 202,
  },

  'GET /api/admin/onec-orders': at(`/api/admin/onec-orders?filter=${encodeURIComponent('{"state":"waiting"}')}`),
  'GET /api/admin/onec-orders/:id/log': {
    make: async (cast) => ({ url: `/api/admin/onec-orders/${await exchanged(cast)}/log` }),
    foreign: async (cast) => ({ url: `/api/admin/onec-orders/${await exchanged(cast, branches.foreign)}/log` }),
  },
  'GET /api/admin/onec-order-branches': at('/api/admin/onec-order-branches'),
  'PUT /api/admin/onec-order-branches': {
    make: async ({ db }) => ({
      url: '/api/admin/onec-order-branches',
      body: { branches: [branches.own], node_id: await aNode(db) },
    }),
  },
  'GET /api/admin/onec-order-files': at(
    `/api/admin/onec-order-files?filter=${encodeURIComponent('{"state":["failed"]}')}`,
  ),
  'GET /api/admin/onec-unknown-documents': at('/api/admin/onec-unknown-documents'),
  'POST /api/admin/onec-order-files/:id/retake': {
    make: async ({ db }) => ({ url: `/api/admin/onec-order-files/${await aFailedFile(db)}/retake` }),
  },
  'POST /api/admin/onec-orders/:id/send': {
    make: async (cast) => ({ url: `/api/admin/onec-orders/${await exchanged(cast)}/send` }),
    foreign: async (cast) => ({ url: `/api/admin/onec-orders/${await exchanged(cast, branches.foreign)}/send` }),
  },
};

async function aProperty(db: Database): Promise<string> {
  const id = randomUUID();
  const { id: attribute_id } = await db
    .insertInto('attributes')
    .values({ code: `p${id.slice(0, 8)}`, name: id, type: 'text' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('onec_properties').values({ id_1c: id, name: id, type: 'text', attribute_id }).execute();
  return id;
}

async function aNode(db: Database): Promise<number> {
  const login = randomUUID();
  const { id } = await createNode(db, { name: login, login, password: randomBytes(18).toString('base64url') });
  return id;
}

/** A file of orders on which the shop has failed. */
async function aFailedFile(db: Database): Promise<number> {
  const now = new Date();
  const session_id = randomUUID();
  const hashes = { token_hash: randomBytes(32), sessid_hash: randomBytes(32) };
  const session = { id: session_id, node_id: await aNode(db), type: 'sale', address: '127.0.0.1', ...hashes };
  await db
    .insertInto('onec_sessions')
    .values({ ...session, started_at: now, seen_at: now })
    .execute();
  const { id } = await db
    .insertInto('onec_order_files')
    .values({
      ...{ session_id, batch: 1, name: 'orders.xml', received_at: now, heartbeat_at: now },
      ...{ state: 'failed', reason: 'сбой магазина', finished_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A look before a rollback, which waits for the worker. */
async function jobUrl(db: Database): Promise<string> {
  const author = { staff_user_id: null, session_id: null, address: null, request_id: null, permission: null };
  const payload = { package_id: Number((await packageUrl(db, 'imported')).split('/').at(-1)) };
  const job = await askStaffJob(db, 'rollback_preview', payload, { ...author, who: 'Мария', verb: 'POST' });
  return `/api/admin/onec-jobs/${job}`;
}

/** A package of a node of its own, that waits for a decision, was taken, or waits for the worker. */
async function packageUrl(db: Database, state: 'held' | 'imported' | 'waiting' = 'held'): Promise<string> {
  const nothing = { to_5: 0, to_10: 0, to_30: 0, to_50: 0, more: 0 };
  const changes = {
    goods: { created: 0, changed: 1, switched_off: 1, switched_on: 0, moved: 0, renamed: 0, units_changed: 0 },
    prices: { appeared: 0, gone: 0, up: nothing, down: nothing, old_changed: 0 },
    stock: { changed: 0, to_zero: 0 },
    groups: { created: 0, renamed: 0, moved: 0, switched_off: 0, switched_on: 0 },
  };
  const guards = [{ guard: 'switched_off', goods: 12, of: 100, limit: 'больше 5 % товаров узла' }];
  const { id } = await db
    .insertInto('onec_packages')
    .values({
      node_id: await aNode(db),
      source: 'import.xml',
      state,
      ...(state !== 'waiting' && {
        finished_at: new Date(),
        guards: JSON.stringify(guards),
        changes: JSON.stringify(changes),
        summary: JSON.stringify({ ...emptySummary(), result: state }),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/admin/onec-packages/${id}`;
}

/** An order that a base of 1C was given. */
async function exchanged(cast: AdminCast, branch = branches.own): Promise<string> {
  const { id } = await cast.anOrder(branch);
  const node_id = await aNode(cast.db);
  await cast.db
    .insertInto('onec_order_queries')
    .values({ node_id, session_id: randomUUID(), at: new Date(), orders: 0 })
    .execute();
  await cast.db
    .insertInto('onec_orders')
    .values({ node_id, order_id: id, refused_at: new Date(), refused_why: 'нет' })
    .execute();
  return id;
}
