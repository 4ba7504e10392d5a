import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { ensure } from '#shared/ensure.ts';

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

/** A column of `wholeWords` writes a word that is wider than itself smaller instead of breaking it. */
export type Column = { title: string; width: number; align?: 'left' | 'right' | 'center'; wholeWords?: boolean };

/** Points of A4. */
const page = { width: 595.28, height: 841.89, margin: 40, foot: 36 } as const;
export const content: { left: number; width: number } = { left: page.margin, width: page.width - 2 * page.margin };
const ink = '#111111';
const soft = '#555555';

/**
 * A sheet that is written from above: `y` is where the next thing stands, a new page begins when something does not
 * fit. Every page says at its foot whose it is and which of how many.
 */
export class Paper {
  y: number = page.margin;
  readonly #title: string;
  readonly #pdf: PDFKit.PDFDocument;

  constructor(title: string, author: string, date: Date) {
    const producer = 'idd-shop';
    const pdf = new PdfDocument({
      ...{ size: 'A4', margin: 0, bufferPages: true, lang: 'ru-RU' },
      info: {
        ...{ Title: title, Author: author, CreationDate: date, ModDate: date },
        ...{ Producer: producer, Creator: producer },
      },
    });
    for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, require.resolve(file));
    this.#title = title;
    this.#pdf = pdf;
  }

  /** Writes at `y`, or at a place of its own, and returns the height taken; the caller moves on with `gap`. */
  text(words: string, options: TextOptions = {}, y = this.y): number {
    const { x = content.left, width = content.width, align = 'left' } = options;
    const height = this.heightOf(words, options);
    this.#pdf.text(words, x, y, { width, align, lineGap: 1.5 });
    return height;
  }

  heightOf(words: string, options: TextOptions = {}): number {
    this.#style(options);
    return this.#pdf.heightOfString(words, { width: options.width ?? content.width, lineGap: 1.5 });
  }

  /** The options with a size in which the widest word stands in one line. */
  #fitted(words: string, options: { width: number; size: number; font: Font }) {
    this.#style(options);
    const widest = Math.max(...words.split(' ').map((word) => this.#pdf.widthOfString(word)));
    // Rounding must not break what fits exactly.
    return { ...options, size: Math.min(options.size, (options.size * (options.width - 0.1)) / widest) };
  }

  gap(height: number) {
    this.y += height;
  }

  line(weight = 0.75, color = ink, x = content.left, width: number = content.width, y = this.y) {
    this.#pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
  }

  box(x: number, y: number, width: number, height: number) {
    this.#pdf.rect(x, y, width, height).lineWidth(0.75).strokeColor(ink).stroke();
  }

  /** Begins a new page when `height` does not fit on this one. */
  need(height: number) {
    if (this.y + height <= page.height - page.margin - page.foot) return;
    this.#pdf.addPage();
    this.y = page.margin;
  }

  /** Rows with rules; the heading is repeated on every page and no row is torn. */
  table(columns: Column[], rows: string[][], size = 8.5) {
    const pad = 3;
    const cells = (row: string[], font: Font) =>
      row.map((words, index) => {
        const { width, align = 'left', wholeWords = false } = ensure(columns[index]);
        const options = { width: width - 2 * pad, size, font };
        return { words, width, align, options: wholeWords ? this.#fitted(words, options) : options };
      });
    const heightOfRow = (row: string[], font: Font) =>
      Math.max(...cells(row, font).map(({ words, options }) => this.heightOf(words, options))) + 2 * pad;
    const draw = (row: string[], font: Font) => {
      const height = heightOfRow(row, font);
      let x = content.left;
      for (const { words, width, align, options } of cells(row, font)) {
        this.box(x, this.y, width, height);
        this.text(words, { ...options, x: x + pad, align: font === 'bold' ? 'center' : align }, this.y + pad);
        x += width;
      }
      this.y += height;
    };
    const titles = columns.map((column) => column.title);
    const first = rows[0];
    this.need(heightOfRow(titles, 'bold') + (first ? heightOfRow(first, 'regular') : 0));
    draw(titles, 'bold');
    for (const row of rows) {
      const before = this.y;
      this.need(heightOfRow(row, 'regular'));
      if (this.y < before) draw(titles, 'bold');
      draw(row, 'regular');
    }
  }

  /** Labels with their sums below a table, bold, at the right. */
  sums(rows: [label: string, value: string][]) {
    this.gap(6);
    for (const [label, value] of rows) {
      this.text(label, { width: content.width - 92, align: 'right', font: 'bold' });
      this.gap(this.text(value, { x: content.left + content.width - 88, width: 85, align: 'right', font: 'bold' }) + 3);
    }
    this.gap(6);
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

  close(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#pdf.switchToPage(index);
      const y = page.height - page.foot;
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
