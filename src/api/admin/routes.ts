import type { Api, ApiContext } from '#api/api.ts';
import { actionAdminRoutes } from './actions.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { articleRoutes } from './articles.ts';
import { assortmentRoutes } from './assortment.ts';
import { attributeTypeRoutes } from './attribute-types.ts';
import { auditRoutes } from './audit.ts';
import { bannerRoutes } from './banners.ts';
import { branchRoutes } from './branches.ts';
import { brandRoutes } from './brands.ts';
import { bulkJobRoutes } from './bulk-jobs.ts';
import { calendarRoutes } from './calendar.ts';
import { campaignCodeRoutes } from './campaign-codes.ts';
import { cardRoutes } from './cards.ts';
import { columnRoutes } from './columns.ts';
import { companyRoutes } from './companies.ts';
import { companyPeopleRoutes } from './company-people.ts';
import { consentRoutes } from './consents.ts';
import { counterRoutes } from './counters.ts';
import { couponBenchRoutes } from './coupon-bench.ts';
import { couponAdminRoutes } from './coupons.ts';
import { creditProgramRoutes } from './credit-programs.ts';
import { customerCardRoutes } from './customer-cards.ts';
import { customerDealingRoutes } from './customer-dealings.ts';
import { customerMergeRoutes } from './customer-merge.ts';
import { customerRoutes } from './customers.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deliveryRoutes } from './delivery.ts';
import { draftListRoutes } from './drafts.ts';
import { emailTextRoutes } from './email-texts.ts';
import { eventRoute } from './events.ts';
import { feedLookRoutes } from './feed-looks.ts';
import { fileImportRoutes } from './file-imports.ts';
import { cropRoute, fileRoutes, registerFiles } from './files.ts';
import { firstRunRoutes } from './first-run.ts';
import { formRoutes } from './forms.ts';
import { goodsImportRoutes } from './goods-imports.ts';
import { goodsToBuyRoutes } from './goods-to-buy.ts';
import { handoverRoutes } from './handover.ts';
import { homeLayoutRoutes } from './home-layouts.ts';
import { invoiceRoutes } from './invoices.ts';
import { jobRoutes } from './jobs.ts';
import { judgedQueryRoutes } from './judged-queries.ts';
import { landingRoutes } from './landings.ts';
import { leadRoutes } from './leads.ts';
import { lossRoutes } from './losses.ts';
import { loyaltyRoutes } from './loyalty.ts';
import { mailRoutes } from './mails.ts';
import { maintenanceRoutes } from './maintenance.ts';
import { meRoutes, secondFactorRoute } from './me.ts';
import { menuLinkRoutes } from './menu-links.ts';
import { moderationRoutes } from './moderation.ts';
import { noticeRoutes } from './notices.ts';
import { onecMappingRoutes } from './onec-mapping.ts';
import { onecNodeRoutes } from './onec-nodes.ts';
import { onecOrderRoutes } from './onec-orders.ts';
import { onecPackageRoutes } from './onec-packages.ts';
import { orderActionRoutes } from './order-actions.ts';
import { orderChangeRoutes } from './order-changes.ts';
import { orderMoneyRoutes } from './order-money.ts';
import { orderRoutes } from './orders.ts';
import { outgoingRoutes } from './outgoing.ts';
import { contentPageRoutes } from './pages.ts';
import { paymentRoutes } from './payments.ts';
import { phoneOrderRoutes } from './phone-orders.ts';
import { presenceRoute } from './presence.ts';
import { pricePlanRoutes } from './price-plans.ts';
import { priceTagRoutes } from './price-tags.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { readySetRoutes } from './ready-sets.ts';
import { redirectRoutes } from './redirects.ts';
import { registerAdmin } from './register.ts';
import { releaseRoutes } from './releases.ts';
import { replyTemplateRoutes } from './reply-templates.ts';
import { ticketRoutes } from './requests.ts';
import { requisiteRoutes } from './requisites.ts';
import type { AdminRoute } from './route.ts';
import { salesReportRoutes } from './sales-reports.ts';
import { searchRoutes } from './search.ts';
import { searchMissRoutes } from './search-misses.ts';
import { searchRuleRoutes } from './search-rules.ts';
import { seoTextRoutes } from './seo-texts.ts';
import { settingRoutes } from './settings.ts';
import { shelfCodeRoutes } from './shelf-codes.ts';
import { shopPreviewAdminRoutes } from './shop-previews.ts';
import { shortProposalRoutes } from './short-proposals.ts';
import { shortRoutes } from './shorts.ts';
import { staffRoutes } from './staff.ts';
import { stockRoutes } from './stock.ts';
import { stockReplacementRoutes } from './stock-replacement.ts';
import { timetableRoutes } from './timetable.ts';
import { unitRoutes } from './units.ts';
import { vacancyRoutes } from './vacancies.ts';
import { viewRoutes } from './views.ts';
import { webhookRoutes } from './webhooks.ts';
import { wheelRoutes } from './wheels.ts';
import { wobblerAdminRoutes } from './wobblers.ts';

const resources: AdminRoute[] = [
  ...meRoutes,
  ...columnRoutes,
  ...counterRoutes,
  ...dashboardRoutes,
  ...lossRoutes,
  ...goodsToBuyRoutes,
  ...salesReportRoutes,
  ...firstRunRoutes,
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
  ...invoiceRoutes,
  ...noticeRoutes,
  ...ticketRoutes,
  ...moderationRoutes,
  ...replyTemplateRoutes,
  ...viewRoutes,
  presenceRoute,
  eventRoute,
  ...leadRoutes,
  ...branchRoutes,
  ...deliveryRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...requisiteRoutes,
  ...apiKeyRoutes,
  ...webhookRoutes,
  ...jobRoutes,
  ...bulkJobRoutes,
  ...timetableRoutes,
  ...maintenanceRoutes,
  ...outgoingRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...priceTagRoutes,
  ...pricePlanRoutes,
  ...assortmentRoutes,
  ...attributeTypeRoutes,
  ...brandRoutes,
  ...shortRoutes,
  ...shortProposalRoutes,
  ...unitRoutes,
  ...fileImportRoutes,
  ...goodsImportRoutes,
  ...stockRoutes,
  ...stockReplacementRoutes,
  ...customerRoutes,
  ...customerCardRoutes,
  ...cardRoutes,
  ...customerDealingRoutes,
  ...customerMergeRoutes,
  ...companyRoutes,
  ...companyPeopleRoutes,
  ...searchRoutes,
  ...couponAdminRoutes,
  ...couponBenchRoutes,
  ...actionAdminRoutes,
  ...bannerRoutes,
  ...wobblerAdminRoutes,
  ...creditProgramRoutes,
  ...loyaltyRoutes,
  ...wheelRoutes,
  ...readySetRoutes,
  ...campaignCodeRoutes,
  ...shelfCodeRoutes,
  ...searchMissRoutes,
  ...searchRuleRoutes,
  ...judgedQueryRoutes,
  ...redirectRoutes,
  ...feedLookRoutes,
  ...seoTextRoutes,
  ...contentPageRoutes,
  ...menuLinkRoutes,
  ...homeLayoutRoutes,
  ...articleRoutes,
  ...vacancyRoutes,
  ...mailRoutes,
  ...emailTextRoutes,
  ...consentRoutes,
  ...formRoutes,
  ...landingRoutes,
  ...calendarRoutes,
  ...releaseRoutes,
  ...draftListRoutes,
  ...shopPreviewAdminRoutes,
  cropRoute,
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
