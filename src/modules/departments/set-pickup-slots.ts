import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';

/**
 * A branch or a point offers its working hours in slots of so many minutes from now on, null: it offers none; each
 * takes `places` orders on a day, null: as many as come. Returns false when there is no such department.
 */
export async function setPickupSlots(
  db: Db,
  id_1c: string,
  minutes: number | null,
  places: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('departments')
    .set({ pickup_slot_minutes: minutes, pickup_slot_places: places })
    .where('id_1c', '=', id_1c)
    .executeTakeFirst();
  await invalidate(db, ['departments']);
  return numUpdatedRows > 0n;
}
