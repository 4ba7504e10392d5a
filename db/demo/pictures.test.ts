import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { entrances } from './department-details.ts';
import { entrance } from './illustrations/entrances.ts';
import { findDrawingIn, mediaOf, saveSubjects } from './pictures.ts';
import { type DemoProduct, productsOf } from './products.ts';

const side = 96;
/** As a card shows it on the sand of its tile, without colours that an eye does not tell apart. */
async function pixels(svg: Buffer): Promise<Buffer> {
  return sharp(svg).resize(side, side).flatten({ background: '#f0ede5' }).removeAlpha().raw().toBuffer();
}

const differing = (a: Buffer, b: Buffer): number =>
  a.reduce((count, value, index) => count + (Math.abs(value - (b[index] ?? 0)) > 20 ? 1 : 0), 0) / 3;

test('every product has from three to six pictures, each at an address of its own', () => {
  const paths = new Set<string>();
  let count = 0;
  for (const { name, pictures } of productsOf(15_000)) {
    expect(pictures.length, name).toBeGreaterThanOrEqual(3);
    expect(pictures.length, name).toBeLessThanOrEqual(6);
    for (const { path } of pictures) paths.add(path);
    count += pictures.length;
  }
  expect(paths.size).toBe(count);
});

test('no two of 3000 goods share a picture as files; models and variants of each category, and the categories, differ to the eye', {
  timeout: 240_000,
}, async () => {
  const catalogue = [...productsOf(3_000)];
  const filesDir = await mkdtemp(join(tmpdir(), 'idd-pictures-'));
  try {
    const subjects = catalogue.map(({ subject }) => subject);
    await saveSubjects(filesDir, subjects);
    const find = findDrawingIn(filesDir);
    const draw = async (path: string) => (await find(path))!.read();
    const groups = [...Map.groupBy(catalogue, ({ category }) => category)];
    const alike: string[] = [];
    const drawn = new Map<string, string>();
    for (const { pictures } of catalogue)
      for (const { path } of [pictures[0], pictures.at(-1)].flatMap((one) => one ?? [])) {
        const sum = createHash('sha256')
          .update(await draw(path))
          .digest('base64');
        expect(drawn.get(sum), path).toBeUndefined();
        drawn.set(sum, path);
      }
    const faces: [name: string, seen: Buffer][] = [];
    for (const [category, goods] of groups) {
      // The variants of one model, and another model.
      const sample = [...goods.slice(0, 2), goods.at(-1)] as DemoProduct[];
      const mains = await Promise.all(sample.map(({ number }) => draw(`products/${number}-main.svg`)));
      const others = await Promise.all(sample[0]!.pictures.slice(1).map(({ path }) => draw(path)));
      const files = [...mains, ...others].map(String);
      expect(new Set(files).size, category).toBe(files.length);
      const seen = await Promise.all(mains.map(pixels));
      for (const [name, other] of faces)
        if (seen[0] && differing(seen[0], other) < 12) alike.push(`${sample[0]?.name} / ${name}`);
      if (seen[0] && sample[0]) faces.push([sample[0].name, seen[0]]);
      for (const [index, one] of seen.entries())
        for (const [later, other] of seen.entries())
          if (later > index && differing(one, other) < 12)
            alike.push(`${sample[index]!.name} / ${sample[later]!.name}`);
    }
    expect(alike).toEqual([]);
  } finally {
    await rm(filesDir, { recursive: true, force: true });
  }
});

test('every picture says in Russian what it shows, and the first one is the product itself', () => {
  for (const { name, pictures } of productsOf(600)) {
    expect(pictures[0]?.alt).toBe(name);
    expect(new Set(pictures.map(({ alt }) => alt)).size, name).toBe(pictures.length);
    for (const { alt } of pictures) expect(alt, name).not.toMatch(/undefined|NaN|null|\[object|: *$| {2}/);
  }
});

test('a bucket is shown from all sides: as many different pictures as its rows name, and no more', async () => {
  const filesDir = await mkdtemp(join(tmpdir(), 'idd-turn-'));
  try {
    const bucket = [...productsOf(3_000)].find(({ subject }) => subject.drawing === 'bucket')!;
    await saveSubjects(filesDir, [bucket.subject]);
    const find = findDrawingIn(filesDir);
    const [medium] = mediaOf(bucket.subject);
    const frames = medium?.kind === 'spin' ? medium.frames : [];
    expect(frames.length).toBeGreaterThanOrEqual(8);
    const drawn = await Promise.all(frames.map(async (path) => String(await (await find(path))?.read())));
    // Both sides carry the same label: what tells them apart is the handle.
    expect(new Set(drawn).size).toBe(frames.length);
    expect(await find(`products/${bucket.number}-spin${frames.length}.svg`)).toBeNull();
  } finally {
    await rm(filesDir, { recursive: true, force: true });
  }
});

test('every shop and point has an entrance of its own: no two of one way in look alike', async () => {
  const drawn = entrances();
  expect(new Set(drawn.map(({ name }) => name)).size).toBe(drawn.length);
  for (const alike of Map.groupBy(drawn, ({ way }) => way).values()) {
    const seen = await Promise.all(alike.map((one) => pixels(Buffer.from(entrance(one)))));
    // A tenth of what is seen, at the least.
    for (const [at, one] of seen.entries())
      for (const [later, other] of seen.entries())
        if (later > at) expect(differing(one, other), alike[later]?.name).toBeGreaterThan((side * side) / 10);
  }
});
