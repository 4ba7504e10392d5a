import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { limitWords } from '../file-refusal.ts';
import { isPictureName } from '../unzip-package.ts';
import { ExchangeFailure } from './answer.ts';
import { isBegunAgain, isSameAs, mostRepeats } from './same-part.ts';
import type { Session } from './sessions.ts';

export type TransferLimits = {
  /** Of one file, however many parts it comes in. */
  fileBytes: number;
  /** Of one request that does not say how much it brings. */
  undeclaredBytes: number;
  /** Of all that comes within a session. */
  sessionBytes: number;
  /** Files of a session. */
  files: number;
};

export const transferLimits: TransferLimits = {
  fileBytes: 4 * 1024 ** 3,
  undeclaredBytes: 256 * 1024 ** 2,
  sessionBytes: 20 * 1024 ** 3,
  files: 200_000,
};
/** Left to the database and the shop's own files. */
const spareBytes = 1024 ** 3;

/**
 * Written at once: each call of the system costs as much as a few pieces of the network's size. A part has one buffer
 * of that for all it writes and reads again: with one for each call the collector works longer than all else here.
 */
const writtenBytes = 1024 ** 2;
/** The disk is asked again after so much. */
const diskCheckBytes = 16 * 1024 ** 2;

/** Where files of the exchange lie; shared by all processes of the shop. */
export function exchangeFolder(dataDir: string): string {
  return join(dataDir, 'onec');
}

export function sessionFolder(dataDir: string, session_id: string): string {
  return join(exchangeFolder(dataDir), session_id);
}

/** The files that came between two imports. */
export function batchFolder(dataDir: string, session_id: string, batch: number): string {
  return join(sessionFolder(dataDir, session_id), String(batch));
}

export type Part = {
  name: string;
  /** As the client declares it; null: it does not. */
  declaredBytes: number | null;
  body: AsyncIterable<Buffer>;
};

/**
 * Puts a part behind what has arrived of its file before, or in its place where the file is begun again. It is written
 * apart and joined to the file in the transaction that counts it, so of parts that come in one moment one alone is in
 * the file; what was joined and not counted, because the process died between, is overwritten by the next. Throws
 * ExchangeFailure where the file, the session or the disk has no room.
 */
export async function appendPart(
  db: Db,
  dataDir: string,
  session: Session,
  part: Part,
  limits: TransferLimits = transferLimits,
): Promise<void> {
  const { id, batch, node } = session;
  const { name, declaredBytes, body } = part;
  const { bytes: offset, last_part_bytes } = await arrivedBefore(db, session, name, limits);
  const checkRoom = (bytes: number) => {
    if (declaredBytes === null && bytes > limits.undeclaredBytes)
      throw new ExchangeFailure(`Часть файла «${name}» без указанного размера больше 256 МБ`);
    if (offset + bytes > limits.fileBytes)
      throw new ExchangeFailure(`Файл «${name}» больше ${limitWords(limits.fileBytes)}`);
    if (session.bytes + bytes > limits.sessionBytes)
      throw new ExchangeFailure(`Файлы этого обмена больше ${limitWords(limits.sessionBytes)}`);
  };
  checkRoom(declaredBytes ?? 0);
  const path = join(batchFolder(dataDir, id, batch), name);
  const buffer = Buffer.allocUnsafeSlow(Math.min(Math.max(declaredBytes ?? writtenBytes, 1), writtenBytes));
  const apart = join(sessionFolder(dataDir, id), 'parts', randomUUID());
  try {
    const bytes = await writingTo(path, async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await mkdir(dirname(apart), { recursive: true, mode: 0o700 });
      await refuseFullDisk(dirname(path), declaredBytes ?? node.file_limit);
      return writeApart(apart, body, { checkRoom, buffer });
    });
    const isRestart = bytes > 0 && offset > 0 && (await isBegunAgain(apart, path, offset, bytes));
    // Files that are read as a whole are refused when a part of them is there twice; a picture may look sound.
    const isRepeated =
      !isRestart &&
      bytes > 0 &&
      bytes === last_part_bytes &&
      isPictureName(name) &&
      (await isSameAs(apart, path, offset - bytes, bytes));
    await db.transaction().execute(async (db) => {
      await countPart(db, session, { name, offset, bytes, isRestart, isRepeated });
      await writingTo(path, () => appendFile(apart, path, { offset: isRestart ? 0 : offset, buffer }));
    });
  } finally {
    await rm(apart, { force: true });
  }
}

/** A part: its file, how much of that had arrived, how much it brings. */
type Counted = { name: string; offset: number; bytes: number; isRestart: boolean; isRepeated: boolean };

/**
 * Throws ExchangeFailure when another part of the file was counted since `offset` was read, or the batch is closed: its
 * import was asked for while the part was on its way, or the exchange began again.
 */
async function countPart(
  db: Db,
  { id, batch }: Session,
  { name, offset, bytes, isRestart, isRepeated }: Counted,
): Promise<void> {
  // The session first, as whoever closes the batch locks it.
  const open = await db
    .updateTable('onec_sessions')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', bytes) }))
    .where('id', '=', id)
    .where('batch', '=', batch)
    .executeTakeFirst();
  if (open.numUpdatedRows === 0n) throw late(name);
  const counted = await db
    .updateTable('onec_files')
    .set({
      bytes: isRestart ? bytes : offset + bytes,
      last_part_bytes: bytes,
      ...(isRestart && { repeats: '[]' }),
      ...(isRepeated && {
        repeats: sql`case when jsonb_array_length(repeats) < ${mostRepeats}::int
          then repeats || ${JSON.stringify({ at: offset, bytes })}::jsonb else repeats end`,
      }),
    })
    .where('session_id', '=', id)
    .where('batch', '=', batch)
    .where('name', '=', name)
    .where('bytes', '=', offset)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n)
    throw new ExchangeFailure(`Две части файла «${name}» пришли одновременно: начните обмен заново`);
}

/**
 * What has arrived of the file, and how much of that was its last part; a new one is written down. Throws
 * ExchangeFailure when the batch is closed.
 */
async function arrivedBefore(
  db: Db,
  { id, batch, files }: Session,
  name: string,
  limits: TransferLimits,
): Promise<{ bytes: number; last_part_bytes: number }> {
  const key = { session_id: id, batch, name };
  const known = await db
    .selectFrom('onec_files')
    .select(['bytes', 'last_part_bytes'])
    .where('session_id', '=', id)
    .where('batch', '=', batch)
    .where('name', '=', name)
    .executeTakeFirst();
  if (known) return known;
  if (files >= limits.files) throw new ExchangeFailure(`Файлов в одном обмене больше ${limits.files}`);
  await db.transaction().execute(async (db) => {
    const made = await db
      .insertInto('onec_files')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) return;
    const open = await db
      .updateTable('onec_sessions')
      .set(({ eb }) => ({ files: eb('files', '+', 1) }))
      .where('id', '=', id)
      .where('batch', '=', batch)
      .executeTakeFirst();
    if (open.numUpdatedRows === 0n) throw late(name);
  });
  return { bytes: 0, last_part_bytes: 0 };
}

function late(name: string): ExchangeFailure {
  return new ExchangeFailure(
    `Часть файла «${name}» пришла, когда его приём уже начался или обмен начат заново: начните обмен ещё раз`,
  );
}

async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes + spareBytes > bavail * bsize) throw new ExchangeFailure(noRoomWords);
}

const noRoomWords = 'На диске магазина кончилось место: освободите его и повторите обмен';

/** Faults of the disk that the owner can mend, in words. */
async function writingTo<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new ExchangeFailure(noRoomWords);
    // A file and a folder of one name.
    if (code === 'ENOTDIR' || code === 'EISDIR' || code === 'EEXIST' || code === 'ENAMETOOLONG')
      throw new ExchangeFailure(`Файл «${basename(path)}» не записать: такое имя занято папкой или слишком длинное`);
    throw error;
  }
}

/** Returns how many bytes were written. An import makes them safe on the disk (`settleFiles`). */
async function writeApart(
  path: string,
  body: AsyncIterable<Buffer>,
  { checkRoom, buffer }: { checkRoom: (bytes: number) => void; buffer: Buffer },
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    let checkedAt = 0;
    let held = 0;
    const write = async () => {
      await writeAll(file, buffer.subarray(0, held), bytes);
      bytes += held;
      held = 0;
    };
    for await (const chunk of body) {
      const arrived = bytes + held + chunk.length;
      checkRoom(arrived);
      if (arrived - checkedAt > diskCheckBytes) {
        checkedAt = arrived;
        await refuseFullDisk(dirname(path), held + chunk.length);
      }
      for (let from = 0; from < chunk.length; ) {
        const taken = chunk.copy(buffer, held, from);
        from += taken;
        held += taken;
        if (held === buffer.length) await write();
      }
    }
    await write();
    return bytes;
  } finally {
    await file.close();
  }
}

/**
 * Puts a part behind the first `offset` bytes of the file and cuts off what lay there. Throws ExchangeFailure where the
 * file is shorter: the machine lost its power between two parts.
 */
async function appendFile(
  part: string,
  path: string,
  { offset, buffer }: { offset: number; buffer: Buffer },
): Promise<void> {
  if (offset === 0) return rename(part, path);
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw lostOnDisk(path);
    throw error;
  });
  const own = await open(part).catch(async (error) => {
    await file.close();
    throw error;
  });
  try {
    if ((await file.stat()).size < offset) throw lostOnDisk(path);
    await file.truncate(offset);
    for (let at = 0; ; ) {
      const { bytesRead } = await own.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      await writeAll(file, buffer.subarray(0, bytesRead), offset + at);
      at += bytesRead;
    }
  } finally {
    await Promise.all([file.close(), own.close()]);
  }
}

function lostOnDisk(path: string): ExchangeFailure {
  return new ExchangeFailure(
    `На диске магазина меньше от файла «${basename(path)}», чем прислано: начните обмен заново`,
  );
}

/** A disk that is nearly full takes less than it was given. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from, at + from);
    from += bytesWritten;
  }
}

/** `init`: what was sent before `first_batch` and was not imported is removed from the disk. */
export async function forgetBatch(db: Db, dataDir: string, session_id: string, batch: number): Promise<void> {
  await rm(batchFolder(dataDir, session_id, batch), { recursive: true, force: true });
  await db.deleteFrom('onec_files').where('session_id', '=', session_id).where('batch', '=', batch).execute();
}
