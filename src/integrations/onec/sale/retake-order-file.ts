import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockFilesOf, queueFile } from './order-files.ts';

/**
 * Of files `file` of the node of the session `s`: a fault of ours ended it, and nothing that the node has sent since
 * was taken, which an older file could undo, or waits to be, which would come before it.
 */
const isOpen = (file: string) => sql<boolean>`(${sql.ref(`${file}.state`)} = 'failed' and not exists (
  select from onec_order_files later join onec_sessions l on l.id = later.session_id
  where l.node_id = s.node_id and later.id > ${sql.ref(`${file}.id`)}
    and (later.done > 0 or later.finished_at is null)))`;

/** An earlier file of the node that could still be taken: it comes first, and could not be taken after this one. */
const isBehindAnother = sql<boolean>`exists (
  select from onec_order_files earlier join onec_sessions e on e.id = earlier.session_id
  where e.node_id = s.node_id and earlier.id < f.id and ${isOpen('earlier')})`;

/** Of onec_order_files `f` and its session `s`: `retakeOrderFile` would take it. */
export const mayBeRetaken = sql<boolean>`(${isOpen('f')} and not ${isBehindAnother})`;

/**
 * A file of orders on which the shop has failed goes to the worker once more, which goes on behind the last document
 * that was taken: 1C may have been answered `success`, and does not send it again by itself. Throws not_found,
 * order_file_over where it did not fail so, or a later one of its node was taken or waits, and order_file_behind where
 * an earlier one failed so and comes first. Call in a transaction. Returns what it is called, and of whose it is.
 */
export async function retakeOrderFile(db: Db, id: number, now = new Date()): Promise<{ name: string; node: string }> {
  const owner = await db
    .selectFrom('onec_order_files as f')
    .innerJoin('onec_sessions as s', 's.id', 'f.session_id')
    .select('s.node_id')
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!owner) throw new Refusal('not_found');
  await lockFilesOf(db, owner.node_id);
  const { rows } = await sql<{ name: string; node_id: number; node: string; is_open: boolean; is_behind: boolean }>`
    select f.name, s.node_id, n.name as node, ${isOpen('f')} as is_open, ${isBehindAnother} as is_behind
    from onec_order_files f join onec_sessions s on s.id = f.session_id join onec_nodes n on n.id = s.node_id
    where f.id = ${id} for update of f`.execute(db);
  const [file] = rows;
  if (!file) throw new Refusal('not_found');
  if (!file.is_open) throw new Refusal('order_file_over');
  if (file.is_behind) throw new Refusal('order_file_behind');
  await db
    .updateTable('onec_order_files')
    .set({ state: 'waiting', reason: null, finished_at: null, heartbeat_at: now, retaken_at: now })
    .where('id', '=', id)
    .execute();
  await queueFile(db, id, file.node_id);
  return file;
}
