import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { queueFile } from './order-files.ts';

/**
 * Of onec_order_files `f` and its session `s`: a fault of ours ended it, and nothing that the node has sent since was
 * taken, which an older file could undo, or waits to be, which would come before it.
 */
export const mayBeRetaken = sql<boolean>`(f.state = 'failed' and not exists (
  select from onec_order_files later join onec_sessions l on l.id = later.session_id
  where l.node_id = s.node_id and later.id > f.id
    and (later.done > 0 or later.finished_at is null)))`;

/**
 * A file of orders on which the shop has failed goes to the worker once more, which goes on behind the last document
 * that was taken: 1C may have been told success, and does not send it again by itself. Throws not_found, and
 * order_file_over where it did not fail so, or a later one of its node was taken or waits. Call in a transaction.
 * Returns what it is called, and of whose it is.
 */
export async function retakeOrderFile(db: Db, id: number, now = new Date()): Promise<{ name: string; node: string }> {
  const { rows } = await sql<{ name: string; node_id: number; node: string; may_retake: boolean }>`
    select f.name, s.node_id, n.name as node, ${mayBeRetaken} as may_retake
    from onec_order_files f join onec_sessions s on s.id = f.session_id join onec_nodes n on n.id = s.node_id
    where f.id = ${id} for update of f`.execute(db);
  const [file] = rows;
  if (!file) throw new Refusal('not_found');
  if (!file.may_retake) throw new Refusal('order_file_over');
  await db
    .updateTable('onec_order_files')
    .set({ state: 'waiting', reason: null, finished_at: null, heard_at: now, retaken_at: now })
    .where('id', '=', id)
    .execute();
  await queueFile(db, id, file.node_id);
  return file;
}
