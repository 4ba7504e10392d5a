import { Link } from 'react-router';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { formatDate } from '#shared/dates.ts';
import {
  aboutUrl,
  contactsUrl,
  creditUrl,
  deliveryUrl,
  homeUrl,
  orderHelpUrl,
  payUrl,
  withTrailingSlash,
} from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { notFound } from '#web/not-found.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import type { Route } from './+types/route.ts';

/** One route for all written pages (S2-03): /delivery/ shows the page `delivery`, /info/offer/ the page `offer`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const path = withTrailingSlash(new URL(request.url).pathname);
  const slug = path.split('/').at(-2) ?? '';
  const page = await infoPage(db, slug);
  if (!page) throw notFound();
  const text = await seoTexts(db, visit.department, 'page', slug, { host: visit.host, name: page.title });
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  return {
    device: visit.device,
    crumbs,
    path,
    title: page.title,
    html: cleanHtml(page.html),
    version: path.startsWith('/info/') || slug === 'privacy-policy' ? page.version : null,
    published: formatDate(page.published_at, visit.department.time_zone),
    seo: seoOf(visit, {
      title: text.title || `${page.title} — ИДД, ${visit.department.city}`,
      description: text.description || `${page.title}: магазин ИДД, ${visit.department.city}.`,
      keywords: text.keywords,
      path,
      jsonLd: [breadcrumbList(visit.origin, crumbs, page.title)],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Info({ loaderData }: Route.ComponentProps) {
  const { title, html, crumbs, device, version, published, path } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={title} device={device} />
      <div className="title">
        <h1>{title}</h1>
      </div>
      <div className="info">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        <InfoNav path={path} />
      </div>
      {version === null ? null : (
        <p className="small soft info__version">
          Редакция {version} от {published}
        </p>
      )}
    </>
  );
}

const links = [
  ['Доставка', deliveryUrl()],
  ['Оплата', payUrl()],
  ['Контакты и пункты выдачи', contactsUrl()],
  ['Помощь с заказом', orderHelpUrl()],
  ['Кредит', creditUrl()],
  ['О компании', aboutUrl()],
] as const;

export function InfoNav({ path }: { path: string }) {
  return (
    <nav className="info__nav" aria-labelledby="info-nav">
      <h2 className="sr" id="info-nav">
        Покупателям
      </h2>
      <ul>
        {links.map(([name, url]) => (
          <li key={url}>
            <Link to={url} aria-current={url === path ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
