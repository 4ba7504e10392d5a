import { sql } from 'kysely';
import type { UnitRules } from './unit-rules.ts';
import { expectPrice, numberIn, textOf, type UnitReport, type UnitWalk, type Walked } from './unit-walk-parts.ts';

type Shelf = { code: string; goods: Walked[] };

/** As lists are cut; another number is no address of a page. */
const perPage = 24;

/**
 * The products in the lists of their categories, as cards and as rows: the price of one shown unit, the order by price,
 * and the filter by a price that people read.
 */
export async function lists(walk: UnitWalk, rules: UnitRules, report: UnitReport, products: Walked[]): Promise<void> {
  const shelves = await shelvesOf(walk, products);
  for (const [at, shelf] of shelves.entries()) {
    walk.onProgress?.('categories', at, shelves.length);
    for (const view of ['grid', 'table'] as const) await list(walk, rules, report, shelf, view);
    await filtered(walk, rules, report, shelf);
  }
}

async function shelvesOf({ db }: UnitWalk, products: Walked[]): Promise<Shelf[]> {
  const { rows } = await sql<{ code: string; ids: number[] }>`
    select c.code, array_agg(pc.product_id) as ids
    from product_categories pc join categories c on c.id = pc.category_id
    where pc.is_main and c.switched_off_at is null group by c.code order by c.code`.execute(db);
  return rows.map(({ code, ids }) => ({ code, goods: products.filter(({ id }) => ids.includes(id)) }));
}

/** What a list shows of each product, in its order; every page of it. */
async function shownIn(walk: UnitWalk, rules: UnitRules, report: UnitReport, path: string): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await walk.ask(page === 1 ? path : `${path}&page=${page}`);
    if (page > 1 && status === 404) return found;
    report.pages++;
    if (status !== 200) report.problems.push(`${path}: ${status}`);
    report.problems.push(...rules.problems(textOf(body)).map((problem) => `${path}: «${problem}»`));
    const own = shownOn(body.replaceAll('<!-- -->', ''));
    found.push(...own);
    if (own.length < perPage) return found;
  }
}

type Shown = { slug: string; price: string; isSold: boolean };

function shownOn(html: string): Shown[] {
  const isTable = html.includes('class="table__name"');
  const pieces = html.split(isTable ? '<td class="table__pic"' : '<article class="card"').slice(1);
  const price = /card__price">(.*?)<\/p>/s;
  return pieces.map((piece) => ({
    slug: /href="\/product\/([^/"]+)\//.exec(piece)?.[1] ?? '',
    price: textOf(price.exec(piece)?.[1] ?? ''),
    isSold: /value="add"/.test(piece),
  }));
}

async function list(
  walk: UnitWalk,
  rules: UnitRules,
  report: UnitReport,
  { code, goods }: Shelf,
  view: 'grid' | 'table',
): Promise<void> {
  const path = `/category/${code}/?sort=price${view === 'table' ? '&view=table' : ''}`;
  const shown = await shownIn(walk, rules, report, path);
  for (const product of goods) {
    const own = shown.find(({ slug }) => slug === product.slug);
    if (own) expectPrice(rules, report, product, `${view} of ${code}`, own.price);
    else if (product.is_alone) report.problems.push(`${product.name}: not in the ${view} of ${code}`);
  }
  const prices = shown.filter(({ isSold }) => isSold).map(({ price }) => numberIn(price));
  const fall = prices.findIndex((price, at) => at > 0 && price < (prices[at - 1] ?? 0));
  if (fall > 0) report.problems.push(`${path}: ${prices[fall]} stands behind ${prices[fall - 1]}`);
}

/** The bounds are what people read: 60 ₽ a metre finds what costs 6 ₽ per 0,1 m. */
async function filtered(walk: UnitWalk, rules: UnitRules, report: UnitReport, { code, goods }: Shelf): Promise<void> {
  const inParts = goods.filter(({ unit, is_alone }) => is_alone && rules.rowOf(unit).parts > 1);
  for (const product of [...inParts, ...goods.filter(({ is_alone }) => is_alone).slice(0, 1)]) {
    const price = (product.price * rules.rowOf(product.unit).parts) / 100;
    const path = `/category/${code}/?price_from=${price}&price_to=${price}`;
    const shown = await shownIn(walk, rules, report, path);
    if (!shown.some(({ slug }) => slug === product.slug))
      report.problems.push(`${product.name}: not found by its price of ${price}`);
    for (const own of shown)
      if (numberIn(own.price) !== price) report.problems.push(`${path}: ${own.slug} costs ${own.price}`);
  }
}

type Suggested = {
  products: { slug: string; price: number | null; shown_unit: { short: string; parts: number } }[];
};

/** What is suggested to whoever types a code: its price and unit as the browser puts them into words. */
export async function suggestions(
  walk: UnitWalk,
  rules: UnitRules,
  report: UnitReport,
  products: Walked[],
): Promise<void> {
  for (const [at, product] of products.entries()) {
    walk.onProgress?.('suggestions', at, products.length);
    const path = `/api/ecm/idd/search/suggest/?q=${encodeURIComponent(product.idcode)}`;
    const { status, body } = await walk.ask(path);
    if (status !== 200) {
      report.problems.push(`${path}: ${status}`);
      continue;
    }
    const found = (JSON.parse(body) as Suggested).products.find(({ slug }) => slug === product.slug);
    const { parts, short } = rules.rowOf(product.unit);
    if (!found) report.problems.push(`${product.name}: not suggested`);
    else if (found.shown_unit.parts !== parts || found.shown_unit.short !== short)
      report.problems.push(`${product.name}: suggested by the ${found.shown_unit.short}`);
    else if (Math.round((found.price ?? 0) * 100) !== product.price)
      report.problems.push(`${product.name}: suggested for ${found.price}`);
  }
}
