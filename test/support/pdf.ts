import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';

// Node hands the whole CommonJS module over, a bundler its default.
const decode = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR;

/** What a reader sees of a PDF that pdfkit wrote: its words in their order, and the filled rectangles of its pages. */
export type ReadPdf = {
  /** Runs of text as written, joined by spaces; no-break spaces are spaces. */
  text: string;
  rectangles: { x: number; y: number; width: number; height: number }[];
  /** Pictures that the paper holds, in pixels, and how often they are drawn. */
  pictures: { width: number; height: number }[];
  drawn: number;
  pages: number;
};

/**
 * Opens the compressed streams, follows each font's own ToUnicode table and reads what is shown. Not a reader of any
 * PDF.
 */
export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body);
  const streamOf = (id: string) => {
    const body = objects.get(id) ?? '';
    const at = body.indexOf('stream\n');
    const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1');
    return (body.slice(0, at).includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1');
  };
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (toUnicode) fonts.set(name, readToUnicode(streamOf(toUnicode)));
    }
  }
  const pictures = [...objects.values()].flatMap((body) => {
    const [, width] = /\/Width (\d+)/.exec(body) ?? [];
    const [, height] = /\/Height (\d+)/.exec(body) ?? [];
    return body.includes('/Subtype /Image') ? [{ width: Number(width), height: Number(height) }] : [];
  });
  const runs: string[] = [];
  const rectangles: ReadPdf['rectangles'] = [];
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  let drawn = 0;
  for (const page of pages) {
    const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1];
    if (!contents) continue;
    const content = streamOf(contents);
    drawn += content.match(/^\/I\d+ Do$/gm)?.length ?? 0;
    readContent(content, fonts, runs, rectangles);
  }
  const text = runs.join(' ').replace(/[\s\u00a0]+/g, ' ');
  return { text, rectangles, pictures, drawn, pages: pages.length };
}

function readToUnicode(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f]+)>/gi)].entries()) {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(code, 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

function readContent(
  content: string,
  fonts: Map<string, Map<string, string>>,
  runs: string[],
  rectangles: ReadPdf['rectangles'],
) {
  let letters = new Map<string, string>();
  for (const line of content.split('\n')) {
    const font = /^\/(F\d+) [\d.]+ Tf/.exec(line);
    if (font) letters = fonts.get(font[1]!) ?? letters;
    if (/TJ$|Tj$/.test(line)) {
      const glyphs = [...line.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      runs.push(glyphs.map((glyph) => letters.get(glyph.toLowerCase()) ?? '\ufffd').join(''));
    }
    const box = /^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/.exec(line);
    if (box) {
      const [x = 0, y = 0, width = 0, height = 0] = box.slice(1).map(Number);
      rectangles.push({ x, y, width, height });
    }
  }
}

/**
 * The QR code drawn on a page, decoded as a phone would: modules are the rectangles of one small height, however wide.
 */
export function decodeQr({ rectangles }: ReadPdf): string | null {
  const least = Math.min(...rectangles.map((box) => box.height));
  const runs = rectangles.filter((box) => Math.abs(box.height - least) < 0.01);
  const left = Math.min(...runs.map((box) => box.x));
  const top = Math.min(...runs.map((box) => box.y));
  const scale = 4;
  const margin = 4;
  const cells = (length: number) => Math.round(length / least);
  const size = (Math.max(...runs.map((box) => cells(box.x + box.width - left))) + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const box of runs) {
    const fromX = (cells(box.x - left) + margin) * scale;
    const fromY = (cells(box.y - top) + margin) * scale;
    for (let y = fromY; y < fromY + scale; y++) {
      for (let x = fromX; x < fromX + cells(box.width) * scale; x++)
        pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  const found = decode(pixels, size, size);
  return found && Buffer.from(found.binaryData).toString('utf8');
}
