import { cleanHtml } from '#modules/content/clean-html.ts';
import { infoPage } from '#modules/content/pages.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { inCity } from '#shared/cities.ts';
import { company } from '#shared/company.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { plural } from '#shared/plurals.ts';
import { contactsUrl, homeUrl } from '#shared/urls.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { shop } from '#web/context.ts';
import { breadcrumbList } from '#web/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/contacts-route.ts';

/** Every point of the branch: address, phones to tap, hours, open or closed now. The map is a link, so nothing can fail. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const { department } = visit;
  const [departments, page] = await Promise.all([departmentDirectory(db), infoPage(db, 'contacts')]);
  const crumbs = [{ name: 'Главная', url: homeUrl() }];
  const city = inCity(department.names_cases.prepositional);
  const points = pointsOf(departments, department).map((point) => ({
    id_1c: point.id_1c,
    is_branch: point.id_1c === department.id_1c,
    name: point.name_for_site,
    city: point.city,
    address: point.address,
    phones: phoneList(point.phones),
    email: point.email,
    work_lines: workTimeLines(point.work_time),
    open: openState(point.hours, point.hour_exceptions, point.time_zone),
    map: point.yandex_map_link,
  }));
  return {
    device: visit.device,
    crumbs,
    city,
    points,
    html: page ? cleanHtml(page.html) : '',
    seo: seoOf(visit, {
      title: `Контакты и пункты выдачи ${city} — ИДД`,
      description: `Адреса, телефоны и часы работы ИДД ${city}: ${points.length} ${plural(points.length, 'пункт', 'пункта', 'пунктов')}.`,
      path: contactsUrl(),
      jsonLd: [breadcrumbList(visit.origin, crumbs, 'Контакты')],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { points, crumbs, device, city, html } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Контакты" device={device} />
      <div className="title">
        <h1>Контакты</h1>
        <span>
          {points.length}&nbsp;{plural(points.length, 'пункт', 'пункта', 'пунктов')} {city}
        </span>
      </div>
      <ul className="points">
        {points.map((point) => (
          <li key={point.id_1c} className="panel">
            <h2 className="h3">
              {point.city}, {point.address}
            </h2>
            <p className="small soft">{point.is_branch ? 'Магазин и пункт выдачи' : 'Пункт выдачи'}</p>
            <p className={`stock stock--${point.open.is_open ? 'now' : 'later'}`}>
              <Icon name="clock" size="s" />
              {point.open.words}
              {point.open.note ? ` (${point.open.note})` : ''}
            </p>
            <p className="small">
              {point.work_lines.map((line) => (
                <span key={line} className="points__line">
                  {line}
                </span>
              ))}
            </p>
            <p className="points__phones num">
              {point.phones.map((phone) => (
                <a key={phone} className="link" href={phoneHref(phone)}>
                  {phone}
                </a>
              ))}
              {point.email ? (
                <a className="link" href={`mailto:${point.email}`}>
                  {point.email}
                </a>
              ) : null}
            </p>
            {point.map ? (
              <a className="row link" href={point.map} target="_blank" rel="noreferrer">
                <Icon name="map-pin" size="s" />
                Показать на карте
              </a>
            ) : null}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
      {html ? <div className="prose block" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      <section className="block block--near">
        <h2 className="h3">Реквизиты</h2>
        <p className="num points__requisites">
          {company.name}, ИНН {company.inn}, ОГРН {company.ogrn}
        </p>
      </section>
    </>
  );
}
