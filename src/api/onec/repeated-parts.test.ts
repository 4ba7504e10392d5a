import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '#shared/ensure.ts';
import { catalog, commerceml, good, mainGroup, productOf } from '#test/support/commerceml.ts';
import { onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';

const { db, dataDir, base, app } = await exchangingShop({ importsHere: true });

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
});

const side = 300;

/** Of no two parts that are alike. */
const noise = () => {
  const bytes = Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (at * 7_919 + ((at * at) % 251)) % 256));
  return sharp(bytes, { raw: { width: side, height: side, channels: 3 } });
};

/** The content in so many parts, the last the longest. */
function cut(content: Buffer, count: number): Buffer[] {
  const size = Math.floor(content.length / count);
  return Array.from({ length: count }, (_, n) =>
    content.subarray(n * size, n === count - 1 ? content.length : (n + 1) * size),
  );
}

let sent = 0;

type Stored = { image: string; bytes: Buffer };

/**
 * What the shop has stored of pictures that came in these parts with one package, by their names. `pictures`: parts as
 * 1C sends them, one request each.
 */
async function stored(pictures: Record<string, Buffer[]>): Promise<Record<string, Stored>> {
  const folder = `import_files/${++sent}`;
  const client = onec(app, base, products.old);
  await client.signIn();
  await client.init();
  const goods: string[] = [];
  for (const [name, parts] of Object.entries(pictures)) {
    const filename = `${folder}/${name}`;
    for (const part of parts) expect((await client.ask('file', { filename }, part)).first).toBe('success');
    goods.push(good(`${sent}-${name}`, `С картинкой ${name}`, `<Картинка>${filename}</Картинка>`));
  }
  const xml = Buffer.from(commerceml(mainGroup + catalog(goods, { changes: true })));
  await client.sendFile('import.xml', xml, 1_000_000);
  const ask = () => client.ask('import', { filename: 'import.xml' });
  let said = await ask();
  while (said.first === 'progress') said = await ask();
  expect(said.first).toBe('success');
  const found: Record<string, Stored> = {};
  for (const name of Object.keys(pictures)) {
    const image = ensure(ensure(await productOf(db, `${sent}-${name}`)).images[0]);
    found[name] = { image, bytes: await readFile(join(dataDir, 'files', image)) };
  }
  return found;
}

/** Names of pictures that are not stored as they are. */
const others = (found: Record<string, Stored>, picture: Buffer) =>
  Object.keys(found).filter((name) => !ensure(found[name]).bytes.equals(picture));

describe('a part of a picture that 1C sent again, because the answer was lost, is left out of it', () => {
  test.each(['jpg', 'png', 'webp', 'gif'] as const)('%s', async (ending) => {
    const picture = await noise()
      .toFormat(ending === 'jpg' ? 'jpeg' : ending)
      .toBuffer();
    const [a, b, c] = cut(picture, 3) as [Buffer, Buffer, Buffer];
    const ways = { once: [a, b, c], middle: [a, b, b, c], last: [a, b, c, c], all: [a, a, b, b, b, c, c] };
    // A module that was restarted begins the file again, without `init`.
    const begunAgain = {
      broken: [a, b, a, b, c],
      whole: [picture, picture],
      second: [a, b, c, a, b, c],
      longer: [a, picture],
    };
    const named = Object.entries({ ...ways, ...begunAgain }).map(([way, parts]) => [`${way}.${ending}`, parts]);
    expect(others(await stored(Object.fromEntries(named)), picture)).toEqual([]);
  });
});

describe('a picture with parts that are alike by themselves stays as it is', () => {
  test('a JPEG of one colour; of one that was sent again one is left out', async () => {
    const picture = await sharp({ create: { width: 1_600, height: 1_600, channels: 3, background: '#a05030' } })
      .jpeg()
      .toBuffer();
    const { size, parts } = alikeParts(picture);
    expect(size).toBeGreaterThan(100);
    const again = parts.flatMap((part, n) => (n === 2 ? [part, part] : [part]));
    expect(others(await stored({ 'plain.jpg': parts, 'again.jpg': again }), picture)).toEqual([]);
  });

  test('a bitmap, which is not packed', async () => {
    const picture = whiteBitmap(200, 100);
    const head = picture.subarray(0, 54);
    const rest = cut(picture.subarray(54), 4);
    // Each is drawn again, under a name made from what came.
    const found = await stored({
      'whole.bmp': [picture],
      'parts.bmp': [head, ...rest],
      'again.bmp': [head, ...rest, ensure(rest[3])],
    });
    expect(new Set(Object.values(found).map(({ image }) => image)).size).toBe(1);
  });
});

test('a file of goods that the module begins again without «init» is taken as it came then', async () => {
  const client = onec(app, base, products.old);
  await client.signIn();
  await client.init();
  const named = (name: string) =>
    Buffer.from(commerceml(mainGroup + catalog([good('restarted', name)], { changes: true })));
  const [first, second] = [named('Старое имя'), named('Новое имя')];
  const parts = [first.subarray(0, 300), second.subarray(0, 200), second.subarray(200)];
  for (const part of parts) expect((await client.ask('file', { filename: 'import.xml' }, part)).first).toBe('success');
  const ask = () => client.ask('import', { filename: 'import.xml' });
  let said = await ask();
  while (said.first === 'progress') said = await ask();
  expect(said.first).toBe('success');
  expect((await productOf(db, 'restarted'))?.name).toBe('Новое имя');
});

test('what was sent stays as it came, and nothing else is left beside it', async () => {
  const picture = await noise().jpeg().toBuffer();
  const [head, tail] = cut(picture, 2) as [Buffer, Buffer];
  await stored({ 'kept.jpg': [head, tail, tail] });
  const { id } = await db
    .selectFrom('onec_sessions')
    .select('id')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const folder = join(dataDir, 'onec', id);
  const names = await readdir(folder, { recursive: true });
  const kept = ensure(names.find((name) => name.endsWith('kept.jpg')));
  expect((await readFile(join(folder, kept))).length).toBe(picture.length + tail.length);
  expect(names.filter((name) => name.startsWith('pictures-'))).toEqual([]);
});

/** A picture whose data repeat themselves, in parts of which two that follow each other are the same. */
function alikeParts(picture: Buffer): { size: number; parts: Buffer[] } {
  for (let size = Math.floor(picture.length / 5); size > 100; size--) {
    const parts = Array.from({ length: Math.ceil(picture.length / size) }, (_, n) =>
      picture.subarray(n * size, (n + 1) * size),
    );
    if (parts.some((part, n) => n > 0 && ensure(parts[n - 1]).equals(part))) return { size, parts };
  }
  return { size: 0, parts: [picture] };
}

/** 24 bits, not packed. */
function whiteBitmap(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(Math.ceil((width * 3) / 4) * 4 * height, 255);
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + pixels.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, pixels]);
}
