import './about.css';
import { Link } from 'react-router';
import { companyFacts } from '#modules/content/company-facts.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import { aboutUrl, brandsUrl, catalogUrl, contactsUrl, payUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

/** The written story, numbers counted from the tables, and who the seller is by law. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const [written, facts, requisites, company] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'about', name: 'О компании', path: aboutUrl() }),
    companyFacts(db),
    readRequisites(db, null),
    readSetting(db, 'company'),
  ]);
  return {
    ...written,
    facts,
    seller: {
      numbers: [...(company.inn ? [`ИНН ${company.inn}`] : []), ...(company.ogrn ? [`ОГРН ${company.ogrn}`] : [])],
      name: company.name,
      address: requisites?.address ?? null,
      email: requestContext.department.email ?? company.email,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function About({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, title, html, facts, seller } = loaderData;
  const numbers = [
    [facts.cities, plural(facts.cities, 'город', 'города', 'городов'), contactsUrl()],
    [
      facts.points,
      plural(facts.points, 'магазин и пункт выдачи', 'магазина и пункта выдачи', 'магазинов и пунктов выдачи'),
      contactsUrl(),
    ],
    [facts.models, plural(facts.models, 'товар в каталоге', 'товара в каталоге', 'товаров в каталоге'), catalogUrl()],
    [facts.brands, plural(facts.brands, 'бренд', 'бренда', 'брендов'), brandsUrl()],
  ] as const;
  return (
    <>
      <PageHead crumbs={crumbs} title={title} device={device} />
      <ul className="about__numbers" aria-label="Компания в числах">
        {numbers
          .filter(([count]) => count > 0)
          .map(([count, words, url]) => (
            <li key={words} className="panel panel--quiet">
              <Link to={url}>
                <b className="num">{formatCount(count)}</b>
                <span className="small soft">{words}</span>
              </Link>
            </li>
          ))}
      </ul>
      <div className="info">
        <div>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
          <section className="prose about__seller" aria-labelledby="seller-title">
            <h2 id="seller-title">Сведения о продавце</h2>
            <p>
              <span className="num">{[seller.name, ...seller.numbers].join(', ')}</span>
              {seller.address ? `, ${seller.address}` : ''}
              {seller.email ? (
                <>
                  , <a href={`mailto:${seller.email}`}>{seller.email}</a>
                </>
              ) : null}
            </p>
            <p>
              <Link to={`${payUrl()}#requisites`}>Банковские реквизиты</Link>
            </p>
          </section>
        </div>
        <InfoNav path={aboutUrl()} />
      </div>
    </>
  );
}
