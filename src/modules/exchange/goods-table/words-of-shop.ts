import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { foldedCell } from '#shared/folded.ts';

export type TableAttribute = {
  code: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  unit: string | null;
};

/** Things by what they are called. */
export type Names<T> = { exact: Map<string, T>; folded: Map<string, T[]> };

/** What the cells of a table may name: attributes, categories by their path, brands, units, values of lists. */
export type ShopWords = {
  /** In the order of a product's page. */
  attributes: TableAttribute[];
  categories: Names<{ id: number; path: string }>;
  pathOf: Map<number, string>;
  brands: Names<{ id: number; name: string }>;
  units: Names<string>;
  /** By code of an attribute that is a list. */
  values: Map<string, Names<string>>;
};

export const pathSeparator = ' / ';

export async function readShopWords(db: Db): Promise<ShopWords> {
  const [attributes, categories, brands, units, values] = await Promise.all([
    sql<TableAttribute>`
      select code, name, type, unit from attributes order by group_name, position, name, id`.execute(db),
    sql<{ id: number; path: string }>`
      with recursive paths as (
        select id, name::text as path from categories where parent_id is null
        union all
        select c.id, p.path || ${pathSeparator} || c.name from categories c join paths p on p.id = c.parent_id
      ) select id, path from paths order by id`.execute(db),
    sql<{ id: number; name: string }>`select id, name from brands order by id`.execute(db),
    sql<{ name: string }>`select name from units union select distinct unit from products order by 1`.execute(db),
    sql<{ code: string; value: string }>`
      select a.code, v.value from attribute_values v join attributes a on a.id = v.attribute_id
      where a.type = 'enum' order by v.position, v.id`.execute(db),
  ]);
  const byCode = Map.groupBy(values.rows, ({ code }) => code);
  return {
    attributes: attributes.rows,
    categories: namesOf(categories.rows, ({ path }) => path),
    pathOf: new Map(categories.rows.map(({ id, path }) => [id, path])),
    brands: namesOf(brands.rows, ({ name }) => name),
    units: namesOf(
      units.rows.map(({ name }) => name),
      (name) => name,
    ),
    values: new Map(
      [...byCode].map(([code, rows]) => [
        code,
        namesOf(
          rows.map(({ value }) => value),
          (value) => value,
        ),
      ]),
    ),
  };
}

function namesOf<T>(all: T[], nameOf: (one: T) => string): Names<T> {
  return {
    exact: new Map(all.map((one) => [nameOf(one), one])),
    folded: Map.groupBy(all, (one) => foldedCell(nameOf(one))),
  };
}

/** The one that is called so, whatever the case and ё; null: none, or several that are written alike. */
export function namedSo<T>({ exact, folded }: Names<T>, typed: string): T | null {
  const alike = folded.get(foldedCell(typed)) ?? [];
  return exact.get(typed) ?? (alike.length === 1 ? (alike[0] ?? null) : null);
}
