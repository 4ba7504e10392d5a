import type { Database } from '#platform/database.ts';
import { spaced, type UnitRules } from './unit-rules.ts';

/** Opens a page of the shop's main branch, without a script. */
export type Ask = (
  path: string,
  cookies?: Record<string, string>,
) => Promise<{ status: number; body: string; bytes: Buffer }>;

export type Walked = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  unit: string;
  price: number;
  step: number;
  min_count: number;
  max_count: number;
  model_id: number;
  /** Alone in its model: lists show it, not another variant. */
  is_alone: boolean;
  has_picture: boolean;
};

export type UnitWalk = {
  db: Database;
  ask: Ask;
  /** Wanted counts; each is fitted to the product's step and bounds. */
  counts: number[];
  /** So many products, chosen by the seed; absent: every product that the main branch sells. */
  products?: number;
  seed: number;
  onProgress?: (what: string, done: number, all: number) => void;
};

export type Line = { product: Walked; count: number };

export type UnitReport = { products: number; lines: number; pages: number; problems: string[] };

/** A page, its words looked through. */
export async function page(
  { ask }: UnitWalk,
  rules: UnitRules,
  report: UnitReport,
  path: string,
  cookies: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await ask(path, cookies);
  report.pages++;
  if (status !== 200) report.problems.push(`${path}: ${status}`);
  report.problems.push(...rules.problems(textOf(body)).map((problem) => `${path}: «${problem}»`));
  return body.replaceAll('<!-- -->', '');
}

/** The price of one shown unit, as a number. */
export function expectPrice(rules: UnitRules, report: UnitReport, product: Walked, where: string, text: string): void {
  const wanted = (product.price * rules.rowOf(product.unit).parts) / 100;
  if (numberIn(text) !== wanted) report.problems.push(`${product.name}: «${text}» on the ${where}, not ${wanted}`);
}

/** Price for one shown unit × the shown amount is the sum of the line. */
export function expectSum(
  rules: UnitRules,
  report: UnitReport,
  where: string,
  { unit }: Walked,
  count: number,
  { facts, sum }: { facts: string; sum: string },
): void {
  const per = rules.per(unit).replace(/[.()]/g, String.raw`\$&`);
  const [, price] = new RegExp(`(\\d[\\d ]*(?:,\\d+)?) ₽ ${per}(?! ?\\p{L})`, 'u').exec(facts) ?? [];
  if (price === undefined) report.problems.push(`${where}: «${facts}» names no price ${rules.per(unit)}`);
  else {
    const product = numberIn(price) * (count / rules.rowOf(unit).parts);
    if (Math.abs(product - numberIn(sum)) > 0.001)
      report.problems.push(`${where}: ${price} × ${rules.number(count, unit)} is not ${sum}`);
  }
}

export function numberIn(text: string): number {
  return Number(/\d[\d ]*(?:,\d+)?/.exec(spaced(text))?.[0].replaceAll(' ', '').replace(',', '.'));
}

/** «489,00» as papers print it. */
export function printed(kopecks: number): string {
  return spaced((kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
}

export function textOf(html: string): string {
  return spaced(
    html
      .replaceAll('<!-- -->', '')
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<\/?(?:b|span|a|i|u|small|mark|s)\b[^>]*>/g, '')
      .replace(/<[^>]+>/g, ' | ')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  ).trim();
}

export function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
