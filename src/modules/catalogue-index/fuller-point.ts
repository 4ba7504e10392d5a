import type { PointAvailability } from '#modules/catalogue/points.ts';

/** Another point of the branch and how many sales units one order can take there. */
export type FullerPoint = { department_id_1c: string; address: string; count: number };

/** What of a product limits an order; counts in sales units. */
type Limits = { available: number | null; step: number; min_count: number; max_count: number };

/**
 * The point whose own shelf holds more than the branch's store, and the most of them: an order that is picked up there
 * takes its goods from that shelf. Null: there is none.
 */
export function fullerPointOf(
  points: Pick<PointAvailability, 'department_id_1c' | 'address' | 'available'>[],
  { available, step, min_count, max_count }: Limits,
): FullerPoint | null {
  const most = points.reduce<FullerPoint>(
    (best, { department_id_1c, address, available: count }) =>
      count !== null && count > best.count ? { department_id_1c, address, count } : best,
    { department_id_1c: '', address: '', count: available ?? 0 },
  );
  const count = Math.min(max_count, Math.floor(most.count / step) * step);
  return most.address !== '' && count >= min_count && count > (available ?? 0) ? { ...most, count } : null;
}
