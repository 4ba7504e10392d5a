import { renderToStaticMarkup } from 'react-dom/server';
import { type MenuLink, menuLinks } from '#modules/content/menu-links.ts';
import { branchesOf, departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Company, ContactCentre } from '#modules/settings/schema.ts';
import { type RequestContext, shownAt } from '#modules/visitors/request-context.ts';
import { createCache } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { quietly } from '#platform/failures.ts';
import type { Log } from '#platform/log.ts';
import { scriptHash } from '#platform/security.ts';
import { perObject } from '#shared/per-object.ts';
import type { ShopLook } from '#shared/shop-look.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { jsonLdScript, storeLd } from '#web/parts/seo/json-ld.ts';
import type { StaticPart, StaticParts } from '../static-html.tsx';
import { CityList } from './city-list.tsx';
import { CityTooltip } from './city-tooltip.tsx';
import { Footer } from './footer.tsx';
import { isKnownPage } from './known-pages.server.ts';
import { SideMenuLinks } from './side-menu-links.tsx';

/**
 * The browser reaches this script when the page above it is parsed and its sheets have come. Asking for a colour has it
 * style the page here, in a task of its own; otherwise it styles and lays out everything in one, over 50 ms of a phone,
 * when the document ends.
 */
const styleFirstText = 'getComputedStyle(document.body).color';
const styleFirst = `<script>${styleFirstText}</script>`;
/** For the policy of every page: it stands in HTML that is made once, so it bears no mark. */
export const styleFirstHash = scriptHash(styleFirstText);

/** Opening hours are told to the minute, so the parts are made again this often. */
const freshMs = 15_000;

/** What the parts are drawn from; they are drawn again when one of these is another object. */
type Sources = { departments: Department[]; links: MenuLink[]; company: Company; centre: ContactCentre };
type Cached = { parts: StaticParts; sources: Sources };
export type Routes = Parameters<typeof isKnownPage>[1];

const cachedOf = perObject((_db: object) =>
  createCache<string, Cached>({ name: 'shell_parts', max: 1_000, maxAgeMs: freshMs }),
);

/**
 * The shell's ready HTML for this request: made once per branch and device, only the addresses in the city list and in
 * the shop's markup differ by page.
 */
export async function staticPartsFor(
  { db, config, partners, requestContext, log }: Shop,
  routes: Routes,
  path: string,
): Promise<StaticParts> {
  const departments = await departmentDirectory(db, quietly(log, 'departments', 'departments were not read'));
  const sources: Sources = {
    departments,
    links: await linksFor(db, requestContext.department.id_1c, requestContext.preview, log),
    company: await readSetting(db, 'company'),
    centre: await readSetting(db, 'contact_centre'),
  };
  const ofShop = cachedOf(db);
  const key = `${requestContext.department.id_1c} ${requestContext.device}`;
  let made = ofShop.get(key);
  if (!made || requestContext.preview || !isSame(made.sources, sources)) {
    made = { parts: makeParts(requestContext, sources, routes, { config, partners }), sources };
    // What is drawn for a look at another moment is nobody else's.
    if (!requestContext.preview) ofShop.set(key, made);
  }
  const links = branchesOf(departments).map((branch) =>
    branchOrigin(branch, requestContext.origin, config.MAIN_DOMAIN),
  );
  return {
    ...made.parts,
    footer:
      made.parts.footer +
      jsonLdScript(storeLd(requestContext.origin, requestContext.department, sources.company.name)) +
      styleFirst,
    cities: withAddresses(made.parts.cities, links, path),
  };
}

function isSame(a: Sources, b: Sources): boolean {
  return a.departments === b.departments && a.links === b.links && a.company === b.company && a.centre === b.centre;
}

const noLinks: MenuLink[] = [];

/** No links when they cannot be read: the page stands without them (S8-08). */
async function linksFor(db: Db, department_id_1c: string, look: ShopLook | null, log: Log): Promise<MenuLink[]> {
  const logged = quietly(log, 'menu', 'menus were not read', { department_id_1c });
  try {
    return await menuLinks(db, department_id_1c, look, logged);
  } catch (error) {
    logged(error);
    return noLinks;
  }
}

function makeParts(
  requestContext: RequestContext,
  { departments, links: menu, company, centre }: Sources,
  routes: Routes,
  { config, partners }: Pick<Shop, 'config' | 'partners'>,
): StaticParts {
  const { department: branch, device } = requestContext;
  const now = shownAt(requestContext);
  const points = pointsOf(departments, branch);
  const knows = (url: string) => isKnownPage(url, routes);
  const html = {
    footer: () => (
      <Footer
        branch={branch}
        company={company}
        device={device}
        knows={knows}
        year={now.getFullYear()}
        takesPayments={partners.payments !== null}
        links={menu.filter(({ place }) => place === 'footer')}
        site={config.SITE_CODE}
      />
    ),
    tooltip: () => (device === 'desktop' ? <CityTooltip branch={branch} centre={centre} /> : null),
    cities: () => <CityList branches={branchesOf(departments)} current={branch.id_1c} />,
    side: () => {
      if (device !== 'mobile') return null;
      const links = menu.filter(({ place, url }) => (place === 'side' || place === 'header') && knows(url));
      return <SideMenuLinks branch={branch} points={points} centre={centre} links={links} knows={knows} now={now} />;
    },
  } satisfies Record<StaticPart, () => React.ReactNode>;
  return {
    footer: renderToStaticMarkup(html.footer()),
    tooltip: renderToStaticMarkup(html.tooltip()),
    cities: renderToStaticMarkup(html.cities()),
    side: renderToStaticMarkup(html.side()),
  };
}

/** Links were drawn as `#0`, `#1` …; each becomes its branch's origin with the path and query of this page (S2-39). */
function withAddresses(html: string, origins: string[], path: string): string {
  return html.replace(
    /href="#(\d+)"/g,
    (_match, index) => `href="${escapeAttribute(`${origins[Number(index)]}${path}`)}"`,
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
