import type { Api, ApiContext } from '#api/api.ts';
import { articleRoutes } from './articles.ts';
import { assortmentRoutes } from './assortment.ts';
import { auditRoutes } from './audit.ts';
import { branchRoutes } from './branches.ts';
import { consentRoutes } from './consents.ts';
import { counterRoutes } from './counters.ts';
import { dashboardRoutes } from './dashboard.ts';
import { fileRoutes, registerFiles } from './files.ts';
import { formRoutes } from './forms.ts';
import { handoverRoutes } from './handover.ts';
import { homeLayoutRoutes } from './home-layouts.ts';
import { jobRoutes } from './jobs.ts';
import { landingRoutes } from './landings.ts';
import { leadRoutes } from './leads.ts';
import { mailRoutes } from './mails.ts';
import { meRoutes, secondFactorRoute } from './me.ts';
import { menuLinkRoutes } from './menu-links.ts';
import { moderationRoutes } from './moderation.ts';
import { onecMappingRoutes } from './onec-mapping.ts';
import { onecNodeRoutes } from './onec-nodes.ts';
import { onecOrderRoutes } from './onec-orders.ts';
import { onecPackageRoutes } from './onec-packages.ts';
import { orderActionRoutes } from './order-actions.ts';
import { orderChangeRoutes } from './order-changes.ts';
import { orderMoneyRoutes } from './order-money.ts';
import { orderRoutes } from './orders.ts';
import { contentPageRoutes } from './pages.ts';
import { paymentRoutes } from './payments.ts';
import { phoneOrderRoutes } from './phone-orders.ts';
import { pricePlanRoutes } from './price-plans.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { registerAdmin } from './register.ts';
import { ticketRoutes } from './requests.ts';
import type { AdminRoute } from './route.ts';
import { settingRoutes } from './settings.ts';
import { staffRoutes } from './staff.ts';
import { stockRoutes } from './stock.ts';
import { vacancyRoutes } from './vacancies.ts';

const resources: AdminRoute[] = [
  ...meRoutes,
  ...counterRoutes,
  ...dashboardRoutes,
  ...orderRoutes,
  ...orderActionRoutes,
  ...orderMoneyRoutes,
  ...orderChangeRoutes,
  ...onecPackageRoutes,
  ...onecNodeRoutes,
  ...onecMappingRoutes,
  ...onecOrderRoutes,
  ...phoneOrderRoutes,
  ...handoverRoutes,
  ...paymentRoutes,
  ...ticketRoutes,
  ...moderationRoutes,
  ...leadRoutes,
  ...branchRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...jobRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...pricePlanRoutes,
  ...assortmentRoutes,
  ...stockRoutes,
  ...contentPageRoutes,
  ...menuLinkRoutes,
  ...homeLayoutRoutes,
  ...articleRoutes,
  ...vacancyRoutes,
  ...mailRoutes,
  ...consentRoutes,
  ...formRoutes,
  ...landingRoutes,
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
