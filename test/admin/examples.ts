import { sql } from 'kysely';
import { enqueue } from '#platform/queue.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { type AdminCast, branches, type Call, call } from './cast.ts';
import { orderExamples } from './order-examples.ts';

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
  ...orderExamples,
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
      const address = `ул. Гончарная, ${nextNumber('house')}`;
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
