import { query } from '#modules/catalogue/listing.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import type { Department, Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';

/** The branch's showroom, open or closed now, what is in stock, how many points there are. */
export async function readPickupPanel(db: Db, department: Department, shelf: Shelf) {
  const [departments, inStock] = await Promise.all([
    departmentDirectory(db),
    query(db, shelf, Listing.parse({ in_stock: true, limit: 1 })),
  ]);
  const open = openState(department.hours, department.hour_exceptions, department.time_zone);
  return {
    city: department.city,
    address: department.address,
    open,
    work_lines: workTimeLines(department.work_time),
    in_stock: inStock.total,
    points: pointsOf(departments, department).length,
  };
}

export type PickupPanelData = Awaited<ReturnType<typeof readPickupPanel>>;
