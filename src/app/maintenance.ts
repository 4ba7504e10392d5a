import type { Db } from '#platform/database.ts';
import { isUnderMaintenance } from '#platform/maintenance.ts';
import { Refusal } from '#platform/refusal.ts';
import type { HttpServer } from './http-server.ts';
import { isMutation } from './request-kinds.ts';

/** What buyers change by calls; staff, banks and 1C have calls of their own and go on. */
const ofBuyers = /^\/api\/(?:ecm|cart)[/?]/;

/** While works go on buyers change nothing by calls, as they do by no page (S2-22). */
export function refuseChangesDuringMaintenance(app: HttpServer, db: Db): void {
  app.addHook('onRequest', async (request) => {
    if (!isMutation(request) || !ofBuyers.test(request.url)) return;
    if (await isUnderMaintenance(db)) throw new Refusal('maintenance', { retry_after: 60 });
  });
}
