import { isUnderMaintenance } from '#platform/maintenance.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Api, ApiContext } from './api.ts';

/** What buyers change by calls; staff, banks and 1C have calls of their own and go on. */
const ofBuyers = /^\/api\/(?:ecm|cart)[/?]/;

/** While works go on buyers change nothing by calls, as they do by no page (S2-22). */
export function refuseChangesDuringMaintenance(api: Api, { db }: ApiContext): void {
  api.addHook('onRequest', async ({ method, url }) => {
    if (method === 'GET' || method === 'HEAD' || !ofBuyers.test(url)) return;
    if (await isUnderMaintenance(db)) throw new Refusal('maintenance', { retry_after: 60 });
  });
}
