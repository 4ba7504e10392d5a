import { pointsOf } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';

/** The branch's showroom, open or closed at `now`, what is in stock, how many points there are. */
export function pickupPanel(department: Department, departments: Department[], in_stock: number, now: Date) {
  const open = openState(department.hours, department.hour_exceptions, department.time_zone, now);
  return {
    city: department.city,
    address: department.address,
    open,
    work_lines: workTimeLines(department.work_time),
    in_stock,
    points: pointsOf(departments, department).length,
  };
}

export type PickupPanelData = ReturnType<typeof pickupPanel>;
