import { type AdminCast, branches, type Call, call } from './cast.ts';

/** A call that does its work for whoever may make it. */
export type Example = {
  /** Makes what it needs; `url` and `body` of the call. */
  make: (cast: AdminCast) => Promise<Omit<Call, 'method'>> | Omit<Call, 'method'>;
  /** What the answer is; 200 when left out. */
  answers?: number;
  /** The same call about a thing of the branch where the member of staff does not work: 404. */
  foreign?: (cast: AdminCast) => Promise<Omit<Call, 'method'>>;
  /** Changes nothing that a journal could name: its line is not looked for. */
  leavesNoLine?: boolean;
};

const at = (url: string, body?: object) => ({ make: () => ({ url, ...(body && { body }) }) });

/** Every call of the back office by method and path: one that is not here fails the test. */
export const examples: Record<string, Example> = {
  'GET /api/admin/me': at('/api/admin/me'),
  'GET /api/admin/counters': at('/api/admin/counters'),
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
};

/** The version of a record, for the `If-Match` of its change. */
export async function ifMatch(cast: AdminCast, url: string): Promise<Record<string, string>> {
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  return { 'if-match': String(headers.etag) };
}
