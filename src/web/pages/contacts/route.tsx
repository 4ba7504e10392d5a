import './contacts.css';
import '../../parts/forms/forms.css';
import '../../parts/maps/points-map.css';
import { useState } from 'react';
import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { departmentDetails } from '#modules/departments/details.ts';
import { branchesOf, departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { commonTimes, type Times } from '#shared/common-times.ts';
import { distanceWords } from '#shared/distance.ts';
import { phoneHref } from '#shared/phone.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { routeLink } from '#shared/route-link.ts';
import { shownExceptions } from '#shared/shown-exceptions.ts';
import { unbroken } from '#shared/unbroken.ts';
import { contactsUrl, homeCrumb } from '#shared/urls.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { localTime } from '#shared/zoned-time.ts';
import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { mapMarks } from '#web/parts/maps/map-marks.ts';
import { type Distances, NearMe } from '#web/parts/maps/near-me.tsx';
import { SharedTimes } from '#web/parts/maps/shared-times.tsx';
import { shop } from '#web/parts/request/context.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { breadcrumbList, pointLd } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { departmentPhones } from '#web/parts/shell/static/department-phones.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import type { Route } from './+types/route.ts';

const AutoForm = deferred(() => import('#web/parts/forms/auto-form.tsx').then((loaded) => loaded.AutoForm));
const OpenNow = deferred(() => import('#web/parts/maps/open-now.tsx').then((loaded) => loaded.OpenNow), { soon: true });
const PointsMap = deferred(() => import('#web/parts/maps/points-map.tsx').then((loaded) => loaded.PointsMap));

/**
 * Every department of the branch (S2-03): list and map, phones, hours with holidays, the way in, requisites, a form,
 * and the way to the contacts of the other branches.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(shop);
  const { db, requestContext, partners, config } = site;
  const { department } = requestContext;
  const now = shownAt(requestContext);
  const directory = await departmentDirectory(db);
  const departments = pointsOf(directory, department);
  const [page, details, requisites, company, text, form] = await Promise.all([
    infoPage(db, 'contacts', { department_id_1c: department.id_1c, now, drafts: requestContext.preview?.drafts }),
    departmentDetails(
      db,
      departments.map(({ id_1c }) => id_1c),
    ),
    readRequisites(db, department.id_1c),
    readSetting(db, 'company'),
    seoTexts(db, department, 'contacts', '', { host: requestContext.host }),
    readFormView(site, 'feedback'),
  ]);
  const crumbs = [homeCrumb];
  const today = localTime(now, department.time_zone).date;
  const { common, points } = commonHolidays(
    departments.map((point) => ({
      id_1c: point.id_1c,
      is_branch: point.id_1c === department.id_1c,
      // The page names its city.
      address: point.city === department.city ? point.address : `${point.city}, ${point.address}`,
      postal_code: point.postal_code,
      phones: phonesOf(point, department),
      email: point.email,
      work_lines: workTimeLines(point.work_time),
      hours: point.hours,
      exceptions: point.hour_exceptions,
      holidays: shownExceptions(point.hour_exceptions, today),
      time_zone: point.time_zone,
      map: point.yandex_map_link,
      route: routeLink(point),
      details: details.get(point.id_1c) ?? null,
    })),
  );
  return {
    device: requestContext.device,
    crumbs,
    h1: text.unique_title,
    city: inCity(department.names_cases.prepositional),
    common,
    points,
    at: requestContext.preview?.at.toISOString() ?? null,
    map_script: partners.maps?.script ?? null,
    marks: mapMarks(departments, ({ id_1c }) => `#point-${id_1c}`),
    requisites: requisites
      ? [
          ['Организация', requisites.name],
          ['ИНН', requisites.inn],
          ...(requisites.kpp ? [['КПП', requisites.kpp]] : []),
          ['ОГРН', requisites.ogrn],
          ['Юридический адрес', requisites.address],
          ['Расчётный счёт', requisites.account],
          ['Банк', requisites.bank_name],
          ['БИК', requisites.bik],
          ['Корреспондентский счёт', requisites.correspondent_account],
        ]
      : [
          ['Организация', company.name],
          ...(company.inn ? [['ИНН', company.inn]] : []),
          ...(company.ogrn ? [['ОГРН', company.ogrn]] : []),
        ],
    html: page?.html ?? '',
    cities: branchesOf(directory)
      .filter(({ id_1c }) => id_1c !== department.id_1c)
      .map((branch) => ({
        name: branch.name_for_site,
        points: pointsOf(directory, branch).length,
        url: branchOrigin(branch, requestContext.origin, config.MAIN_DOMAIN) + contactsUrl(),
      })),
    form,
    seo: seoOf(requestContext, {
      title: text.title,
      description: text.description,
      keywords: text.keywords,
      path: contactsUrl(),
      // The branch itself is the shop of every page.
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, text.unique_title),
        ...departments
          .filter(({ id_1c }) => id_1c !== department.id_1c)
          .map((point) => pointLd(requestContext.origin, point, company.name, `${contactsUrl()}#point-${point.id_1c}`)),
      ],
    }),
  };
}

const commonPhone = 'телефон магазина';

/** Where to call about a point: its own numbers, else the first of the branch, said to be that. */
function phonesOf(point: Department, branch: Department): { label: string; phone: string }[] {
  const shop = departmentPhones(branch.phones);
  if (point.id_1c === branch.id_1c) return shop;
  const own = departmentPhones(point.phones).filter(({ phone }) => !shop.some((other) => other.phone === phone));
  return own.length > 0 ? own : shop.slice(0, 1).map(({ phone }) => ({ label: commonPhone, phone }));
}

/** Holidays that all points share are said once, the hours of a week on each card: people look for them there. */
function commonHolidays<P extends Times>(points: P[]): ReturnType<typeof commonTimes<P>> {
  const { common, points: own } = commonTimes(points.map((point) => ({ ...point, work_lines: [] })));
  return { common, points: own.map((point, at) => ({ ...point, work_lines: points[at]?.work_lines ?? [] })) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const {
    common,
    points,
    at: moment,
    marks,
    map_script,
    crumbs,
    device,
    h1,
    city,
    html,
    requisites,
    form,
    cities,
  } = loaderData;
  const { contact_centre } = useShell();
  const [distances, setDistances] = useState<Distances | null>(null);
  const hasMap = map_script !== null || marks.length > 1;
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={h1}
        note={`${points.length}\u00a0${plural(points.length, 'пункт', 'пункта', 'пунктов')} ${city}`}
        device={device}
      />
      {contact_centre.phone ? (
        <p className="contacts__centre">
          <a className="link b num nowrap" href={phoneHref(contact_centre.phone)}>
            {contact_centre.phone}
          </a>{' '}
          <span className="soft num">Контакт-центр всех городов: {contact_centre.hours}</span>
        </p>
      ) : null}
      {marks.length > 1 ? <NearMe marks={marks} onFound={setDistances} /> : null}
      <div className="contacts">
        <div className="contacts__main">
          <ul className="contacts__list">
            {nearestFirst(points, distances).map((point, at) => (
              <Point
                key={point.id_1c}
                point={point}
                // Two in a row: the shop takes a whole one, and whoever would stand alone at the end.
                isWide={point.is_branch || (points.length % 2 === 0 && at === points.length - 1)}
                number={map_script ? 0 : marks.findIndex(({ id }) => id === point.id_1c) + 1}
                metres={distances?.get(point.id_1c) ?? null}
                moment={moment}
                isFolded={device === 'mobile' && at > 0}
              />
            ))}
          </ul>
          <SharedTimes times={common} level={2} />
        </div>
        <div className="contacts__side">
          {hasMap ? (
            <div className="contacts__map">
              <PointsMap points={marks} script={map_script} label="Карта пунктов" />
            </div>
          ) : null}
          {form ? (
            <section className="panel contacts__feedback" aria-labelledby="feedback">
              <h2 className="h3" id="feedback">
                {form.schema.name}
              </h2>
              {form.schema.lead ? <p className="soft contacts__lead">{unbroken(form.schema.lead)}</p> : null}
              <AutoForm form={form} />
            </section>
          ) : null}
          <section className="contacts__seller" aria-labelledby="requisites">
            <h2 className="h3" id="requisites">
              Реквизиты
            </h2>
            <dl className="contacts__requisites">
              {requisites.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
      {html ? <div className="prose block" dangerouslySetInnerHTML={{ __html: html }} /> : null}
      <OtherCities cities={cities} />
    </>
  );
}

/** Whoever is in another city is led to its contacts. */
function OtherCities({ cities }: Pick<Route.ComponentProps['loaderData'], 'cities'>) {
  if (cities.length === 0) return null;
  return (
    <section className="block contacts__cities" aria-labelledby="other-cities">
      <h2 className="h3" id="other-cities">
        Контакты в других городах
      </h2>
      <ul>
        {cities.map(({ name, points, url }) => (
          <li key={url}>
            <a className="link" href={url}>
              {name}
            </a>{' '}
            <span className="small soft num">{countOf(points, 'пункт', 'пункта', 'пунктов')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PointData = Route.ComponentProps['loaderData']['points'][number];

/** A point without coordinates stands last. */
function nearestFirst(points: PointData[], distances: Distances | null): PointData[] {
  if (!distances) return points;
  const far = ({ id_1c }: PointData) => distances.get(id_1c) ?? Number.POSITIVE_INFINITY;
  return points.toSorted((a, b) => far(a) - far(b) || 0);
}

type PointProps = {
  point: PointData;
  isWide: boolean;
  /** On the shop's own scheme; 0: it is not there. */
  number: number;
  /** From the visitor; null: unknown. */
  metres: number | null;
  /** Of a look at the shop; null: now. */
  moment: string | null;
  /** A phone shows the first point whole, the others by a press. */
  isFolded: boolean;
};

function Point({ point, isWide, number, metres, moment, isFolded }: PointProps) {
  const head = (
    <>
      <h2 className="h3 contacts__title">
        {number > 0 ? (
          <>
            <span className="sr">На схеме </span>
            <span className="contacts__number num">{number}</span>
          </>
        ) : null}
        <span>{unbroken(point.address)}</span>
      </h2>
      <span className="small soft line">
        {point.is_branch ? 'Магазин и пункт выдачи' : 'Пункт выдачи'}
        {metres === null ? '' : `, ${distanceWords(metres)} от вас по прямой`}
      </span>
      <OpenNow hours={point.hours} exceptions={point.exceptions} time_zone={point.time_zone} at={moment} />
    </>
  );
  return (
    <li className={`panel contacts__point${isWide ? ' contacts__point--wide' : ''}`} id={`point-${point.id_1c}`}>
      {isFolded ? (
        <details className="contacts__fold">
          <summary>
            {head}
            <Icon name="chevron-down" />
          </summary>
          <PointFacts point={point} />
        </details>
      ) : (
        <>
          <div className="contacts__head">{head}</div>
          <PointFacts point={point} />
        </>
      )}
    </li>
  );
}

function PointFacts({ point }: Pick<PointProps, 'point'>) {
  const { details } = point;
  return (
    <>
      <OwnTimes point={point} />
      <p className="contacts__phones num">
        {point.phones.map(({ label, phone }) => (
          <span key={phone}>
            <a className="link" href={phoneHref(phone)}>
              {phone}
            </a>
            {point.phones.length > 1 || label === commonPhone ? <span className="small soft"> {label}</span> : null}
          </span>
        ))}
        {point.email ? (
          <a className="link" href={`mailto:${point.email}`}>
            {point.email}
          </a>
        ) : null}
      </p>
      {details && (details.way_in || details.parking || details.services.length > 0) ? (
        <dl className="small contacts__details">
          {details.way_in ? (
            <div>
              <dt>Как войти</dt>
              <dd>{unbroken(details.way_in)}</dd>
            </div>
          ) : null}
          {details.parking ? (
            <div>
              <dt>Парковка</dt>
              <dd>{unbroken(details.parking)}</dd>
            </div>
          ) : null}
          {details.services.length > 0 ? (
            <div>
              <dt>Услуги</dt>
              <dd>{unbroken(details.services.join('\u00a0· '))}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <p className="contacts__links">
        <RouteAnchor href={point.route} className="row link" size="s" words="Построить маршрут" place={point.address} />
        {point.map ? (
          <a className="row link" href={point.map} target="_blank" rel="noreferrer">
            <Icon name="map-pin" size="s" />
            Показать на карте
            <span className="sr">: {point.address} (в новом окне)</span>
          </a>
        ) : null}
      </p>
    </>
  );
}

/** What the point does not share with the others. */
function OwnTimes({ point: { work_lines, holidays } }: { point: PointData }) {
  if (work_lines.length + holidays.length === 0) return null;
  return (
    <div className="small">
      {work_lines.map((line) => (
        <span key={line} className="line">
          {line}
        </span>
      ))}
      {holidays.length > 0 ? (
        <ul className="contacts__days soft">
          {holidays.map((day) => (
            <li key={day.date}>
              <span className="num">{day.date}</span> — {day.words}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
