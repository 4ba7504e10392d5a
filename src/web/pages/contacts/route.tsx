import './contacts.css';
import '../../parts/forms/forms.css';
import '../../parts/maps/points-map.css';
import '../../parts/written/requisites.css';
import { useState } from 'react';
import { infoPage } from '#modules/content/pages.ts';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { departmentDetails } from '#modules/departments/details.ts';
import { branchesOf, departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { outlineAround } from '#modules/departments/draw-outline.ts';
import { branchOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { readRequisites } from '#modules/documents/seller-requisites.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { inCity } from '#shared/cities.ts';
import { commonTimes, type Times } from '#shared/common-times.ts';
import { distanceWords, metresBetween, type Place } from '#shared/distance.ts';
import { countOf } from '#shared/plurals.ts';
import { placesLink, routeLink } from '#shared/route-link.ts';
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
import { breadcrumbList, pointLd } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { departmentPhones } from '#web/parts/shell/static/department-phones.ts';
import { requisiteRows, sellerRows } from '#web/parts/written/requisite-rows.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';
import { Point, type PointData } from './point.tsx';
import { Reach } from './reach.tsx';

const AutoForm = deferred(() => import('#web/parts/forms/auto-form.tsx').then((loaded) => loaded.AutoForm));
const Requisites = deferred(() => import('#web/parts/written/requisites.tsx').then((loaded) => loaded.Requisites));
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
  const [page, details, requisites, company, text, form, outline] = await Promise.all([
    infoPage(db, 'contacts', { department_id_1c: department.id_1c, now, drafts: requestContext.preview?.drafts }),
    departmentDetails(
      db,
      departments.map(({ id_1c }) => id_1c),
    ),
    readRequisites(db, department.id_1c),
    readSetting(db, 'company'),
    seoTexts(db, department, 'contacts', '', { host: requestContext.host }),
    readFormView(site, 'feedback'),
    partners.maps ? null : outlineAround(db, department.id_1c, departments, placeOf(department) !== null),
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
      // The branch's own stands above the list.
      email: point.id_1c === department.id_1c ? null : point.email,
      work_lines: workTimeLines(point.work_time),
      hours: point.hours,
      exceptions: point.hour_exceptions,
      holidays: shownExceptions(point.hour_exceptions, today),
      time_zone: point.time_zone,
      map: point.yandex_map_link,
      from_shop: fromShop(point, department),
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
    outline,
    phones: departmentPhones(department.phones),
    email: department.email,
    all_on_map: placesLink(departments),
    requisites: requisites ? requisiteRows(requisites) : sellerRows(company),
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
          .map((point) =>
            pointLd(requestContext.origin, point, {
              company_name: company.name,
              url: `${contactsUrl()}#point-${point.id_1c}`,
              image: details.get(point.id_1c)?.entrance_image ?? null,
            }),
          ),
      ],
    }),
  };
}

/** «3,2 км»: the straight way from the shop of the branch, as the scheme shows it; null where it is not known. */
function fromShop(point: Department, branch: Department): string | null {
  const [shop, place] = [placeOf(branch), placeOf(point)];
  return point.id_1c !== branch.id_1c && shop && place ? distanceWords(metresBetween(shop, place)) : null;
}

function placeOf({ latitude, longitude }: Department): Place | null {
  return latitude === null || longitude === null ? null : { latitude: Number(latitude), longitude: Number(longitude) };
}

/**
 * Where to call about a point: its own numbers, else the first of the branch, said to be that. All numbers of the
 * branch stand above the list.
 */
function phonesOf(point: Department, branch: Department): { phone: string; is_common: boolean }[] {
  const shop = departmentPhones(branch.phones);
  const isBranch = point.id_1c === branch.id_1c;
  const own = departmentPhones(point.phones).filter(({ phone }) => !shop.some((other) => other.phone === phone));
  if (!isBranch && own.length > 0) return own.map(({ phone }) => ({ phone, is_common: false }));
  return shop.slice(0, 1).map(({ phone }) => ({ phone, is_common: !isBranch }));
}

/** Holidays that all points share are said once, the hours of a week on each card: people look for them there. */
function commonHolidays<P extends Times>(points: P[]): ReturnType<typeof commonTimes<P>> {
  const { common, points: own } = commonTimes(points.map((point) => ({ ...point, work_lines: [] })));
  return { common, points: own.map((point, at) => ({ ...point, work_lines: points[at]?.work_lines ?? [] })) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Contacts({ loaderData }: Route.ComponentProps) {
  const { common, points, at, marks, map_script, crumbs, device, h1, city, html, requisites, cities } = loaderData;
  const [distances, setDistances] = useState<Distances | null>(null);
  const hasMap = map_script !== null || marks.length > 1;
  const isNumbered = map_script === null && marks.length > 1;
  const isPhone = device === 'mobile';
  // Beside a long list there is room for the form, and under that list for the other cities; beside one less long too.
  const isFormBeside = !isPhone && points.length > 4;
  const areCitiesBeside = !isPhone && points.length === 4;
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={h1}
        note={`${countOf(points.length, 'пункт', 'пункта', 'пунктов')} ${city}`}
        device={device}
      />
      <Reach {...loaderData} />
      <div className="contacts">
        <div className="contacts__main">
          <ul className="contacts__list" aria-label="Адреса">
            {nearestFirst(points, distances).map((point, index) => (
              <Point
                key={point.id_1c}
                point={point}
                number={isNumbered ? marks.findIndex(({ id }) => id === point.id_1c) + 1 : 0}
                metres={distances?.get(point.id_1c) ?? null}
                moment={at}
                isFolded={isPhone && index > 0}
              />
            ))}
          </ul>
          {isPhone || isFormBeside ? null : <Feedback {...loaderData} />}
          {isFormBeside ? <OtherCities cities={cities} /> : null}
        </div>
        <div className="contacts__side">
          {hasMap ? <PointsPlace {...loaderData} onFound={setDistances} /> : null}
          <SharedTimes times={common} level={2} />
          {isPhone ? null : <Requisites rows={requisites} />}
          {isFormBeside ? <Feedback {...loaderData} /> : null}
          {areCitiesBeside ? <OtherCities cities={cities} /> : null}
        </div>
      </div>
      {areCitiesBeside || isFormBeside ? null : (
        <div className={isPhone ? 'contacts contacts__below' : 'contacts__below'}>
          {isPhone ? <Feedback {...loaderData} /> : null}
          {isPhone ? <Requisites rows={requisites} /> : null}
          <OtherCities cities={cities} />
        </div>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
      {html ? <div className="prose block" dangerouslySetInnerHTML={{ __html: html }} /> : null}
    </>
  );
}

type ContactsData = Route.ComponentProps['loaderData'];

/** The map of the points, or the shop's own scheme of them, and the way to a map of others, which has every street. */
function PointsPlace({
  points,
  marks,
  outline,
  map_script,
  all_on_map,
  onFound,
}: Pick<ContactsData, 'points' | 'marks' | 'outline' | 'map_script' | 'all_on_map'> & {
  onFound: (distances: Distances) => void;
}) {
  // Where the shop itself lies nowhere on the scheme, no distance from it can be shown.
  const isFromShop = points.some(({ id_1c, is_branch }) => is_branch && id_1c === marks[0]?.id);
  return (
    <div className="contacts__place">
      <div className="contacts__map">
        <PointsMap
          points={marks}
          script={map_script}
          label="Карта пунктов"
          isAroundFirst={isFromShop}
          outline={outline}
        />
      </div>
      {map_script === null && isFromShop ? (
        <p className="small soft">Круги показывают расстояние от магазина по прямой.</p>
      ) : null}
      <div className="row row--wrap">
        {marks.length > 1 ? <NearMe marks={marks} onFound={onFound} /> : null}
        {all_on_map ? (
          <a className="row link" href={all_on_map} target="_blank" rel="noreferrer">
            <Icon name="map-pin" size="s" />
            Все пункты на Яндекс Картах<span className="sr"> (в новом окне)</span>
          </a>
        ) : null}
      </div>
    </div>
  );
}

function Feedback({ form }: Pick<ContactsData, 'form'>) {
  if (!form) return null;
  return (
    <section className="panel formpart contacts__feedback" aria-labelledby="feedback">
      <h2 id="feedback">{form.schema.name}</h2>
      {form.schema.lead ? <p className="soft">{unbroken(form.schema.lead)}</p> : null}
      <AutoForm form={form} />
    </section>
  );
}

/** Whoever is in another city is led to its contacts. */
function OtherCities({ cities }: Pick<ContactsData, 'cities'>) {
  if (cities.length === 0) return null;
  return (
    <section className="contacts__cities" aria-labelledby="other-cities">
      <h2 id="other-cities">Контакты в других городах</h2>
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

/** A point without coordinates stands last. */
function nearestFirst(points: PointData[], distances: Distances | null): PointData[] {
  if (!distances) return points;
  const far = ({ id_1c }: PointData) => distances.get(id_1c) ?? Number.POSITIVE_INFINITY;
  return points.toSorted((a, b) => far(a) - far(b) || 0);
}
