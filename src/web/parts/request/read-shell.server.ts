import { isYandexOn } from '#integrations/identity/yandex-sign-in.ts';
import { standingConsent } from '#modules/consents/consents.ts';
import { homeLayout, inSeasonOrder } from '#modules/content/home-layout.ts';
import { menuLinks } from '#modules/content/menu-links.ts';
import { isShopHost } from '#modules/departments/hosts.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import { cookieDomain } from '#shared/cookies.ts';
import { formatDate, formatDateTime } from '#shared/dates.ts';
import { formatPhone, phoneList } from '#shared/phone.ts';
import { personalUrl } from '#shared/urls.ts';
import type { Shop } from './context.ts';
import { shellMenu } from './shell-menu.server.ts';
import { shopLogo } from './shop-logo.ts';

/** Season goods stand out in the category row. */
const seasonal = /^(новый год|новогодн)/i;

/**
 * The root loader's data. Small on purpose: it travels with every client navigation; the long parts are static HTML.
 */
export async function readShell({ db, config, requestContext, log }: Shop, now = new Date()) {
  const { department, account, preview } = requestContext;
  const [menu, layout, links, centre, company, consent] = await Promise.all([
    shellMenu(db, department.id_1c, log),
    orNothing(
      homeLayout(db, department.id_1c, preview),
      null,
      quietly(log, 'content', 'the order of the home page was not read'),
    ),
    orNothing(menuLinks(db, department.id_1c, preview), [], quietly(log, 'menu', 'menus were not read')),
    readSetting(db, 'contact_centre'),
    readSetting(db, 'company'),
    account
      ? orNothing(
          standingConsent(db, account.user_id, now),
          null,
          quietly(log, 'content', 'the standing consent was not read'),
        )
      : null,
  ]);
  return {
    device: requestContext.device,
    logo: shopLogo(company, requestContext.device),
    is_indexed: isShopHost(requestContext.host, config.MAIN_DOMAIN),
    /** Proves to the search engine that this host is the shop's (S9-11). */
    verification_code: department.verification_code,
    product_code: config.PRODUCT_CODE,
    site_code: config.SITE_CODE,
    /** S1-06: where the cabinet button leads; the shop's own area unless another address is set. */
    cabinet_url: config.EXTERNAL_CABINET_URL ?? personalUrl(),
    has_yandex: isYandexOn(config),
    /** False on every cached page, which knows nobody; the browser learns the truth after load. */
    is_signed: requestContext.kind !== 'guest',
    /** Forms do not ask again for the consent this person has given; on a cached page they learn of it after load. */
    ...(consent && { consent: { given_on: formatDate(consent.given_at, department.time_zone) } }),
    /**
     * S6-03: what a business buyer's product queries carry. The server takes the prices from the session all the same.
     */
    ...(requestContext.priceContext.buyer_price_column && {
      business_scope: `&${new URLSearchParams({
        domain_id_1c: `${department.id_1c}_b2b`,
        buyer_price_column: requestContext.priceContext.buyer_price_column,
      })}`,
    }),
    /** Domain attribute of the city cookies; null on hosts outside MAIN_DOMAIN, where cookies are the host's own. */
    cookie_domain: cookieDomain(requestContext.host, config.MAIN_DOMAIN),
    branch: {
      id_1c: department.id_1c,
      city: department.city,
      in_city: `в ${department.names_cases.prepositional}`,
      address: department.address,
      phone: phoneList(department.phones)[0] ?? null,
    },
    /** S2-28: one phone; the tooltip and the side menu name all. S9-08: the header's reading of the hours. */
    contact_centre: { phone: formatPhone(centre.phones[0] ?? ''), hours: centre.header_hours.join(', ') },
    /** S7-28: the counter of visits, which starts only after consent. */
    ...(config.YANDEX_METRIKA_ID && { counter: `${config.YANDEX_METRIKA_ID} ${config.YANDEX_METRIKA_URL}` }),
    /** S6-05: on the pages of a member of staff who works as a customer, and on no others. */
    ...(account?.acting && {
      acting: {
        customer: account.full_name || 'покупатель',
        until: formatDateTime(account.acting.expires_at, department.time_zone).slice(-5),
        seconds_left: Math.max(0, Math.ceil((account.acting.expires_at.getTime() - now.getTime()) / 1000)),
      },
    }),
    /** After the four fixed links of the top bar (S2-27), by rows of the branch. */
    top_links: links.filter(({ place }) => place === 'header').map(({ name, url }) => ({ name, url })),
    /** The menu's first level, whole. */
    categories: inSeasonOrder(menu, layout?.first_categories ?? []).map(({ code, name }) => ({
      code,
      name,
      is_season: seasonal.test(name),
    })),
  };
}

export type ShellData = Awaited<ReturnType<typeof readShell>>;
