import { formatCount } from '#shared/plurals.ts';

/** A count in a column of numbers, with its unit where goods differ in it; a dash where it is not known. */
export function countCell(count: number | null, unit?: string) {
  if (count === null) return <span className="num">—</span>;
  return <span className="num">{unit === undefined ? formatCount(count) : `${formatCount(count)}\u00a0${unit}`}</span>;
}
