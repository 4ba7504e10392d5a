import { type RawBuilder, sql } from 'kysely';
import type { Sort } from './order-by.ts';
import { Refusal } from './refusal.ts';

/** One of the values by which a list stands in order. The last of them all is of one row alone. */
export type Term = {
  value: RawBuilder<unknown>;
  isDescending: boolean;
  /** Rows without it stand last: those that go up always, those that go down with `areNullsLast`. */
  mayBeNull?: boolean;
  areNullsLast?: boolean;
};

/** The values of a row by which it stands where it does, as PostgreSQL writes them. */
export type Key = readonly (string | null)[];

type Column = { value: RawBuilder<unknown>; mayBeNull?: boolean; areNullsLast?: boolean };

/** The columns asked for, without any `usual` from its highest; equal rows by `id`, in the last one's direction. */
export function termsThenId<Name extends string>(
  sort: readonly Sort<Name>[],
  columns: Readonly<Record<Name, RawBuilder<unknown> | Column>>,
  usual: Name,
  id: RawBuilder<unknown>,
): Term[] {
  const asked = sort.length > 0 ? sort : [{ column: usual, isDescending: true }];
  const terms = asked.map(({ column, isDescending }): Term => {
    const given: RawBuilder<unknown> | Column = columns[column];
    return { ...('value' in given ? given : { value: given }), isDescending };
  });
  return [...terms, { value: id, isDescending: asked.at(-1)?.isDescending ?? true }];
}

/** `order by`. */
export function orderOf(terms: readonly Term[]): RawBuilder<unknown> {
  return sql.join(
    terms.map(({ value, isDescending, areNullsLast = false }) => {
      if (!isDescending) return value;
      return areNullsLast ? sql`${value} desc nulls last` : sql`${value} desc`;
    }),
  );
}

/** The key of a row, as a cursor carries it: JSON. */
export function keyOf(terms: readonly Term[]): RawBuilder<string> {
  const values = sql.join(terms.map(({ value }) => sql`(${value})::text`));
  return sql<string>`array_to_json(array[${values}]::text[])::text`;
}

/** The rows that stand after the one with this key; without one all. Throws bad_input for a key of another order. */
export function beyond(terms: readonly Term[], after: Key | undefined): RawBuilder<unknown> {
  if (!after) return sql`true`;
  if (after.length !== terms.length)
    throw new Refusal('bad_input', { fields: { after: 'Список стоит в другом порядке' } });
  return after.reduceRight<RawBuilder<unknown> | null>((rest, key, at) => {
    const term = terms[at];
    if (!term) return rest;
    const behind = standsBehind(term, key);
    if (!rest) return behind;
    const { value } = term;
    const same = key === null ? sql`${value} is null` : sql`${value} = ${key}`;
    const within = sql`(${behind} or (${same} and ${rest}))`;
    // Said apart, so that an index is entered at this value.
    if (key === null || term.mayBeNull) return within;
    return term.isDescending ? sql`(${value} <= ${key} and ${within})` : sql`(${value} >= ${key} and ${within})`;
  }, null) as RawBuilder<unknown>;
}

function standsBehind(
  { value, isDescending, mayBeNull = false, areNullsLast = !isDescending }: Term,
  key: string | null,
) {
  if (key === null) return areNullsLast ? sql`false` : sql`${value} is not null`;
  const behind = isDescending ? sql`${value} < ${key}` : sql`${value} > ${key}`;
  return mayBeNull && areNullsLast ? sql`(${behind} or ${value} is null)` : behind;
}
