import { sql } from 'kysely';
import type { Grade } from '#modules/search/ndcg.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';

/**
 * A product as judgements see it: plain rows of the catalogue, nothing of the search. Price in roubles, null = on
 * request.
 */
export type Good = {
  id: number;
  idcode: string;
  model_id: number;
  /** Name, brand and attribute values are folded: lower case, ё as е, plain spaces. */
  name: string;
  brand: string | null;
  specs: Record<string, string>;
  price: number | null;
  /** Codes of all its categories and of everything above them. */
  categories: string[];
};

/**
 * What a judgement comes to over the goods at hand. `grades`: product id → the highest grade any rule gives it; those
 * not named are worth nothing.
 */
export type Expected =
  | { kind: 'goods'; grades: Map<number, Grade> }
  | { kind: 'redirect'; paths: string[] }
  | { kind: 'absent' };

/** Every product that is sold, with the retail price of `price_column`. */
export async function readGoods(db: Db, price_column: string): Promise<Good[]> {
  const { rows } = await sql<Omit<Good, 'specs'> & { specs: Record<string, unknown> }>`
    with recursive above as (
      select id, code, id as of_id, parent_id from categories
      union all
      select c.id, c.code, a.of_id, c.parent_id from above a join categories c on c.id = a.parent_id
    )
    select p.id, p.idcode, p.model_id, p.name, b.name as brand, p.specs, pr.price::float8 / 100 as price,
      array(select distinct a.code from product_categories pc join above a on a.of_id = pc.category_id where pc.product_id = p.id) as categories
    from products p
    left join brands b on b.id = p.brand_id
    left join prices pr on pr.product_id = p.id and pr.price_column = ${price_column}
    where p.switched_off_at is null
    order by p.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    name: plain(row.name),
    brand: row.brand && plain(row.brand),
    specs: Object.fromEntries(Object.entries(row.specs).map(([code, value]) => [code, plain(String(value))])),
  }));
}

/**
 * Reads a judgement of `queries.ts` over the goods. Throws on what it cannot read, an unknown category included: a rule
 * that matches nothing by a slip must not pass.
 */
export function judge(judgement: string, goods: Good[]): Expected {
  if (judgement.startsWith('нет')) {
    for (const rule of rulesOf(judgement.slice('нет'.length).replace(/^\s*;/, ''))) checkTerms(rule, goods);
    return { kind: 'absent' };
  }
  if (judgement.startsWith('->'))
    return {
      kind: 'redirect',
      paths: judgement
        .slice(2)
        .split(' or ')
        .map((path) => path.trim()),
    };
  const grades = new Map<number, Grade>();
  for (const [at, text] of judgement.split(';').entries()) {
    const grade = (3 - at) as Grade;
    if (grade < 1) throw new Error(`Больше трёх ступеней: ${judgement}`);
    for (const rule of rulesOf(text)) {
      checkTerms(rule, goods);
      for (const good of goods)
        if (!grades.has(good.id) && rule.every((term) => holds(term, good))) grades.set(good.id, grade);
    }
  }
  return { kind: 'goods', grades };
}

type Term = { sign: string; values: string[] };

function rulesOf(text: string): Term[][] {
  return text
    .split(' or ')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map(termsOf);
}

function termsOf(rule: string): Term[] {
  const terms: Term[] = [];
  let rest = rule;
  while (rest !== '') {
    const match = /^(@|~|!|#|[a-z_0-9]+(?:<=|>=|=))((?:"[^"]*"|[^\s"])+)\s*/u.exec(rest);
    if (!match) throw new Error(`Непонятное условие: ${rest}`);
    terms.push({ sign: ensure(match[1]), values: plain(ensure(match[2]).replaceAll('"', '')).split('|') });
    rest = rest.slice(match[0].length);
  }
  return terms;
}

function checkTerms(rule: Term[], goods: Good[]): void {
  for (const term of rule) {
    if (term.sign !== '@' && term.sign !== '#' && term.sign !== 'brand=') continue;
    for (const value of term.values)
      if (!goods.some((good) => holds({ sign: term.sign, values: [value] }, good)))
        throw new Error(`Ни одного товара: ${term.sign}${value}`);
  }
}

function holds({ sign, values }: Term, good: Good): boolean {
  switch (sign) {
    case '@':
      return values.some((value) => good.categories.includes(value));
    case '~':
      return values.some((value) => good.name.includes(value));
    case '!':
      return !values.some((value) => good.name.includes(value));
    case '#':
      return values.includes(plain(good.idcode));
    case 'brand=':
      return good.brand !== null && values.includes(good.brand);
    case 'price<=':
      return good.price !== null && good.price <= Number(values[0]);
    case 'price>=':
      return good.price !== null && good.price >= Number(values[0]);
    default:
      return values.includes(good.specs[sign.slice(0, -1)] ?? '');
  }
}

function plain(text: string): string {
  return folded(text).replace(/\s+/gu, ' ');
}
