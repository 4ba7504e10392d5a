import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';

/** Messages with files in a day of those who are not signed in, by network: 75 MB at most. */
const guestFiles = { max: 5, windowSeconds: 86_400 } as const;
const scope = 'ticket_files';
const words = 'Слишком много файлов за сутки. Отправьте сообщение без файлов или войдите в личный кабинет';

/** Throws too_many when this address has sent its share; asked before a large body is read. */
export async function requireGuestFilesLimit(db: Db, address: string, now = new Date()): Promise<void> {
  const wait = await limitWait(db, scope, [address], guestFiles.max, guestFiles.windowSeconds, now);
  if (wait > 0) throw tooMany(wait, words);
}

/** Counts one message with files; throws too_many. Call it outside the transaction that stores the message. */
export async function takeGuestFilesLimit(db: Db, address: string, now = new Date()): Promise<void> {
  const wait = await takeLimit(db, scope, address, guestFiles.max, guestFiles.windowSeconds, now);
  if (wait > 0) throw tooMany(wait, words);
}
