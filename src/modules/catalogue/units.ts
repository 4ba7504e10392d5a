import { z } from 'zod';
import { memoize } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { plainUnit, type ShownUnit, type UnitForms } from '#shared/unit-words.ts';

/** For answers. */
export const ShownUnitAnswer: z.ZodType<ShownUnit> = z.object({
  short: z.string(),
  parts: z.int().describe('Столько единиц продажи в одной показанной'),
  is_counted_short: z.boolean(),
  forms: z
    .object({
      one: z.string(),
      two: z.string(),
      five: z.string(),
      accusative: z.string(),
      genitive: z.string(),
      genitive_many: z.string(),
    })
    .nullable(),
});

/** A unit of the table: how it is read, and the greater unit that large numbers are told in. */
export type Unit = ShownUnit & { larger: { unit: ShownUnit; count: number; from: number } | null };

/** Units by the name that products, lines and attributes give them. */
export type Units = { shown: (name: string) => ShownUnit; unit: (name: string) => Unit | null };

/** A row of the table. */
export type UnitRow = Pick<ShownUnit, 'short' | 'parts' | 'is_counted_short'> & Record<keyof UnitForms, string | null>;

/** How a unit is read; `row`: null for one that nobody described. */
export function shownUnitOf(name: string, row: UnitRow | null): ShownUnit {
  if (!row) return plainUnit(name);
  const { short, parts, is_counted_short, one, two, five, accusative, genitive, genitive_many } = row;
  const forms =
    one && two && five && accusative && genitive && genitive_many
      ? { one, two, five, accusative, genitive, genitive_many }
      : null;
  return { short, parts, is_counted_short, forms };
}

/** The table of units; part of the tree (`categories.ts`), which keeps it in memory. */
export async function readUnits(db: Db): Promise<Units> {
  const rows = await db.selectFrom('units').selectAll().execute();
  const units = new Map<string, Unit>();
  for (const row of rows) units.set(row.name, { ...shownUnitOf(row.name, row), larger: null });
  for (const { name, larger, larger_count: count, larger_from: from } of rows) {
    const [own, unit] = [units.get(name), larger === null ? undefined : units.get(larger)];
    if (own && unit && count !== null && from !== null) own.larger = { unit, count, from };
  }
  const shown = new Map(rows.map((row) => [row.name, shownUnitOf(row.name, row)]));
  return {
    unit: (name) => units.get(name) ?? null,
    shown: (name) => shown.get(name) ?? undescribed(name),
  };
}

/** One object for one name, so that a page carries it once; 1C names a few dozen. */
const undescribed = memoize({ name: 'undescribed_units', max: 1_000 }, plainUnit);
