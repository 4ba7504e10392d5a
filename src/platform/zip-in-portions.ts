import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive: its text comes in portions and is packed as it comes. */
export type ZipFile = { name: string; texts: Iterable<string> | AsyncIterable<string> };

/** The archive as a whole: only what is packed already stands in memory. Names are plain ASCII. */
export async function zipInPortions(files: ZipFile[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, texts } of files) {
    const { packed, ...sums } = await pack(texts);
    const fields = fieldsOf(name, packed.length, sums);
    const local = Buffer.concat([number32(0x04034b50), fields, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([
        ...[number32(0x02014b50), number16(version), fields, number16(0), number16(0), number16(0)],
        ...[number32(0), number32(offset), Buffer.from(name)],
      ]),
    );
    pieces.push(local);
    offset += local.length;
  }
  const names = Buffer.concat(directory);
  const end = [number32(0x06054b50), number16(0), number16(0), number16(files.length), number16(files.length)];
  return Buffer.concat([...pieces, names, ...end, number32(names.length), number32(offset), number16(0)]);
}

const version = 20;
const deflated = 8;
/** 1 January 1980: the same table is the same file, whenever it was made. */
const day = 0x21;

type Sums = { crc: number; size: number };

async function pack(texts: ZipFile['texts']): Promise<Sums & { packed: Buffer }> {
  const stream = createDeflateRaw();
  const packed = buffer(stream);
  let crc = 0;
  let size = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (!stream.write(bytes)) await once(stream, 'drain');
  }
  stream.end();
  return { crc, size, packed: await packed };
}

/** What stands both before a file and in the directory. */
function fieldsOf(name: string, packedSize: number, { crc, size }: Sums): Buffer {
  return Buffer.concat([
    ...[number16(version), number16(0), number16(deflated), number16(0), number16(day)],
    ...[number32(crc), number32(packedSize), number32(size), number16(name.length), number16(0)],
  ]);
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
