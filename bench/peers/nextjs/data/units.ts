import { plainUnit, type ShownUnit, type UnitForms } from '@shop/shared/unit-words.ts';
import { rowsOf } from './database.ts';

/** A unit, and the greater one that large numbers are read in: months as years. */
export type Unit = ShownUnit & { larger: { unit: ShownUnit; count: number; from: number } | null };
/** By the name that rows give it. */
export type Units = Map<string, Unit>;

type UnitRow = Pick<ShownUnit, 'short' | 'parts' | 'is_counted_short'> &
  Record<keyof UnitForms, string | null> & {
    name: string;
    larger: string | null;
    larger_count: number | null;
    larger_from: number | null;
  };

export async function readUnits(): Promise<Units> {
  const rows = await rowsOf<UnitRow>('units', 'select * from units');
  const shown = new Map(rows.map((row) => [row.name, shownUnit(row)]));
  return new Map(
    rows.map(({ name, larger, larger_count: count, larger_from: from }) => {
      const unit = larger === null ? undefined : shown.get(larger);
      const own = shown.get(name) ?? plainUnit(name);
      return [name, { ...own, larger: unit && count && from ? { unit, count, from } : null }];
    }),
  );
}

export function unitNamed(units: Units, name: string): ShownUnit {
  return units.get(name) ?? plainUnit(name);
}

function shownUnit({ short, parts, is_counted_short, ...forms }: UnitRow): ShownUnit {
  const { one, two, five, accusative, genitive, genitive_many } = forms;
  const isInflected = one && two && five && accusative && genitive && genitive_many;
  return {
    short,
    parts,
    is_counted_short,
    forms: isInflected ? { one, two, five, accusative, genitive, genitive_many } : null,
  };
}
