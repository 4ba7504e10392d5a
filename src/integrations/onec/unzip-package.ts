import { createWriteStream, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import iconv from 'iconv-lite';
import yauzl from 'yauzl';
import { beginning } from './bounded-texts.ts';
import { FileRefusal, limitWords, unreadable } from './file-refusal.ts';

/** Of a whole export of goods, with its pictures. */
const exportBytes = 20 * 1024 ** 3;
/** Left to others on the disk. */
const spareBytes = 512 * 1024 ** 2;
/**
 * What unpacks to more than `bombBytes` may not be packed tighter than this: prices of 1C pack 1 : 40, a bomb 1 : 1000.
 */
const maxRatio = 200;
const bombBytes = 100 * 1024 ** 2;
const maxEntries = 1_000_000;
/** Unpacked and written at once. */
const pieceBytes = 256 * 1024;
const pictureTypes = new Set([
  '.jpg',
  '.jpeg',
  '.jfif',
  '.png',
  '.webp',
  '.gif',
  '.tif',
  '.tiff',
  '.avif',
  '.heic',
  '.bmp',
]);
const prefix = 'idd-1c-';

/** By the name's ending. */
export function isPictureName(name: string): boolean {
  return pictureTypes.has(extname(name).toLowerCase());
}

/** Unpacks XML files and pictures into a temporary folder of its own, as `unpackInto` does. */
export async function unzipPackage(
  path: string,
  mostBytes = exportBytes,
): Promise<{ folder: string; close: () => Promise<void> }> {
  await sweepUnpacked();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await unpackInto(path, basename(path), folder, mostBytes);
    return { folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Unpacks XML files and pictures into `folder`. Refused before anything is written: names that climb out, more than
 * `mostBytes` or than the disk has room for, bombs. Refused while unpacking: contents that do not have the checksum and
 * size that the archive says. `name`: how the owner knows the archive.
 */
export async function unpackInto(path: string, name: string, folder: string, mostBytes = exportBytes): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const zip = await openZip(path, name);
  try {
    for (const { entry, entryName } of await wantedEntries(zip, name, folder, mostBytes)) {
      const target = join(folder, entryName);
      await mkdir(dirname(target), { recursive: true });
      // yauzl would unpack in pieces of 16 KB, each with a way to a thread and back.
      const isPacked = entry.isCompressed() && !entry.isEncrypted();
      const stream: Readable = await zip.openReadStreamPromise(entry, isPacked ? { decodeFileData: false } : {});
      const inflate = isPacked ? [createInflateRaw({ chunkSize: pieceBytes })] : [];
      const written = createWriteStream(target, { highWaterMark: pieceBytes });
      await pipeline([stream, ...inflate, checksum(entry, name, entryName), written]);
    }
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal(name, null, unreadable(error) ?? 'архив повреждён');
  } finally {
    zip.close();
  }
}

/** Whether the archive holds this XML file. Archives may put all files a folder deeper, or higher, than `asked`. */
export async function holdsFile(path: string, asked: string, mostBytes: number): Promise<boolean> {
  const zip = await openZip(path, basename(path));
  try {
    const wanted = await wantedEntries(zip, basename(path), dirname(path), mostBytes);
    return wanted.some(({ entryName }) => isCalled(entryName, asked));
  } finally {
    zip.close();
  }
}

/** Whether a file within an archive is the one that 1C asks for. */
export function isCalled(name: string, asked: string): boolean {
  return name === asked || name.endsWith(`/${asked}`) || asked.endsWith(`/${name}`);
}

async function openZip(path: string, name: string): Promise<yauzl.ZipFile> {
  try {
    // `eachEntry` below is read to its end before the streams are opened.
    return await yauzl.openPromise(path, { decodeStrings: false, autoClose: false });
  } catch (error) {
    throw new FileRefusal(name, null, unreadable(error) ?? 'архив повреждён');
  }
}

type Wanted = { entry: yauzl.Entry; entryName: string };

/** By the archive's directory alone. */
async function wantedEntries(zip: yauzl.ZipFile, name: string, folder: string, mostBytes: number): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  let unpacked = 0;
  let packed = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    if (++entries > maxEntries) throw new FileRefusal(name, null, `в архиве больше ${maxEntries} файлов`);
    const entryName = decodeName(entry);
    if (yauzl.validateFileName(entryName)) {
      throw new FileRefusal(name, null, `недопустимое имя в архиве: ${beginning(entryName, 200)}`);
    }
    if (extname(entryName).toLowerCase() !== '.xml' && !isPictureName(entryName)) continue;
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > mostBytes) throw new FileRefusal(name, null, `архив слишком велик: больше ${limitWords(mostBytes)}`);
    if (unpacked > bombBytes && unpacked > maxRatio * packed) {
      throw new FileRefusal(name, null, `архив сжат больше чем в ${maxRatio} раз, это не выгрузка 1С`);
    }
    wanted.push({ entry, entryName });
  }
  const { bavail, bsize } = await statfs(folder);
  if (unpacked + spareBytes > bavail * bsize) {
    throw new FileRefusal(name, null, `на диске нет места: для распаковки нужно ${Math.ceil(unpacked / 1e6)} МБ`);
  }
  return wanted;
}

/** Lets through what is as the archive says; no more of it than the disk was asked about. */
function checksum(entry: yauzl.Entry, name: string, entryName: string): Transform {
  const { crc32: expected, uncompressedSize } = entry;
  let sum = 0;
  let size = 0;
  const damaged = (what: string) => new FileRefusal(name, null, `архив повреждён: ${what} «${entryName}» не сходится`);
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      size += bytes.length;
      if (size > uncompressedSize) return done(damaged('размер'));
      sum = crc32(bytes, sum);
      done(null, bytes);
    },
    flush(done) {
      if (size !== uncompressedSize) return done(damaged('размер'));
      const isSame = sum >>> 0 === expected >>> 0;
      done(isSame ? null : damaged('контрольная сумма'));
    },
  });
}

/** Old archivers write Russian names in code page 866 without saying so. */
function decodeName(entry: { fileName: unknown; generalPurposeBitFlag: number }): string {
  const bytes = entry.fileName as Buffer; // decodeStrings: false
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return (isUtf8 ? bytes.toString('utf8') : iconv.decode(bytes, 'cp866')).replaceAll('\\', '/');
}

const longestImportMilliseconds = 24 * 3_600_000;

/**
 * Removes what imports that were killed have unpacked: folders whose process is gone, or that no import can still be
 * reading.
 */
async function sweepUnpacked(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const match = /^idd-1c-(?:(\d+)-)?[A-Za-z0-9]{6}$/.exec(name);
    if (!match) continue;
    const folder = join(tmpdir(), name);
    const modified = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now();
    const isOld = Date.now() - modified > longestImportMilliseconds;
    if (!isOld && (match[1] === undefined || isAlive(Number(match[1])))) continue;
    // Another account's folder is that account's to remove.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** What this process has unpacked, removed at once: for a process that ends by a signal. */
export function removeUnpacked(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(`${prefix}${process.pid}-`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
