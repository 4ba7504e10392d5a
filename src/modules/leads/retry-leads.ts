import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { openLine } from './lead-line.ts';
import { hurryLeads } from './send-state.ts';

/**
 * By command: one lead, or all that are not in the CRM (null), is tried as soon as it may be, whatever pause stands.
 * One in doubt is still looked up first. Returns how many. Call in a transaction.
 */
export async function retryLeads(db: Db, origin_id: string | null, now = new Date()): Promise<number> {
  const count = await hurryLeads(db, origin_id, now);
  if (count === 0) return 0;
  await openLine(db);
  await enqueue(db, 'send_lead');
  return count;
}
