import { z } from 'zod';
import { maintenanceSince, setMaintenance } from '#platform/maintenance.ts';
import { Refusal } from '#platform/refusal.ts';
import { maintenanceWords } from '#shared/maintenance-words.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

/** null: the shop is open. */
const Maintenance = z.object({ since: z.string().nullable() });

/** Works on the site (S2-22): whether they go on, and the owner's switch. */
export const maintenanceRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/maintenance',
    summary: 'Закрыт ли магазин на работы и с какого времени',
    permission: 'jobs.read',
    response: Maintenance,
    run: async ({ db }) => ({ since: (await maintenanceSince(db))?.toISOString() ?? null }),
  }),

  adminWrite({
    url: '/api/admin/maintenance',
    summary: 'Закрыть магазин на работы или открыть снова',
    permission: 'settings.write',
    body: z.strictObject({ is_on: z.boolean() }),
    response: Maintenance,
    async run({ db, body: { is_on } }) {
      if (!(await setMaintenance(db, is_on)))
        throw new Refusal('already_so', {}, is_on ? 'Магазин уже закрыт на работы' : 'Магазин уже открыт');
      const since = (await maintenanceSince(db))?.toISOString() ?? null;
      const words = is_on
        ? `Магазин закрыт на работы: посетители видят «${maintenanceWords.heading}»`
        : 'Магазин снова открыт: работы закончены';
      return { answer: { since }, audit: { resource: 'maintenance', record_id: null, words } };
    },
  }),
];
