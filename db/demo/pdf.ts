import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { ensure } from '#shared/ensure.ts';

type Glyph = [advance: number, path: string];

const glyphs: Record<string, Glyph> = JSON.parse(
  readFileSync(new URL('./illustrations/glyphs.json', import.meta.url), 'utf8'),
);

export type Sheet = {
  title: string;
  /** Small line above the title. */
  over: string;
  rows: [name: string, value: string][];
  paragraphs: string[];
  date: Date;
};

const page = { width: 595, height: 842, margin: 56 };

/**
 * One A4 page as a PDF file. The letters are the outlines of the shop's own typeface in a Type 3 font with a ToUnicode
 * table, so Cyrillic shows everywhere, can be searched and copied, and no font file is needed.
 */
export function pdfOf(sheet: Sheet): Buffer {
  const letters = new Map<string, number>();
  const codeOf = (letter: string) => {
    const known = glyphs[letter] ? letter : ' ';
    if (!letters.has(known)) letters.set(known, letters.size + 1);
    return ensure(letters.get(known));
  };
  const content = contentOf(sheet, codeOf);
  const used = [...letters];
  const objects: (string | Buffer)[] = [];
  const add = (body: string | Buffer) => objects.push(body);
  // Glyphs are objects 8 and up, in the order of their codes.
  const first = 8;
  add('<< /Type /Catalog /Pages 2 0 R /Lang (ru-RU) /ViewerPreferences << /DisplayDocTitle true >> >>');
  add('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>`,
  );
  add(stream(content));
  add(`<< /Type /Font /Subtype /Type3 /FontBBox [0 -300 1200 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar ${used.length}
/Widths [${used.map(([letter]) => ensure(glyphs[letter])[0]).join(' ')}] /Resources << >> /ToUnicode 6 0 R
/Encoding << /Type /Encoding /Differences [1 ${used.map((_, index) => `/g${index + 1}`).join(' ')}] >>
/CharProcs << ${used.map((_, index) => `/g${index + 1} ${first + index} 0 R`).join(' ')} >> >>`);
  add(stream(toUnicode(used)));
  add(
    `<< /Title ${hexText(sheet.title)} /Author ${hexText('ООО «ИДД»')} /CreationDate (D:${sheet.date.toISOString().slice(0, 10).replaceAll('-', '')}000000Z) >>`,
  );
  for (const [letter] of used) add(stream(`${ensure(glyphs[letter])[0]} 0 d0\n${outline(ensure(glyphs[letter])[1])}`));
  return assemble(objects);
}

function contentOf(sheet: Sheet, codeOf: (letter: string) => number): string {
  const out: string[] = [];
  let y = page.height - page.margin;
  const width = page.width - 2 * page.margin;
  const put = (text: string, x: number, size: number, grey = 0.13) => {
    const codes = [...text].map((letter) => codeOf(letter).toString(16).padStart(2, '0')).join('');
    out.push(`BT ${grey} g /F ${size} Tf ${x} ${y.toFixed(1)} Td <${codes}> Tj ET`);
  };
  put('ИДД', page.margin, 22);
  put(sheet.over, page.margin + 90, 9, 0.45);
  y -= 40;
  for (const line of wrap(sheet.title, 17, width)) {
    put(line, page.margin, 17);
    y -= 23;
  }
  y -= 8;
  for (const [name, value] of sheet.rows) {
    const lines = wrap(value, 10, width * 0.5);
    out.push(
      `0.86 G 0.5 w ${page.margin} ${(y - 5).toFixed(1)} m ${page.width - page.margin} ${(y - 5).toFixed(1)} l S`,
    );
    put(name, page.margin, 10, 0.4);
    for (const line of lines) {
      put(line, page.margin + width * 0.48, 10);
      y -= 15;
    }
    y -= 4;
  }
  y -= 12;
  for (const paragraph of sheet.paragraphs) {
    for (const line of wrap(paragraph, 10, width)) {
      put(line, page.margin, 10);
      y -= 15;
    }
    y -= 7;
  }
  return out.join('\n');
}

function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll('\u00a0', ' ').split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function widthOf(text: string, size: number): number {
  return ([...text].reduce((sum, letter) => sum + (glyphs[letter] ?? ensure(glyphs[' ']))[0], 0) * size) / 1_000;
}

/** An SVG outline (M, L, H, V, Q, Z, y down) in PDF's operators (y up; a quadratic curve is a cubic one). */
function outline(path: string): string {
  const out: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', numbers = ''] of path.matchAll(/([MLHVQZ])([^MLHVQZ]*)/g)) {
    const values = numbers.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    if (command === 'Z') out.push('h');
    if (command === 'H' || command === 'V') {
      for (const value of values) {
        if (command === 'H') x = value;
        else y = value;
        out.push(`${x} ${-y} l`);
      }
    }
    if (command === 'M' || command === 'L') {
      for (let i = 0; i < values.length; i += 2) {
        [x, y] = [ensure(values[i]), ensure(values[i + 1])];
        out.push(`${x} ${-y} ${command === 'M' && i === 0 ? 'm' : 'l'}`);
      }
    }
    if (command === 'Q') {
      for (let i = 0; i < values.length; i += 4) {
        const [cx, cy, tx, ty] = values.slice(i, i + 4) as [number, number, number, number];
        const near = [
          x + (2 * (cx - x)) / 3,
          y + (2 * (cy - y)) / 3,
          tx + (2 * (cx - tx)) / 3,
          ty + (2 * (cy - ty)) / 3,
          tx,
          ty,
        ];
        out.push(`${near.map((n, at) => (at % 2 ? -n : n).toFixed(1)).join(' ')} c`);
        [x, y] = [tx, ty];
      }
    }
  }
  return `${out.join('\n')}\nf`;
}

function toUnicode(used: [string, number][]): string {
  const hex = (letter: string) => ensure(letter.codePointAt(0)).toString(16).padStart(4, '0');
  const pairs = used.map(([letter, code]) => `<${code.toString(16).padStart(2, '0')}> <${hex(letter)}>`);
  const blocks: string[] = [];
  for (let i = 0; i < pairs.length; i += 100) {
    const block = pairs.slice(i, i + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Shop def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

function hexText(text: string): string {
  return `<feff${[...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;
}

function stream(body: string): Buffer {
  const packed = deflateSync(Buffer.from(body, 'latin1'));
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

function assemble(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = ensure(parts[0]).length;
  const offsets = objects.map((body, index) => {
    const offset = at;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
