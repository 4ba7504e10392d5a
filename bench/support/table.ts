import { ensure } from '#shared/ensure.ts';
import type { Row } from './report.ts';

/** One line of the common table: which figure of which measurement it is, and what it must keep to at a size. */
export type Line = {
  what: string;
  bench: string;
  /** The row of that measurement, by its words. */
  row: RegExp;
  figure: string;
  unit: '/s' | 'мс' | 'МБ' | '×' | 'с';
  /** At least so much of `/s` and `×`, at most so much of the others; null: no budget at this size. */
  budget(products: number): number | null;
  /** The best of the peers, as bench/README.md gives it. */
  peer?: string;
};

export type Measured = { products: number; rows: Map<string, Row[]> };

/** More of these is better; of the others, less. */
const isRate = (line: Line) => line.unit === '/s' || line.unit === '×';

/** The figure of a line at one size; undefined when the measurement gave none. */
function figureOf(line: Line, measured: Measured): number | undefined {
  const row = measured.rows.get(line.bench)?.find((row) => line.row.test(row.what));
  const value = Number(row?.[line.figure] ?? Number.NaN);
  // A rate that errors made is no rate.
  return Number.isNaN(value) || Number(row?.errors ?? 0) > 0 ? undefined : value;
}

/** Whether every budget of the line is kept at the sizes measured; null: it has none there. */
export function isMet(line: Line, sizes: Measured[]): boolean | null {
  const kept = sizes.flatMap((measured) => {
    const budget = line.budget(measured.products);
    if (budget === null) return [];
    const value = figureOf(line, measured);
    return [value !== undefined && (isRate(line) ? value >= budget : value <= budget)];
  });
  return kept.length === 0 ? null : kept.every(Boolean);
}

/** How many times dearer the largest shop is than the smallest. */
function growthOf(line: Line, sizes: Measured[]): string {
  const [small, large] = [figureOf(line, ensure(sizes[0])), figureOf(line, ensure(sizes.at(-1)))];
  if (sizes.length < 2 || !small || !large) return '–';
  return `× ${(isRate(line) ? small / large : large / small).toFixed(1).replace('.', ',')}`;
}

/** The table in markdown. A figure without a budget at its size stands alone; one that misses its budget is bold. */
export function markdownOf(lines: Line[], sizes: Measured[]): string {
  const head = ['Что', 'Бюджет', ...sizes.map(({ products }) => grouped(products)), 'Рост', 'Выполнен', 'Другие'];
  const rows = lines.map((line) => {
    const met = isMet(line, sizes);
    return [
      line.what,
      budgetText(line, sizes),
      ...sizes.map((measured) => {
        const value = figureOf(line, measured);
        if (value === undefined) return 'нет';
        const isMissed = isMet(line, [measured]) === false;
        return isMissed ? `**${text(value, line)}**` : text(value, line);
      }),
      growthOf(line, sizes),
      met === null ? '–' : met ? 'да' : '**нет**',
      line.peer ?? '–',
    ];
  });
  const rule = head.map((_, index) => (index < 2 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function budgetText(line: Line, sizes: Measured[]): string {
  const stated = sizes.flatMap(({ products }) => {
    const budget = line.budget(products);
    return budget === null ? [] : [{ products, budget }];
  });
  const sign = isRate(line) ? '≥' : '≤';
  const different = new Set(stated.map(({ budget }) => budget));
  if (different.size === 0) return '–';
  const isEverywhere = stated.length === sizes.length;
  if (different.size === 1 && isEverywhere) return `${sign} ${text(ensure(stated[0]).budget, line)}`;
  return stated.map(({ products, budget }) => `${sign} ${text(budget, line)} при ${grouped(products)}`).join(', ');
}

function text(value: number, { unit }: Line): string {
  const number = value >= 1_000 ? grouped(Math.round(value)) : String(value).replace('.', ',');
  return unit === '×' ? number : unit === '/s' ? `${number}/с` : `${number}\u00a0${unit}`;
}

/** 1000000 → '1 000 000', with spaces that do not break. */
function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');
}

/**
 * The text between `<!-- name -->` and `<!-- /name -->` of a document becomes `part`; throws when the marks are not
 * there.
 */
export function withPart(document: string, name: string, part: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [document.indexOf(from), document.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`No marks ${from} … ${to}`);
  return `${document.slice(0, start + from.length)}\n${part}\n${document.slice(end)}`;
}
