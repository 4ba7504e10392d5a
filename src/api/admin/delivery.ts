import { z } from 'zod';
import { listDepartments } from '#modules/departments/queries.ts';
import { DeliveryTerms, readDeliveryTerms, saveDeliveryTerms } from '#modules/orders/save-delivery.ts';
import { carryingKinds } from '#shared/carrying.ts';
import { localityName } from '#shared/locality-name.ts';
import { ownDepartments } from './branches.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, IdParam } from './route.ts';

/** As stored: what came with the demonstration or the terminal need not pass the checks of the form. */
const Delivery = z.object({
  /** Of the branch. */
  id: z.string(),
  city: z.string(),
  zones: z.array(
    z.object({
      id: z.int().nullable(),
      name: z.string(),
      places: z.array(z.string()),
      days_min: z.int(),
      days_max: z.int(),
      /** Up to so many grams, so many kopecks. */
      rates: z.array(z.object({ up_to_grams: z.int(), price_kopecks: z.int(), vehicle: z.string() })),
      /** Minutes from midnight; `places`: orders a day, null: as many as come. */
      slots: z.array(z.object({ opens_minute: z.int(), closes_minute: z.int(), places: z.int().nullable() })),
    }),
  ),
  carrying: z.array(
    z.object({
      kind: z.enum(carryingKinds),
      step_grams: z.int(),
      price_kopecks: z.int(),
      min_kopecks: z.int(),
    }),
  ),
  /** Branches whose goods are brought to this one. */
  transfers: z.array(z.object({ from_id_1c: z.string(), days_min: z.int(), days_max: z.int() })),
  /** Which others there are. */
  others: z.array(z.object({ id_1c: z.string(), city: z.string() })),
});

/** How a branch delivers: zones with prices and hours, carrying. */
export const deliveryRoutes: AdminRoute[] = adminRecord({
  url: '/api/admin/delivery/:id',
  resource: 'delivery',
  summaries: { read: 'Доставка филиала', write: 'Сохранение зон, цен и времени доставки' },
  permissions: { read: 'branches.read', write: 'branches.write' },
  params: IdParam,
  response: Delivery,
  body: DeliveryTerms.partial(),
  isUndoable: true,
  async read({ db, scope, params }) {
    const id = String(params.id);
    const departments = await listDepartments(db);
    const branch = ownDepartments(departments, scope).find(
      ({ id_1c, branch_id_1c }) => id_1c === id && branch_id_1c === null,
    );
    if (!branch) return null;
    const { zones, carrying, transfers } = await readDeliveryTerms(db, id);
    const named = zones.map((zone) => ({ ...zone, places: zone.places.map(localityName) }));
    const others = departments
      .filter(({ id_1c, branch_id_1c }) => branch_id_1c === null && id_1c !== id)
      .map(({ id_1c, city }) => ({ id_1c, city }));
    return { id, city: branch.city, zones: named, carrying, transfers, others };
  },
  editable: ({ zones, carrying, transfers }) => ({ zones, carrying, transfers }),
  async change({ db, body }, { id, city }) {
    await saveDeliveryTerms(db, id, body);
    return { words: `Доставка филиала «${city}» изменена`, department_id_1c: id };
  },
});
