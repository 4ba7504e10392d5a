import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { localityName } from '#shared/locality-name.ts';
import { listCarryingRates } from './carrying.ts';
import { type DeliveryZone, listDeliveryZones, plainLocality } from './delivery.ts';
import { CarryingRateInput, DeliverySlotInput, listDeliverySlots } from './delivery-terms.ts';

const filled = (max: number) => z.string().trim().min(1, fieldMessages.required).max(max, fieldMessages.maxLength(max));
const Days = z.int('Целое число дней').min(0, 'Не меньше 0').max(60, 'Не больше 60 дней');
const BringDays = Days.min(1, 'Не меньше одного дня');
const areDifferent = (values: unknown[]) => new Set(values).size === values.length;

const Rate = z.strictObject({
  up_to_grams: z.int('Вес в целых килограммах').min(1_000, 'От 1 кг').max(100_000_000, 'До 100 т'),
  price_kopecks: z.int('Сумма в рублях').min(0, 'Не меньше нуля').max(100_000_000, 'Не больше 1 000 000 ₽'),
  vehicle: filled(60),
});

const Zone = z
  .strictObject({
    /** null, or not of this branch: a new one. */
    id: z.int().positive().nullable(),
    name: filled(80),
    /** Localities as people write them; the first zone's are the branch's own city. */
    places: z
      .array(filled(80))
      .min(1, 'Назовите хотя бы один населённый пункт')
      .max(500, 'Не больше 500 населённых пунктов'),
    days_min: Days,
    days_max: Days,
    rates: z
      .array(Rate)
      .min(1, 'Назовите хотя бы одну цену')
      .max(20, 'Не больше 20 цен')
      .refine((rates) => areDifferent(rates.map(({ up_to_grams }) => up_to_grams)), 'Две цены до одного веса'),
    slots: z
      .array(DeliverySlotInput)
      .max(24, 'Не больше 24 промежутков')
      .refine(
        (slots) => areDifferent(slots.map(({ opens_minute }) => opens_minute)),
        'Два промежутка с одного времени',
      ),
  })
  .refine(({ days_min, days_max }) => days_max >= days_min, { path: ['days_max'], message: 'Меньше, чем «от»' });

/** Another branch whose goods are brought to this one, and in how many days. */
const Transfer = z
  .strictObject({
    from_id_1c: z.string().regex(/^[0-9]{5}$/, 'Выберите филиал'),
    days_min: BringDays,
    days_max: BringDays,
  })
  .refine(({ days_min, days_max }) => days_max >= days_min, { path: ['days_max'], message: 'Меньше, чем «от»' });

/** How a branch delivers; money in kopecks, weights in grams, times in minutes by the branch's own clock. */
export const DeliveryTerms = z.strictObject({
  zones: z
    .array(Zone)
    .max(50, 'Не больше 50 зон')
    .refine((zones) => areDifferent(zones.map(({ name }) => name)), 'Две зоны с одним названием'),
  carrying: z
    .array(CarryingRateInput.strict())
    .refine((rates) => areDifferent(rates.map(({ kind }) => kind)), 'Услуга названа дважды'),
  transfers: z
    .array(Transfer)
    .max(100, 'Не больше 100 городов')
    .refine((rows) => areDifferent(rows.map(({ from_id_1c }) => from_id_1c)), 'Филиал назван дважды'),
});
export type DeliveryTerms = z.output<typeof DeliveryTerms>;

/** The zones of a branch in their order with prices and hours, and what is asked for carrying. */
export async function readDeliveryTerms(db: Db, department_id_1c: string): Promise<DeliveryTerms> {
  const [zones, slots, carrying, transfers] = await Promise.all([
    listDeliveryZones(db, department_id_1c),
    listDeliverySlots(db, department_id_1c),
    listCarryingRates(db, department_id_1c),
    listTransfers(db, department_id_1c),
  ]);
  return {
    zones: zones.map((zone) => ({
      ...zone,
      slots: slots.filter(({ zone_id }) => zone_id === zone.id).map(({ zone_id: _, ...slot }) => slot),
    })),
    carrying,
    transfers,
  };
}

function listTransfers(db: Db, department_id_1c: string): Promise<DeliveryTerms['transfers']> {
  return db
    .selectFrom('branch_transfers')
    .select(['from_id_1c', 'days_min', 'days_max'])
    .where('department_id_1c', '=', department_id_1c)
    .orderBy('from_id_1c')
    .execute();
}

/**
 * Sets them whole: a zone that is not named is gone. Orders that were placed keep their zone's name and price. Throws
 * bad_input with `fields` (`zones.0.places`). Call in a transaction.
 */
export async function saveDeliveryTerms(
  db: Db,
  department_id_1c: string,
  { zones, carrying, transfers }: Partial<DeliveryTerms>,
): Promise<void> {
  if (zones) await saveZones(db, department_id_1c, zones);
  if (carrying) {
    await db.deleteFrom('carrying_rates').where('department_id_1c', '=', department_id_1c).execute();
    if (carrying.length > 0)
      await db
        .insertInto('carrying_rates')
        .values(carrying.map((rate) => ({ department_id_1c, ...rate })))
        .execute();
  }
  if (transfers) await saveTransfers(db, department_id_1c, transfers);
  // The promise of delivery stands on product pages and in lists.
  await invalidate(db, ['*']);
}

/** Only whole branches have stores of their own to bring from. */
async function saveTransfers(db: Db, department_id_1c: string, rows: DeliveryTerms['transfers']): Promise<void> {
  const branches = await db.selectFrom('departments').select('id_1c').where('branch_id_1c', 'is', null).execute();
  const fields: Record<string, string> = {};
  for (const [at, { from_id_1c }] of rows.entries()) {
    const isKnown = branches.some(({ id_1c }) => id_1c === from_id_1c);
    if (!isKnown || from_id_1c === department_id_1c) fields[`transfers.${at}.from_id_1c`] = 'Выберите другой филиал';
  }
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  await db.deleteFrom('branch_transfers').where('department_id_1c', '=', department_id_1c).execute();
  if (rows.length === 0) return;
  await db
    .insertInto('branch_transfers')
    .values(rows.map((row) => ({ department_id_1c, ...row })))
    .execute();
}

type BranchOfCity = { id_1c: string; city: string };

/**
 * A new branch delivers in its own city as another does in its own: prices, hours, carrying. Zones around that other
 * city are nothing to it. Call in a transaction.
 */
export async function copyDelivery(db: Db, from: BranchOfCity, to: BranchOfCity): Promise<void> {
  const { zones, carrying } = await readDeliveryTerms(db, from.id_1c);
  const own = zones.slice(0, 1).map((zone) => ({
    ...zone,
    id: null,
    name: zone.name.includes(from.city) ? to.city : zone.name,
    places: [to.city],
  }));
  await saveDeliveryTerms(db, to.id_1c, { zones: own, carrying });
}

async function saveZones(db: Db, department_id_1c: string, zones: DeliveryTerms['zones']): Promise<void> {
  const known = (await listDeliveryZones(db, department_id_1c)).map(({ id }) => id);
  // A zone that is gone comes back as a new one when a change is undone.
  const plainZones = zones.map(({ id, ...zone }) => ({
    id: id !== null && known.includes(id) ? id : null,
    ...zone,
    places: [...new Set(zone.places.map(plainLocality))],
  }));
  refuseSharedPlaces(plainZones);
  const kept = plainZones.flatMap(({ id }) => id ?? []);
  const gone = known.filter((id) => !kept.includes(id));
  if (gone.length > 0) await db.deleteFrom('delivery_zones').where('id', 'in', gone).execute();
  // A name may go over from one zone to another: all are set free first.
  for (const id of kept)
    await db
      .updateTable('delivery_zones')
      .set({ name: `${id}` })
      .where('id', '=', id)
      .execute();
  for (const [position, { id, rates, slots, ...zone }] of plainZones.entries()) {
    const zone_id = id ?? (await createZone(db, { department_id_1c, ...zone }));
    await db
      .updateTable('delivery_zones')
      .set({ ...zone, position })
      .where('id', '=', zone_id)
      .execute();
    await db.deleteFrom('delivery_zone_rates').where('zone_id', '=', zone_id).execute();
    await db
      .insertInto('delivery_zone_rates')
      .values(rates.map((rate) => ({ zone_id, ...rate })))
      .execute();
    await db.deleteFrom('delivery_slots').where('zone_id', '=', zone_id).execute();
    if (slots.length > 0)
      await db
        .insertInto('delivery_slots')
        .values(slots.map((slot) => ({ zone_id, ...slot })))
        .execute();
  }
}

type NewZone = Pick<DeliveryZone, 'name' | 'places' | 'days_min' | 'days_max'> & { department_id_1c: string };

async function createZone(db: Db, zone: NewZone): Promise<number> {
  const rows = await db.insertInto('delivery_zones').values(zone).returning('id').execute();
  return ensure(rows[0]).id;
}

/** An address that names a locality must tell one price. */
function refuseSharedPlaces(zones: DeliveryTerms['zones']): void {
  const owners = new Map<string, string>();
  const fields: Record<string, string> = {};
  for (const [at, { name, places }] of zones.entries())
    for (const place of places) {
      const owner = owners.get(place);
      if (owner !== undefined) fields[`zones.${at}.places`] = `«${localityName(place)}» уже есть в зоне «${owner}»`;
      else owners.set(place, name);
    }
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}
