import { type RawBuilder, sql } from 'kysely';

/** A column that a list is asked to be sorted by. */
export type Sort<Column extends string> = { column: Column; isDescending: boolean };

type Columns<Column extends string> = Readonly<Record<Column, RawBuilder<unknown>>>;

/** `nulls last` of a column that has none would keep its index from being read. */
type Options = { areNullsLast?: boolean };

/** `order by`: the columns asked for, without any `usual` from its highest; equal rows by `last`, as it is. */
export function orderBy<Column extends string>(
  sort: readonly Sort<Column>[],
  columns: Columns<Column>,
  usual: Column,
  last: RawBuilder<unknown>,
  options: Options = {},
): RawBuilder<unknown> {
  return sql.join([...termsOf(askedOf(sort, usual), columns, options), last]);
}

/** `orderBy`, equal rows by `id` in the direction of the last column. */
export function orderByThenId<Column extends string>(
  sort: readonly Sort<Column>[],
  columns: Columns<Column>,
  usual: Column,
  id: RawBuilder<unknown>,
  options: Options = {},
): RawBuilder<unknown> {
  const asked = askedOf(sort, usual);
  return sql.join([...termsOf(asked, columns, options), asked.at(-1)?.isDescending ? sql`${id} desc` : id]);
}

function askedOf<Column extends string>(sort: readonly Sort<Column>[], usual: Column): readonly Sort<Column>[] {
  return sort.length > 0 ? sort : [{ column: usual, isDescending: true }];
}

function termsOf<Column extends string>(
  asked: readonly Sort<Column>[],
  columns: Columns<Column>,
  { areNullsLast = false }: Options,
): RawBuilder<unknown>[] {
  const descending = areNullsLast ? sql`desc nulls last` : sql`desc`;
  return asked.map(({ column, isDescending }) =>
    isDescending ? sql`${columns[column]} ${descending}` : columns[column],
  );
}
