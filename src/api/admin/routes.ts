import type { Api, ApiContext } from '#api/api.ts';
import { assortmentRoutes } from './assortment.ts';
import { auditRoutes } from './audit.ts';
import { counterRoutes } from './counters.ts';
import { fileRoutes, registerFiles } from './files.ts';
import { jobRoutes } from './jobs.ts';
import { meRoutes, secondFactorRoute } from './me.ts';
import { orderRoutes } from './orders.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { registerAdmin } from './register.ts';
import type { AdminRoute } from './route.ts';
import { settingRoutes } from './settings.ts';
import { staffRoutes } from './staff.ts';
import { stockRoutes } from './stock.ts';

const resources: AdminRoute[] = [
  ...meRoutes,
  ...counterRoutes,
  ...orderRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...jobRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...assortmentRoutes,
  ...stockRoutes,
];

/** Every call of the back office but the code of the app. */
export const adminRoutes: AdminRoute[] = [...resources, ...fileRoutes, ...auditRoutes(resources)];

export function registerBackOffice(api: Api, context: ApiContext): void {
  secondFactorRoute(api, context);
  registerFiles(api, context);
  registerAdmin(
    api,
    context,
    adminRoutes.filter((route) => !fileRoutes.includes(route)),
  );
}
