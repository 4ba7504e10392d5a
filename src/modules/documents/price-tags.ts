import { encode } from 'uqr';
import type { LogoPicture } from '#modules/settings/logo-file.ts';
import { ean13 } from '#shared/barcode.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cut } from './drawing/cut.ts';
import { Paper } from './drawing/paper.ts';

/** A tag in words, and the address that its code of squares leads to. */
export type PrintedTag = {
  name: string;
  sort: string | null;
  price: string;
  old_price: string | null;
  per: string[];
  code: string;
  barcode: string | null;
  url: string;
};

/** Who sells where, under which logo, and the day of the prices; on every tag. */
export type TagHead = { seller: string; branch: string; day: string; logo: LogoPicture | null };

/** Points: two tags beside each other, five below, on A4 with room to cut. */
const [width, height, pad] = [250, 138, 8];
const columns = [40, 305] as const;
const qrSize = 54;
/** At the right of the lines that say who sells where. */
const logoPlace = { width: 58, height: 17 } as const;
const longestName = 38;
/** 0.27 mm a module: the least at which a scanner is sure of an EAN-13 is 0.264 (GS1, magnification 80 %). */
const barcodeWidth = 86;

/** Price tags to be cut out, ten on a page; `without`: goods named behind them that have no price. A PDF. */
export async function renderPriceTags(
  tags: PrintedTag[],
  head: TagHead,
  without: string[],
  printed_at: Date,
): Promise<Buffer> {
  const paper = await Paper.open(`Ценники: ${head.branch}, ${head.day}`, head.seller, printed_at);
  for (let at = 0; at < tags.length; at += columns.length) {
    paper.need(height);
    for (const [place, tag] of tags.slice(at, at + columns.length).entries())
      drawTag(paper, tag, head, columns[place] ?? 0);
    paper.gap(height + 7);
  }
  if (without.length > 0) {
    const words = `Без ценника, нет цены: ${without.join('; ')}`;
    paper.need(60);
    paper.gap(paper.text(words.length > 2_000 ? `${words.slice(0, 2_000)}…` : words, { size: 8 }));
  }
  return paper.close();
}

function drawTag(paper: Paper, tag: PrintedTag, { seller, branch, day, logo }: TagHead, left: number): void {
  const top = paper.y;
  const x = left + pad;
  const inner = width - 2 * pad;
  const line = (words: string, y: number, width = inner, size = 7) => {
    const options = { x, width, size };
    paper.text(cut(paper, words, options, size * 1.75), options, top + y);
  };
  paper.box(left, top, width, height);
  if (logo) paper.picture(logo, { ...logoPlace, x: x + inner - logoPlace.width, y: top + 4 }, 'right');
  const besideLogo = logo ? inner - logoPlace.width - 4 : inner;
  line(seller, 5, besideLogo, 6.5);
  line(branch, 13.5, besideLogo, 6.5);
  paper.line(0.5, '#111111', x, inner, top + 24);
  paper.text(...nameIn(paper, tag, x, inner), top + 27);
  const side = inner - qrSize - 6;
  paper.text(tag.price, paper.fitted(tag.price, { x, width: side, size: 24, font: 'bold' }), top + 65);
  // A font draws a box for a word joiner.
  line(tag.per.join(' · ').replaceAll('\u2060', ''), 94, side, 7.5);
  if (tag.old_price) line(`Прежняя цена ${tag.old_price}`, 104, side, 7.5);
  const hasBars = tag.barcode !== null && ean13(tag.barcode) !== null;
  const beside = hasBars ? side - barcodeWidth - 4 : side;
  // One word: it is cut in the middle rather than left out.
  line(tag.code.replaceAll(' ', '\u00a0'), 115, beside);
  line(day, 124, beside);
  drawBarcode(paper, tag.barcode, x + side - barcodeWidth, top + 114);
  const { data } = encode(tag.url, { ecc: 'M', border: 1 });
  paper.modules(data, left + width - pad - qrSize, top + height - pad - qrSize, qrSize);
}

/** The name with its sort, smaller the longer it is; what no size holds is cut. */
function nameIn(paper: Paper, { name, sort }: PrintedTag, x: number, inner: number) {
  const words = unbroken(sort ? `${name}. Сорт: ${sort}` : name);
  const optionsOf = (size: number) => ({ x, width: inner, size, font: 'bold' as const });
  const size = [11.5, 10, 9, 8, 7].find((size) => paper.heightOf(words, optionsOf(size)) <= longestName) ?? 7;
  return [cut(paper, words, optionsOf(size), longestName), optionsOf(size)] as const;
}

function drawBarcode(paper: Paper, digits: string | null, x: number, y: number): void {
  const modules = digits === null ? null : ean13(digits);
  if (!modules || digits === null) return;
  paper.bars(modules, x, y, barcodeWidth, 12);
  paper.text(digits, { x, width: barcodeWidth, size: 5.5, align: 'center' }, y + 12.5);
}
