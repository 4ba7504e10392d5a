import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { ensure } from '#shared/ensure.ts';
import { unbroken } from '#shared/unbroken.ts';

const require = createRequire(import.meta.url);
const fonts = {
  regular: '@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf',
  bold: '@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf',
};

export type Font = keyof typeof fonts;

type TextOptions = {
  x?: number;
  width?: number;
  size?: number;
  font?: Font;
  align?: 'left' | 'right' | 'center';
  color?: string;
};

/**
 * `mark`: what a set form calls the column, in a row of its own under the titles. A column of `wholeWords` writes a
 * word that is wider than itself smaller instead of breaking it.
 */
export type Column = {
  title: string;
  width: number;
  align?: 'left' | 'right' | 'center';
  mark?: string;
  wholeWords?: boolean;
};

/** A cell of a row with rules. */
export type Cell = {
  words: string;
  width: number;
  align?: 'left' | 'right' | 'center';
  font?: Font;
  wholeWords?: boolean;
};

/** Points of A4. */
const portrait = { width: 595.28, height: 841.89, margin: 40, foot: 36 } as const;
const landscape = { width: 841.89, height: 595.28, margin: 24, foot: 20 } as const;
export const content: Area = areaOf(portrait);
export const wideContent: Area = areaOf(landscape);

type Area = { left: number; width: number };

function areaOf({ width, margin }: typeof portrait | typeof landscape): Area {
  return { left: margin, width: width - 2 * margin };
}

const ink = '#111111';
const soft = '#555555';
/** Between a cell's rule and its words. */
const pad = 3;

/**
 * A sheet that is written from above: `y` is where the next thing stands, a new page begins when something does not
 * fit. Every page says at its foot whose it is and which of how many.
 */
export class Paper {
  y: number;
  readonly #title: string;
  readonly #page: typeof portrait | typeof landscape;
  readonly #area: Area;
  readonly #pdf: PDFKit.PDFDocument;

  private constructor(title: string, pdf: PDFKit.PDFDocument, page: typeof portrait | typeof landscape) {
    this.#title = title;
    this.#pdf = pdf;
    this.#page = page;
    this.#area = areaOf(page);
    this.y = page.margin;
    for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, require.resolve(file));
  }

  /** An empty sheet. pdfkit is loaded by the first: it takes some 14 MB, and most processes never draw one. */
  static async open(
    title: string,
    author: string,
    date: Date,
    layout: 'portrait' | 'landscape' = 'portrait',
  ): Promise<Paper> {
    const { default: PdfDocument } = await import('pdfkit');
    const producer = 'idd-shop';
    const pdf = new PdfDocument({
      size: 'A4',
      layout,
      margin: 0,
      bufferPages: true,
      lang: 'ru-RU',
      info: {
        Title: title,
        Author: author,
        CreationDate: date,
        ModDate: date,
        Producer: producer,
        Creator: producer,
      },
    });
    return new Paper(title, pdf, layout === 'portrait' ? portrait : landscape);
  }

  /** Writes at `y`, or at a place of its own, and returns the height taken; the caller moves on with `gap`. */
  text(words: string, options: TextOptions = {}, y = this.y): number {
    const { x = this.#area.left, width = this.#area.width, align = 'left' } = options;
    const height = this.heightOf(words, options);
    this.#pdf.text(setWords(words, options), x, y, { width, align, lineGap: 1.5 });
    return height;
  }

  heightOf(words: string, options: TextOptions = {}): number {
    this.#style(options);
    const width = options.width ?? this.#area.width;
    return this.#pdf.heightOfString(setWords(words, options), { width, lineGap: 1.5 });
  }

  /** The options with a size in which the widest word stands in one line. */
  fitted<Options extends { width: number; size: number; font: Font }>(words: string, options: Options): Options {
    this.#style(options);
    const widest = Math.max(...words.split(' ').map((word) => this.#pdf.widthOfString(word)));
    // Rounding must not break what fits exactly.
    return { ...options, size: Math.min(options.size, (options.size * (options.width - 0.1)) / widest) };
  }

  gap(height: number) {
    this.y += height;
  }

  line(weight = 0.75, color = ink, x = this.#area.left, width = this.#area.width, y = this.y) {
    this.#pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
  }

  /** A rule downwards. */
  rule(x: number, y: number, height: number) {
    this.#pdf
      .moveTo(x, y)
      .lineTo(x, y + height)
      .lineWidth(1.5)
      .strokeColor(ink)
      .stroke();
  }

  box(x: number, y: number, width: number, height: number) {
    this.#pdf.rect(x, y, width, height).lineWidth(0.75).strokeColor(ink).stroke();
  }

  /** Begins a new page when `height` does not fit on this one. */
  need(height: number) {
    const { height: whole, margin, foot } = this.#page;
    if (this.y + height <= whole - margin - foot) return;
    this.#pdf.addPage();
    this.y = margin;
  }

  /** Rows with rules; the heading is repeated on every page and no row is torn. */
  table(columns: Column[], rows: string[][], size = 8.5, titleSize = size) {
    const heading = columns.map(
      ({ title, width }) => ({ words: title, width, align: 'center', font: 'bold' }) as const,
    );
    const marks = columns.map(({ mark = '', width }) => ({ words: mark, width, align: 'center' }) as const);
    const hasMarks = marks.some(({ words }) => words !== '');
    const head = () => {
      this.row(heading, titleSize);
      if (hasMarks) this.row(marks, titleSize);
    };
    const cellsOf = (row: string[]): Cell[] =>
      row.map((words, index) => {
        const { width, align = 'left', wholeWords = false } = ensure(columns[index]);
        return { words, width, align, wholeWords };
      });
    const first = rows[0];
    const headHeight = this.heightOfRow(heading, titleSize) + (hasMarks ? this.heightOfRow(marks, titleSize) : 0);
    this.need(headHeight + (first ? this.heightOfRow(cellsOf(first), size) : 0));
    head();
    for (const row of rows) {
      const before = this.y;
      this.need(this.heightOfRow(cellsOf(row), size));
      if (this.y < before) head();
      this.row(cellsOf(row), size);
    }
  }

  /** One row with rules, from the left edge or from `x`; its height is that of its highest cell. */
  row(cells: readonly Cell[], size: number, x = this.#area.left) {
    const height = this.heightOfRow(cells, size);
    let left = x;
    for (const cell of cells) {
      this.box(left, this.y, cell.width, height);
      this.text(cell.words, { ...this.#inside(cell, size), x: left + pad, align: cell.align ?? 'left' }, this.y + pad);
      left += cell.width;
    }
    this.y += height;
  }

  heightOfRow(cells: readonly Cell[], size: number): number {
    return Math.max(...cells.map((cell) => this.heightOf(cell.words, this.#inside(cell, size)))) + 2 * pad;
  }

  /** How a cell's words are written between its rules. */
  #inside({ words, width, font = 'regular', wholeWords = false }: Cell, size: number) {
    const options = { width: width - 2 * pad, size, font };
    return wholeWords ? this.fitted(words, options) : options;
  }

  /** Labels with their sums below a table, bold, at the right. */
  sums(rows: [label: string, value: string][]) {
    this.gap(6);
    for (const [label, value] of rows) {
      this.text(label, { width: this.#area.width - 92, align: 'right', font: 'bold' });
      this.gap(
        this.text(value, { x: this.#area.left + this.#area.width - 88, width: 85, align: 'right', font: 'bold' }) + 3,
      );
    }
    this.gap(6);
  }

  /** A PNG within a box, as large as fits, at its left, in its middle or at its right; how large it has become. */
  picture(
    { png, width, height }: { png: Buffer; width: number; height: number },
    box: { x: number; y: number; width: number; height: number },
    align: 'left' | 'center' | 'right' = 'left',
  ): { width: number; height: number } {
    const scale = Math.min(box.width / width, box.height / height);
    const drawn = { width: width * scale, height: height * scale };
    const beside = { left: 0, center: 0.5, right: 1 }[align] * (box.width - drawn.width);
    // By its data: what stands on a paper many times is kept in it once.
    this.#pdf.image(`data:image/png;base64,${png.toString('base64')}`, box.x + beside, box.y, drawn);
    return drawn;
  }

  /**
   * A code of square modules; a run of dark ones in a row is one rectangle, so that no hair of white lies between them.
   */
  modules(matrix: boolean[][], x: number, y: number, size: number) {
    const unit = size / matrix.length;
    for (const [row, line] of matrix.entries()) {
      for (let from = 0; from < line.length; from++) {
        if (!line[from]) continue;
        let to = from;
        while (line[to + 1]) to++;
        this.#pdf.rect(x + from * unit, y + row * unit, (to - from + 1) * unit, unit);
        from = to;
      }
    }
    this.#pdf.fillColor('#000000').fill();
  }

  /** Bars of a code, '1' is dark, with the quiet zone around them that a scanner needs. */
  bars(modules: string, x: number, y: number, width: number, height: number) {
    const quiet = 9;
    const unit = width / (modules.length + 2 * quiet);
    for (const run of modules.matchAll(/1+/g))
      this.#pdf.rect(x + (quiet + run.index) * unit, y, run[0].length * unit, height);
    this.#pdf.fillColor('#000000').fill();
  }

  close(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(index);
      const y = this.#page.height - this.#page.foot;
      this.text(this.#title, { size: 7.5, color: soft }, y);
      this.text(`Страница ${index + 1} из ${count}`, { size: 7.5, color: soft, align: 'right' }, y);
    }
    this.#pdf.end();
    return buffer(this.#pdf);
  }

  #style({ size = 9, font = 'regular', color = ink }: TextOptions) {
    this.#pdf.font(font).fontSize(size).fillColor(color);
  }
}

/** A text as wide as the page is set; in a narrow column words must part where they can. */
function setWords(words: string, { width }: TextOptions): string {
  return width === undefined ? unbroken(words) : words;
}
