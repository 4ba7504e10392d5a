import { encode } from 'uqr';
import type { LogoPicture } from '#modules/settings/logo-file.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cut } from './drawing/cut.ts';
import { content, Paper } from './drawing/paper.ts';

/** A printed code: what it is of, in words, and the address it leads to. */
export type CodeLabel = { heading: string; words: string[]; url: string };

/** Points: two labels beside each other, seven below, on A4 with room to cut. */
const [width, height, pad] = [250, 100, 8];
const columns = [40, 305] as const;
const qrSize = 84;
const longestHeading = 46;

/** Labels for shelves to be cut out, fourteen on a page. A PDF. */
export async function renderShelfLabels(labels: CodeLabel[], seller: string, printed_at: Date): Promise<Buffer> {
  const paper = await Paper.open('Коды на полку', seller, printed_at);
  for (let at = 0; at < labels.length; at += columns.length) {
    paper.need(height);
    for (const [place, label] of labels.slice(at, at + columns.length).entries())
      drawLabel(paper, label, columns[place] ?? 0);
    paper.gap(height + 6);
  }
  return paper.close();
}

function drawLabel(paper: Paper, { heading, words, url }: CodeLabel, left: number): void {
  const top = paper.y;
  const x = left + pad + qrSize + 8;
  const inner = width - qrSize - 2 * pad - 8;
  paper.box(left, top, width, height);
  paper.modules(encode(url, { ecc: 'M', border: 1 }).data, left + pad, top + pad, qrSize);
  const optionsOf = (size: number) => ({ x, width: inner, size, font: 'bold' as const });
  const name = unbroken(heading);
  const size = [11, 10, 9, 8, 7].find((size) => paper.heightOf(name, optionsOf(size)) <= longestHeading) ?? 7;
  paper.text(cut(paper, name, optionsOf(size), longestHeading), optionsOf(size), top + pad);
  const lines = words.map((line) => ({ line, options: { x, width: inner, size: 7.5 } }));
  for (const [at, { line, options }] of lines.entries())
    paper.text(cut(paper, line, options, 13), options, top + pad + longestHeading + 3 + at * 11);
}

/** One large code for a leaflet or a wall, under the shop's logo, with its address in words. A PDF. */
export async function renderCampaignCode(
  { heading, words, url }: CodeLabel,
  { seller, logo }: { seller: string; logo: LogoPicture | null },
  printed_at: Date,
): Promise<Buffer> {
  const paper = await Paper.open(heading, seller, printed_at);
  const side = 300;
  if (logo) {
    const place = { x: content.left, y: paper.y, width: content.width, height: 60 };
    paper.gap(paper.picture(logo, place, 'center').height + 24);
  }
  paper.gap(paper.text(unbroken(heading), { size: 18, font: 'bold', align: 'center' }) + 24);
  paper.modules(encode(url, { ecc: 'M', border: 2 }).data, content.left + (content.width - side) / 2, paper.y, side);
  paper.gap(side + 18);
  paper.gap(
    paper.text(url, { ...paper.fitted(url, { width: content.width, size: 14, font: 'bold' }), align: 'center' }) + 12,
  );
  for (const line of words) paper.gap(paper.text(line, { size: 10 }) + 4);
  return paper.close();
}
