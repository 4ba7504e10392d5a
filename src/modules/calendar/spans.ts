import type { CalendarRow } from '#shared/calendar-row.ts';
import { formatDateTime } from '#shared/dates.ts';

type Span = Pick<CalendarRow, 'starts_at' | 'ends_at'>;
type InBranches = Pick<CalendarRow, 'branches'>;

export function begins({ starts_at }: Span): number {
  return starts_at?.getTime() ?? Number.NEGATIVE_INFINITY;
}

export function ends({ ends_at }: Span): number {
  return ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** The first moment that both stand; null: never. */
export function meeting(a: Span, b: Span): Date | null {
  const from = Math.max(begins(a), begins(b));
  if (from >= Math.min(ends(a), ends(b))) return null;
  return new Date(Number.isFinite(from) ? from : 0);
}

/** Whether the one is wherever the other is. */
export function covers(a: InBranches, b: InBranches): boolean {
  return a.branches === null || (b.branches?.every((branch) => a.branches?.includes(branch)) ?? false);
}

/** By the clock of Moscow, as the screen shows moments. */
export function on(moment: Date): string {
  return formatDateTime(moment);
}
