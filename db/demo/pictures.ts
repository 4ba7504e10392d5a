import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProductMedium } from '#modules/catalogue/product-media.ts';
import type { FindDrawing } from '#platform/image-sources.ts';
import { ensure } from '#shared/ensure.ts';
import { brands } from './brands.ts';
import { type Entrance, entrance } from './illustrations/entrances.ts';
import { logo } from './illustrations/logos.ts';
import { picture } from './illustrations/svg.ts';
import { placed, type Thing } from './illustrations/thing.ts';
import { backView, figuresView, mainView, materialView, sizeView, useView } from './illustrations/views.ts';
import type { Picture } from './kinds/kind.ts';
import { lookOf } from './looks.ts';
import { type PictureSubject, viewDataOf } from './view-data.ts';

/** A stored picture and what it shows, in Russian. */
export type ProductPicture = { path: string; alt: string };

const views = {
  main: (subject: PictureSubject) => mainView(viewDataOf(subject)),
  label: (subject: PictureSubject) => {
    const viewData = viewDataOf(subject);
    return viewData.pack ? backView({ ...viewData, pack: viewData.pack }) : figuresView(viewData);
  },
  figures: (subject: PictureSubject) => figuresView(viewDataOf(subject)),
  material: (subject: PictureSubject) => materialView(viewDataOf(subject)),
  size: (subject: PictureSubject) => sizeView(viewDataOf(subject)),
  use: (subject: PictureSubject) => useView(viewDataOf(subject)),
};
type View = keyof typeof views;
const isView = (word: string): word is View => Object.hasOwn(views, word);

/** A full turn has so many pictures. */
const spinFrames = 16;

function drawView(view: string, subject: PictureSubject): string | null {
  const [, frame] = /^spin([0-9]{1,2})$/.exec(view) ?? [];
  if (frame === undefined) return isView(view) ? views[view](subject) : null;
  if (Number(frame) >= spinFrames) return null;
  const viewData = viewDataOf(subject);
  const params = { ...viewData.thing.params, turn: (Number(frame) * 360) / spinFrames };
  return mainView({ ...viewData, thing: { ...viewData.thing, params } });
}

/** The drawings of a product's pictures, in their order. */
export function drawnViews(subject: PictureSubject): string[] {
  const look = lookOf(subject.category);
  const shown: View[] = ['main', look.pack ? 'label' : 'figures', 'material', 'size', 'use'];
  return shown.map((view) => views[view](subject));
}

/** A round pack is shown from all sides: rows of `product_media`. */
export function mediaOf({ number, name, drawing }: PictureSubject): ProductMedium[] {
  if (drawing !== 'bucket') return [];
  const frames = Array.from({ length: spinFrames }, (_, frame) => `products/${number}-spin${frame}.svg`);
  return [{ kind: 'spin', title: name.slice(0, 120), poster: ensure(frames[2]), frames }];
}

/** The pictures of a product in their order: itself, its label or figures, its material, its size, its use. */
export function picturesOf(subject: PictureSubject): ProductPicture[] {
  const { name, category, number } = subject;
  const look = lookOf(category);
  const shown: [View, string][] = [
    ['main', name],
    look.pack ? ['label', 'оборот упаковки с характеристиками и штрихкодом'] : ['figures', 'основные характеристики'],
    ['material', `крупно: ${look.caption(subject)}`],
    ['size', 'размер рядом с линейкой'],
    ['use', look.where],
  ];
  return shown.map(([view, words]) => ({
    path: `products/${number}-${view}.svg`,
    alt: view === 'main' ? name : `${name}: ${words}`,
  }));
}

/** Products of one file of subjects: a picture that is asked for reads no more than these. */
const perFile = 100;
const subjectsFolder = 'drawings';
const fileOf = (number: number): string => `${Math.floor(number / perFile)}.ndjson`;

/**
 * Keeps what the pictures of these products are drawn after, one line each in `drawings/` of the files: 15,000 pictures
 * that nobody has asked for yet would take minutes and hundreds of megabytes.
 */
export async function saveSubjects(filesDir: string, subjects: PictureSubject[]): Promise<void> {
  const folder = join(filesDir, subjectsFolder);
  await mkdir(folder, { recursive: true });
  for (const [file, group] of Map.groupBy(subjects, ({ number }) => fileOf(number)))
    await appendFile(join(folder, file), `${group.map((subject) => JSON.stringify(subject)).join('\n')}\n`);
}

/** Before the products of another load are kept. */
export async function forgetPictureSubjects(filesDir: string): Promise<void> {
  await rm(join(filesDir, subjectsFolder), { recursive: true, force: true });
}

/** The pictures of products that were kept in `filesDir`, by their paths; each is drawn when it is read. */
export const findDrawingIn =
  (filesDir: string): FindDrawing =>
  async (path) => {
    const [, digits = '', view = ''] = /^products\/(\d{1,9})-([a-z]+[0-9]{0,2})\.svg$/.exec(path) ?? [];
    if (digits === '') return null;
    const file = join(filesDir, subjectsFolder, fileOf(Number(digits)));
    const kept = await stat(file).catch(() => null);
    const lines = kept ? await readFile(file, 'utf8') : '';
    const line = lines.split('\n').find((line) => line.startsWith(`{"number":${digits},`));
    if (!kept || !line) return null;
    const drawing = drawView(view, JSON.parse(line));
    return drawing === null
      ? null
      : { id: path, version: String(kept.mtimeMs), read: async () => Buffer.from(drawing) };
  };

/** A picture composed of several things, for banners: each with its middle and its size against a frame of 1600. */
export type Scene = {
  name: string;
  width: number;
  height: number;
  things: [drawing: string, params: Thing['params'], x: number, y: number, scale: number][];
};

const drawScene = ({ name, width, height, things }: Scene): string =>
  picture(
    width,
    height,
    name,
    things
      .map(([drawing, params, x, y, scale]) => {
        const side = 1240 * scale;
        return placed({ drawing, params }, { x: x - side / 2, y: y - side / 2, w: side, h: side });
      })
      .join(''),
  );

/** What is drawn beside the goods: tiles, scenes of banners, entrances of shops and points. */
type Drawings = { pictures: Iterable<Picture>; scenes: Scene[]; entrances: (Entrance & { name: string })[] };

/**
 * Writes `products/{name}.svg` for every tile, scene, entrance and mark of a brand; pictures of an earlier load that
 * are no longer wanted go. Returns how many there are.
 */
export async function writeDrawings(filesDir: string, { pictures, scenes, entrances }: Drawings): Promise<number> {
  const folder = join(filesDir, 'products');
  await mkdir(folder, { recursive: true });
  const wanted = new Map<string, string>();
  for (const { name, drawing, params } of pictures)
    wanted.set(
      `${name}.svg`,
      picture(1600, 1600, name, placed({ drawing, params }, { x: 150, y: 150, w: 1300, h: 1300 })),
    );
  for (const scene of scenes) wanted.set(`${scene.name}.svg`, drawScene(scene));
  for (const one of entrances) wanted.set(`${one.name}.svg`, entrance(one));
  for (const { slug, name, colours, layout } of brands)
    wanted.set(`${logoOf(slug).name}.svg`, logo(name, colours, layout));
  for (const file of await readdir(folder))
    if (file.endsWith('.svg') && !wanted.has(file)) await rm(join(folder, file), { force: true });
  for (const [file, svg] of wanted) await writeFile(join(folder, file), svg);
  return wanted.size;
}

/** The mark of a brand. */
export const logoOf = (slug: string): { name: string } => ({ name: `brand-${slug}` });

/** Where a picture is kept, as columns of the database name it. */
export function storedPath(picture: { name: string }): string {
  return `products/${picture.name}.svg`;
}
