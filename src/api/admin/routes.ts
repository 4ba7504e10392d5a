import type { Api, ApiContext } from '#api/api.ts';
import { auditRoutes } from './audit.ts';
import { branchRoutes } from './branches.ts';
import { counterRoutes } from './counters.ts';
import { dashboardRoutes } from './dashboard.ts';
import { handoverRoutes } from './handover.ts';
import { jobRoutes } from './jobs.ts';
import { meRoutes, secondFactorRoute } from './me.ts';
import { orderActionRoutes } from './order-actions.ts';
import { orderChangeRoutes } from './order-changes.ts';
import { orderMoneyRoutes } from './order-money.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { phoneOrderRoutes } from './phone-orders.ts';
import { registerAdmin } from './register.ts';
import type { AdminRoute } from './route.ts';
import { settingRoutes } from './settings.ts';
import { staffRoutes } from './staff.ts';

const resources: AdminRoute[] = [
  ...meRoutes,
  ...counterRoutes,
  ...dashboardRoutes,
  ...orderRoutes,
  ...orderActionRoutes,
  ...orderMoneyRoutes,
  ...orderChangeRoutes,
  ...phoneOrderRoutes,
  ...handoverRoutes,
  ...paymentRoutes,
  ...branchRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...jobRoutes,
];

/** Every call of the back office but the code of the app. */
export const adminRoutes: AdminRoute[] = [...resources, ...auditRoutes(resources)];

export function registerBackOffice(api: Api, context: ApiContext): void {
  secondFactorRoute(api, context);
  registerAdmin(api, context, adminRoutes);
}
