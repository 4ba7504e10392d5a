import { readyAt } from '#modules/catalogue/points.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { Slot } from './receiving-times.ts';

/** Where the order is picked up (null: it is brought), where its lines lie and when it was placed. */
type Placed = { point_id_1c: string | null; stores: string[]; created_at: Date };

/** The goods are reserved on the shelf of the point itself. */
export const isAllAt = ({ store }: Department, stores: string[]) => stores.every((other) => other === store);

/** Who gathers the goods for the point: itself, or its branch, which brings them. `departments`: the directory. */
export function sourceOf(point: Department, stores: string[], departments: Department[]): Department {
  if (isAllAt(point, stores)) return point;
  return departments.find(({ id_1c }) => id_1c === point.branch_id_1c) ?? point;
}

/**
 * The hours chosen for `date`, as the checkout named them: those of a point begin when the goods are ready there, so
 * that nobody comes earlier. `departments`: the directory.
 */
export function namedHours(
  hours: Slot,
  date: string | null,
  { point_id_1c, stores, created_at }: Placed,
  departments: Department[],
): Slot {
  const point = departments.find(({ id_1c }) => id_1c === point_id_1c);
  const ready = point && readyAt(point, created_at, sourceOf(point, stores, departments));
  if (ready?.date !== date || ready.minute <= hours.from || ready.minute >= hours.to) return hours;
  return { from: ready.minute, to: hours.to };
}
