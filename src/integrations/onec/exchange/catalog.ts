import { success } from './answer.ts';
import type { Mode } from './call.ts';
import { deactivate, importFile } from './import-mode.ts';
import { endSession } from './sessions.ts';
import { init, takeFile } from './transfer.ts';

/** `type=catalog`: goods, prices and stock from 1C. */
export const catalogModes: Record<string, Mode> = { init, file: takeFile, import: importFile, deactivate, complete };

async function complete({ db, session, now }: Parameters<Mode>[0]) {
  await db.transaction().execute((db) => endSession(db, session.id, 'complete', now));
  return success();
}
