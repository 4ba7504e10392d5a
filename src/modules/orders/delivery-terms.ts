import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { carryingKinds } from '#shared/carrying.ts';

const Kopecks = z.int('Сумма в рублях').min(0, 'Сумма не меньше нуля');

/** A row of `carrying_rates`: kopecks for each begun step of weight, in grams. */
export const CarryingRateInput = z.object({
  kind: z.enum(carryingKinds, 'Услуга: unloading, lift или stairs'),
  step_grams: z.int('Шаг веса в целых килограммах').min(1_000, 'Шаг веса от 1 кг').max(100_000_000),
  price_kopecks: Kopecks.max(1_000_000, 'Не больше 10 000 ₽ за шаг'),
  min_kopecks: Kopecks.max(10_000_000, 'Не больше 100 000 ₽'),
});

const Minute = z.int('Время пишется 09:00').min(0).max(1440);

/** A row of `delivery_slots`; `places`: orders a day, null: as many as come. */
export const DeliverySlotInput = z
  .object({
    opens_minute: Minute,
    closes_minute: Minute,
    places: z.int('Мест: целое число').min(1, 'Мест: хотя бы одно').max(10_000, 'Мест: не больше 10 000').nullable(),
  })
  .refine(({ opens_minute, closes_minute }) => closes_minute > opens_minute, 'Время кончается позже, чем начинается');

/** What the branch asks for a service from now on; orders that were placed keep their price. */
export async function saveCarryingRate(
  db: Db,
  department_id_1c: string,
  { kind, ...rate }: z.infer<typeof CarryingRateInput>,
): Promise<void> {
  await db
    .insertInto('carrying_rates')
    .values({ department_id_1c, kind, ...rate })
    .onConflict((conflict) => conflict.columns(['department_id_1c', 'kind']).doUpdateSet(rate))
    .execute();
  await invalidate(db, ['departments', 'content']);
}

/** The branch offers the service no more; false: it did not. */
export async function removeCarryingRate(db: Db, department_id_1c: string, kind: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('carrying_rates')
    .where('department_id_1c', '=', department_id_1c)
    .where('kind', '=', kind)
    .executeTakeFirst();
  await invalidate(db, ['departments', 'content']);
  return numDeletedRows > 0n;
}

/** The zone of a branch by its name; null: there is none. */
export async function findZone(db: Db, department_id_1c: string, name: string): Promise<number | null> {
  const zone = await db
    .selectFrom('delivery_zones')
    .select('id')
    .where('department_id_1c', '=', department_id_1c)
    .where('name', '=', name)
    .executeTakeFirst();
  return zone?.id ?? null;
}

/** Hours in which a zone is delivered to, known by their beginning; orders that were placed stay in theirs. */
export async function saveDeliverySlot(
  db: Db,
  zone_id: number,
  { opens_minute, ...slot }: z.infer<typeof DeliverySlotInput>,
): Promise<void> {
  await db
    .insertInto('delivery_slots')
    .values({ zone_id, opens_minute, ...slot })
    .onConflict((conflict) => conflict.columns(['zone_id', 'opens_minute']).doUpdateSet(slot))
    .execute();
}

/** False: the zone has no such hours. */
export async function removeDeliverySlot(db: Db, zone_id: number, opens_minute: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery_slots')
    .where('zone_id', '=', zone_id)
    .where('opens_minute', '=', opens_minute)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Hours of all zones of a branch, by zone. */
export async function listDeliverySlots(
  db: Db,
  department_id_1c: string,
): Promise<{ zone_id: number; opens_minute: number; closes_minute: number; places: number | null }[]> {
  return db
    .selectFrom('delivery_slots as s')
    .innerJoin('delivery_zones as z', 'z.id', 's.zone_id')
    .select(['s.zone_id', 's.opens_minute', 's.closes_minute', 's.places'])
    .where('z.department_id_1c', '=', department_id_1c)
    .orderBy('s.opens_minute')
    .execute();
}
