import { join } from 'node:path';
import type { Db } from '#platform/database.ts';
import { batchFolder } from '../exchange/files.ts';
import { IncompleteFile } from '../exchange/settle-files.ts';
import { FileRefusal } from '../file-refusal.ts';
import { countDocument, finishFile, noteWork, TakenByAnother } from './order-files.ts';
import { settleGiven } from './settle-order-files.ts';
import { takeDocuments } from './take-documents.ts';

/**
 * Takes the documents of a file that 1C has sent, each in a transaction of its own together with its count: whoever
 * comes after a killed worker goes on behind the last. A file that is finished stays as it is. Of one that the disk
 * lost a part of none is taken, and it may be taken again. `signal`: the worker is to stop; throws then, and the file
 * waits for the next.
 */
export async function takeOrderFile(
  db: Db,
  { dataDir, order_file_id: id, signal }: { dataDir: string; order_file_id: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const file = await db
    .selectFrom('onec_order_files as f')
    .innerJoin('onec_sessions as s', 's.id', 'f.session_id')
    .select(['f.session_id', 'f.batch', 'f.name', 'f.archive', 'f.done', 'f.finished_at', 's.node_id'])
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!file || file.finished_at) return;
  const { session_id, node_id, batch, name, archive, done } = file;
  await noteWork(db, id);
  const sent = archive ?? name;
  const path = join(batchFolder(dataDir, session_id, batch), sent);
  try {
    await settleGiven(db, dataDir, { session_id, batch, name: sent });
    await takeDocuments(
      db,
      path,
      { node_id, session_id, now: new Date() },
      {
        asked: archive === null ? null : name,
        done,
        count: async (db, place, became) => {
          signal?.throwIfAborted();
          await countDocument(db, id, place, became);
        },
      },
    );
    await finishFile(db, id, 'taken', null);
  } catch (error) {
    if (error instanceof TakenByAnother) return;
    if (!(error instanceof FileRefusal)) throw error;
    await finishFile(db, id, error instanceof IncompleteFile ? 'failed' : 'refused', error.message);
  }
}

/** A fault of ours that did not pass: what was taken stands, and 1C is notified to begin again. */
export async function failOrderFile(db: Db, order_file_id: number): Promise<void> {
  await finishFile(db, order_file_id, 'failed', 'сбой магазина, повторите обмен');
}
