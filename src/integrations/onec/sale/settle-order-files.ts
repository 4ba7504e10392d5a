import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { batchFolder } from '../exchange/files.ts';
import type { Session } from '../exchange/sessions.ts';
import { type Arrived, settleFile } from '../exchange/settle-files.ts';

/**
 * Makes what 1C asks for by this name safe on the disk, before it is told that the shop has it: for modules that name
 * no version that is the last word. What the worker was given is so already. Throws IncompleteFile.
 */
export async function settleAsked(
  db: Db,
  dataDir: string,
  { id, first_batch }: Pick<Session, 'id' | 'first_batch'>,
  name: string,
): Promise<void> {
  const { rows } = await sql<Arrived & { batch: number }>`
    select f.batch, f.name, f.bytes from onec_files f
    where f.session_id = ${id}::uuid and f.batch >= ${first_batch}::int and f.bytes > 0
      and (f.name = ${name} or f.name ilike '%.zip')
      and not exists (select from onec_order_files o where o.session_id = f.session_id and o.batch = f.batch
        and coalesce(o.archive, o.name) = f.name)`.execute(db);
  for (const { batch, ...file } of rows) await settleFile(batchFolder(dataDir, id, batch), file);
}

/** Whether the disk still holds all of a file that the worker was given. Throws IncompleteFile. */
export async function settleGiven(
  db: Db,
  dataDir: string,
  { session_id, batch, name }: { session_id: string; batch: number; name: string },
): Promise<void> {
  const file = await db
    .selectFrom('onec_files')
    .select(['name', 'bytes'])
    .where('session_id', '=', session_id)
    .where('batch', '=', batch)
    .where('name', '=', name)
    .where('bytes', '>', 0)
    .executeTakeFirst();
  if (file) await settleFile(batchFolder(dataDir, session_id, batch), file);
}
