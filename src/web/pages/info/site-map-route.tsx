import './info.css';
import { categoryCounts } from '#modules/catalogue-index/category-counts.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { readSiteMap, type SiteMapLink } from '#modules/content/site-map.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { unbroken } from '#shared/unbroken.ts';
import { homeCrumb, infoUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/site-map-route.ts';

const name = 'Карта сайта';

/** Made from the tables at every rendering: a new page stands here as soon as it exists. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department } = requestContext;
  const counts = await categoryCounts(db);
  const [groups, text] = await Promise.all([
    readSiteMap(db, department.id_1c, shownAt(requestContext), (id) => (counts.get(id) ?? 0) > 0),
    seoTexts(db, department, 'page', 'site-map', { host: requestContext.host, name }),
  ]);
  const crumbs = [homeCrumb];
  return {
    device: requestContext.device,
    crumbs,
    groups,
    heading: text.unique_title || name,
    city: inCity(department.names_cases.prepositional),
    seo: seoOf(requestContext, {
      title: text.title,
      description: text.description,
      keywords: text.keywords,
      path: infoUrl('site-map'),
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, name)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function SiteMap({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, groups, heading, city } = loaderData;
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} note={city} device={device} />
      <nav className="chips sitemap__jump" aria-label="Части карты">
        {groups.map(({ title }, at) => (
          <a key={title} className="chip" href={`#map-${at}`}>
            {title}
          </a>
        ))}
      </nav>
      <div className="sitemap">
        {groups.map(({ title, links }, at) => (
          <section key={title} className={links.some(({ children }) => children?.length) ? 'sitemap__wide' : undefined}>
            <h2 id={`map-${at}`}>{title}</h2>
            <Links links={links} />
          </section>
        ))}
      </div>
    </>
  );
}

function Links({ links }: { links: SiteMapLink[] }) {
  return (
    <ul>
      {links.map(({ name, url, children }) => (
        <li key={url}>
          <Link className="link--plain" to={url}>
            {unbroken(name)}
          </Link>
          {children?.length ? <Links links={children} /> : null}
        </li>
      ))}
    </ul>
  );
}
