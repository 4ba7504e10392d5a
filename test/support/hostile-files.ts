import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const block = 16 * 1024 * 1024;
const megabyte = 1024 * 1024;

/**
 * The files that once took gigabytes of the shop's memory, and ways around the checks that refuse those; each under the
 * 5 MB of an upload.
 */
export const hostileFiles = {
  /** Some 3 KB: spaces packed twice over. */
  'nested.pdf': () => pdf(deflateSync(manySpaces(1_500 * megabyte)), '[/FlateDecode /FlateDecode]'),
  'spaces.pdf': () => pdf(manySpaces(1_500 * megabyte), '/FlateDecode'),
  /** No check of the bytes sees what stands behind another coding: the limits of the process are left. */
  'hidden.pdf': () =>
    pdf(Buffer.from(`${manySpaces(900 * megabyte).toString('hex')}>`), '[/ASCIIHexDecode /FlateDecode]'),
  /** Small in memory, endless in time. */
  /** Forty pages that show the same long page. */
  'slow.pdf': () => pdf(deflateSync(Buffer.from('q Q 1 0 0 1 0 0 cm '.repeat(1_500_000))), '/FlateDecode', 40),
  'sheets.xlsx': () => workbook(60, 24 * megabyte),
  'more-sheets.xlsx': () => workbook(115, 24 * megabyte),
  /** Says it holds little and holds much. */
  'liar.xlsx': () => workbook(1, 24 * megabyte, 1_000),
  'entries.xlsx': () => workbook(35_000, 10),
  'swollen.docx': () =>
    zipOfSpaces([
      { name: '[Content_Types].xml', bytes: 10 },
      { name: 'word/document.xml', bytes: 500 * megabyte },
    ]),
} satisfies Record<string, () => Buffer>;

export type HostileFile = keyof typeof hostileFiles;

/** Spaces as a zlib stream, made of one packed block said over and over. */
function manySpaces(bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(block, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: Math.ceil(bytes / block) }, () => packed);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 0])]);
}

function pdf(content: Buffer, filter: string, pages = 1): Buffer {
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${Array.from({ length: pages }, () => '3 0 R').join(' ')}]/Count ${pages}>>`),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>'),
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter ${filter}>>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [at, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function workbook(sheets: number, bytes: number, declared = bytes): Buffer {
  return zipOfSpaces(
    Array.from({ length: sheets }, (_, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, bytes, declared })),
  );
}

/** A zip of files of spaces; `declared`: the size its directory names. */
export function zipOfSpaces(entries: { name: string; bytes: number; declared?: number }[]): Buffer {
  const packedOf = new Map<number, Buffer>();
  const packed = (bytes: number) => {
    if (!packedOf.has(bytes)) packedOf.set(bytes, deflateRawSync(Buffer.alloc(bytes, ' '), { level: 9 }));
    return packedOf.get(bytes)!;
  };
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declared = bytes } of entries) {
    const data = packed(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(declared, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), head, rest, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
