import './about.css';
import { companyFacts } from '#modules/content/company-facts.ts';
import { type DepartmentDetails, departmentDetails } from '#modules/departments/details.ts';
import { branchesOf, departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { originFrom } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { inCity } from '#shared/cities.ts';
import { countOf, formatCount, plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { aboutUrl, brandsUrl, catalogUrl, contactsUrl, payUrl, vacanciesUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { readWritten } from '#web/parts/written/read-written.server.ts';
import { EntrancePicture } from '#web/parts/zoom/entrance-picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { type Person, splitPeople } from './people.ts';

/** The written story, numbers counted from the tables, and who the seller is by law. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, config } = context.get(shop);
  const departments = await departmentDirectory(db);
  const [written, facts, requisites, company, details] = await Promise.all([
    readWritten({ db, requestContext }, { slug: 'about', name: 'О компании', path: aboutUrl() }),
    companyFacts(db),
    readRequisites(db, null),
    readSetting(db, 'company'),
    departmentDetails(
      db,
      departments.map(({ id_1c }) => id_1c),
    ),
  ]);
  return {
    ...written,
    ...splitPeople(written.html),
    in_city: inCity(requestContext.department.names_cases.prepositional),
    facts,
    // Every town with its shop, the reader's own first; another one has a host of its own.
    towns: branchesOf(departments)
      .map((branch) => {
        const is_own = branch.id_1c === requestContext.department.id_1c;
        return {
          city: branch.city,
          address: branch.address,
          points: pointsOf(departments, branch).length,
          is_own,
          url: originFrom(requestContext, branch, config.MAIN_DOMAIN) + contactsUrl(),
        };
      })
      .toSorted((one, other) => Number(other.is_own) - Number(one.is_own)),
    services: servicesOf([...details.values()]),
    shop_front: frontOf(requestContext.department, details),
    seller: [
      ['Организация', company.name],
      ['ИНН', company.inn],
      ['ОГРН', company.ogrn],
      ['Юридический адрес', requisites?.address && unbroken(requisites.address)],
    ].flatMap(([name, value]) => (name && value ? [[name, value] as const] : [])),
    email: requestContext.department.email ?? company.email,
  };
}

/** How the shop of this branch looks from the street; null: nobody has drawn or photographed it. */
function frontOf({ id_1c, city, address }: Department, details: Map<string, DepartmentDetails>) {
  const path = details.get(id_1c)?.entrance_image;
  return path ? { path, address: `${city}, ${address}` } : null;
}

/** What is done in the points besides selling, each with how many of them do it, the most common first. */
function servicesOf(details: DepartmentDetails[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of details.flatMap(({ services }) => services)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function About({ loaderData }: Route.ComponentProps) {
  const { crumbs, device, title, html, facts, towns, shop_front, people, in_city } = loaderData;
  const isPhone = device === 'mobile';
  return (
    <>
      <PageHead crumbs={crumbs} title={title} device={device} />
      <Numbers facts={facts} />
      <div className="info">
        <div className="about__story">
          {shop_front ? (
            <figure>
              <EntrancePicture {...shop_front} />
              <figcaption className="small soft">{unbroken(`Магазин: ${shop_front.address}`)}</figcaption>
            </figure>
          ) : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
          {html ? <div className="prose" dangerouslySetInnerHTML={{ __html: html }} /> : null}
          <section className="panel panel--quiet about__on" aria-labelledby="about-on">
            <h2 id="about-on">Что есть {in_city}</h2>
            <p className="soft">{unbroken(`Цены и остатки магазина ${in_city}.`)}</p>
            <p className="about__ways">
              <Link className="btn btn--primary" to={catalogUrl()}>
                Открыть каталог
              </Link>
              <Link className="btn btn--line" to={contactsUrl()}>
                Адреса и часы
              </Link>
            </p>
          </section>
        </div>
        {isPhone ? null : <InfoNav path={aboutUrl()} />}
      </div>
      {people ? <People {...people} /> : null}
      {towns.length > 1 ? <Towns towns={towns} /> : null}
      <div className="about__parts">
        <Services {...loaderData} />
        <Seller {...loaderData} />
      </div>
      {isPhone ? <InfoNav path={aboutUrl()} /> : null}
    </>
  );
}

type AboutData = Route.ComponentProps['loaderData'];

function Numbers({ facts }: Pick<AboutData, 'facts'>) {
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
  );
}

function People({ title, list }: { title: string; list: Person[] }) {
  return (
    <section className="about__part" aria-labelledby="people-title">
      <h2 id="people-title">{title}</h2>
      <ul className="about__people">
        {list.map(({ name, initials, role, duty }) => (
          <li key={name}>
            <span className="about__initials b" aria-hidden="true">
              {initials}
            </span>
            <span>
              <b className="b line">{name}</b>
              <span className="small soft line">{unbroken(role)}</span>
              {duty ? <span className="small about__duty">{unbroken(upperFirst(duty))}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="about__jobs">
        <Link className="link" to={vacanciesUrl()}>
          Вакансии
        </Link>
      </p>
    </section>
  );
}

function Services({ services }: Pick<AboutData, 'services'>) {
  if (services.length === 0) return null;
  return (
    <section aria-labelledby="services-title">
      <h2 id="services-title">Что делаем в магазинах</h2>
      <ul className="about__services">
        {services.map(({ name, count }) => (
          <li key={name}>
            <Icon name="check" />
            <span>
              {unbroken(name)}
              <span className="small soft line">в {countOf(count, 'пункте', 'пунктах', 'пунктах')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who sells, by law. */
function Seller({ seller, email }: Pick<AboutData, 'seller' | 'email'>) {
  return (
    <section className="prose" aria-labelledby="seller-title">
      <h2 id="seller-title">Сведения о продавце</h2>
      <dl className="about__requisites">
        {seller.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        {email ? (
          <div>
            <dt>Почта</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        ) : null}
      </dl>
      <p>
        {/* A page loaded whole opens the part that is folded there. */}
        <a href={`${payUrl()}#requisites`}>Банковские реквизиты</a>
      </p>
    </section>
  );
}

function Towns({ towns }: Pick<Route.ComponentProps['loaderData'], 'towns'>) {
  return (
    <section className="about__part about__towns" aria-labelledby="towns-title">
      <h2 id="towns-title">Где нас найти</h2>
      <ul>
        {towns.map(({ city, address, points, is_own, url }) => (
          <li key={url} className="panel panel--quiet">
            <a href={url}>
              <b className="b">{unbroken(city)}</b>
              <span className="small">{unbroken(address)}</span>
              <span className="small soft num">{countOf(points, 'пункт', 'пункта', 'пунктов')}</span>
              {is_own ? <span className="small state state--good">Ваш город</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
