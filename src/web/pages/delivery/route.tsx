import './delivery.css';
import type { ReactNode } from 'react';
import { data } from 'react-router';
import { seoTexts } from '#modules/content/seo-texts.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import type { DeviceType } from '#platform/device.ts';
import { Refusal } from '#platform/refusal.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice, servicePrice } from '#shared/money.ts';
import { phoneList } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { contactsUrl, deliveryUrl, homeCrumb } from '#shared/urls.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import { SharedTimes } from '#web/parts/maps/shared-times.tsx';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { breadcrumbList } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { InfoNav } from '#web/parts/written/info-nav.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import type { Route } from './+types/route.ts';
import { answerQuote, type QuoteAnswer } from './quote.ts';
import { type DeliveryPage, readDeliveryPage } from './read-delivery-page.ts';

export { shouldRevalidate } from '#web/parts/seo/meta.ts';

const Calculator = deferred(() => import('./calculator.tsx').then((loaded) => loaded.Calculator));

const name = 'Доставка и самовывоз';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { department } = requestContext;
  const [page, text] = await Promise.all([
    readDeliveryPage({ db, requestContext }, shownAt(requestContext)),
    seoTexts(db, department, 'page', 'delivery', { host: requestContext.host, name }),
  ]);
  const crumbs = [homeCrumb];
  const heading = text.unique_title || name;
  return {
    ...page,
    device: requestContext.device,
    crumbs,
    heading,
    city: department.city,
    in_city: inCity(department.names_cases.prepositional),
    phone: phoneList(department.phones)[0] ?? null,
    seo: seoOf(requestContext, {
      title: text.title,
      description: text.description,
      keywords: text.keywords,
      path: deliveryUrl(),
      jsonLd: [breadcrumbList(requestContext.origin, crumbs, heading)],
    }),
  };
}

/** The calculator: without JavaScript the answer stands in the page, an address never in its URL. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  try {
    return data<QuoteAnswer>(await answerQuote(context.get(shop), form));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<QuoteAnswer>({ ...answerOf(error, form), result: null }, refusedInit(error));
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { crumbs, device, heading, html, zones, steps, most, places, carrying, city, in_city, phone, points, common } =
    loaderData;
  const isPhone = device === 'mobile';
  return (
    <>
      <PageHead crumbs={crumbs} title={heading} note={in_city} device={device} />
      <div className="info">
        <div className="delivery">
          {zones.length > 0 ? (
            <Calculator places={places} city={city} carrying={carrying} phone={phone} answered={actionData ?? null} />
          ) : null}
          <Lead zones={zones} carrying={carrying} points={points} />
        </div>
        {isPhone ? null : <InfoNav path={deliveryUrl()} />}
      </div>
      <div className="delivery delivery__rest">
        <Zones zones={zones} steps={steps} most={most} device={device} />
        <div className="delivery__cols">
          {isPhone ? null : <Hours zones={zones} />}
          <Carrying carrying={carrying} />
        </div>
        <SpecialLoad />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by infoPage */}
        {html ? <div className="prose delivery__text" dangerouslySetInnerHTML={{ __html: html }} /> : null}
        <Points points={points} common={common} isFolded={isPhone} />
        {isPhone ? <InfoNav path={deliveryUrl()} /> : null}
      </div>
    </>
  );
}

function SpecialLoad() {
  return (
    <section className="panel panel--quiet delivery__ask" aria-labelledby="delivery-ask">
      <div>
        <h2 id="delivery-ask" className="h3">
          Особый груз или адрес?
        </h2>
        <p className="small soft">
          Длинномер, поддоны, стройка без адреса: опишите — оператор подберёт машину и время.
        </p>
      </div>
      <FormLink code="delivery" className="btn btn--line">
        Заявка на доставку
      </FormLink>
    </section>
  );
}

/** What the rest tells, in a line each: the least price, the points, who carries; each leads to the whole of it. */
function Lead({ zones, carrying, points }: Pick<DeliveryPage, 'zones' | 'carrying' | 'points'>) {
  const prices = zones.flatMap((zone) => zone.prices.filter((price) => price !== null));
  const [own] = zones;
  return (
    <ul className="delivery__lead">
      {own && prices.length > 0 ? (
        <LeadItem icon="truck" to="#zones-title" title={`Доставка от ${formatPrice(Math.min(...prices))}`}>
          {own.name}: {own.term}
          {own.hours.length > 1 ? `, ${countOf(own.hours.length, 'интервал', 'интервала', 'интервалов')} на выбор` : ''}
        </LeadItem>
      ) : null}
      {points.length > 0 ? (
        <LeadItem icon="store" to="#points-title" title="Самовывоз бесплатно">
          {countOf(points.length, 'пункт', 'пункта', 'пунктов')}
        </LeadItem>
      ) : null}
      {carrying[0] ? (
        <LeadItem icon="layers" to="#carrying-title" title="Разгрузка и подъём">
          {unbroken(`${carrying[0].title}: ${carrying[0].tariff}`)}
        </LeadItem>
      ) : null}
    </ul>
  );
}

function LeadItem({ icon, to, title, children }: { icon: string; to: string; title: string; children: ReactNode }) {
  return (
    <li>
      <a className="row" href={to}>
        <Icon name={icon} />
        <span>
          <b className="b num">{title}</b>
          <span className="small soft num line">{children}</span>
        </span>
      </a>
    </li>
  );
}

type ZonesProps = Pick<DeliveryPage, 'zones' | 'steps' | 'most'> & { device: DeviceType };

function Zones({ zones, steps, most, device }: ZonesProps) {
  if (zones.length === 0) return null;
  return (
    <section aria-labelledby="zones-title">
      <h2 id="zones-title">Зоны и цены</h2>
      {device === 'mobile' ? <ZoneFolds zones={zones} steps={steps} /> : <ZoneTable zones={zones} steps={steps} />}
      <p className="small soft">
        {unbroken(`Адрес вне зон${most ? ` или груз тяжелее ${most}` : ''}: стоимость уточнит оператор, заказ примем.`)}
      </p>
      {device === 'mobile' && zones.some(({ hours }) => hours.length > 0) ? <HoursNote /> : null}
    </section>
  );
}

/** On a phone a zone is a fold with a line for each step and its hours; the branch's own, the first, is open. */
function ZoneFolds({ zones, steps }: Pick<DeliveryPage, 'zones' | 'steps'>) {
  return (
    <div className="delivery__box">
      {zones.map((zone, at) => (
        <details key={zone.id} className="delivery__zone" open={at === 0}>
          <summary>
            <span>
              <b className="b">{zone.name}</b>, {zone.term}
              {zone.places.length > 0 ? <small className="soft">{zone.places.join(', ')}</small> : null}
            </span>
            <Icon name="chevron-down" />
          </summary>
          <dl>
            {steps.map(({ grams, words, vehicle }, step) => (
              <div key={grams}>
                <dt>
                  {words}
                  {vehicle ? <span className="soft"> {vehicle}</span> : null}
                </dt>
                <dd className="num">{servicePrice(zone.prices[step] ?? null)}</dd>
              </div>
            ))}
            {zone.hours.length > 0 ? (
              <div>
                <dt>Время приезда</dt>
                <dd className="num">
                  {zone.hours.map((span) => (
                    <span key={span} className="line nowrap">
                      {span}
                    </span>
                  ))}
                </dd>
              </div>
            ) : null}
          </dl>
        </details>
      ))}
    </div>
  );
}

function ZoneTable({ zones, steps }: Pick<DeliveryPage, 'zones' | 'steps'>) {
  return (
    <div className="delivery__box">
      <table className="delivery__zones">
        <thead>
          <tr>
            <th scope="col">Зона</th>
            <th scope="col">Срок</th>
            {steps.map(({ grams, words, vehicle }) => (
              <th key={grams} scope="col" className="num">
                {words}
                {vehicle ? <small className="soft">{vehicle}</small> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {zones.map((zone) => (
            <tr key={zone.id}>
              <th scope="row">
                {zone.name}
                {zone.places.length > 0 ? <small className="soft">{zone.places.join(', ')}</small> : null}
              </th>
              <td>
                <span className="delivery__of">Срок</span>
                {zone.term}
              </td>
              {steps.map(({ grams, words, vehicle }, at) => (
                <td key={grams} className="num">
                  <span className="delivery__of">
                    {words}
                    {vehicle ? <small className="soft">{vehicle}</small> : null}
                  </span>
                  {servicePrice(zone.prices[at] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** From what hours of the day a buyer of each zone chooses. */
function Hours({ zones }: Pick<DeliveryPage, 'zones'>) {
  const known = zones.filter(({ hours }) => hours.length > 0);
  if (known.length === 0) return null;
  return (
    <section aria-labelledby="hours-title">
      <h2 id="hours-title">Время приезда</h2>
      <dl className="delivery__rows">
        {known.map(({ id, name, hours }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd className="num">
              {hours.map((span) => (
                <span key={span} className="delivery__span">
                  {span}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <HoursNote />
    </section>
  );
}

function HoursNote() {
  return (
    <p className="small soft">
      {unbroken('День и интервал выбираете при оформлении, из свободных. Водитель позвонит перед приездом.')}
    </p>
  );
}

function Carrying({ carrying }: Pick<DeliveryPage, 'carrying'>) {
  if (carrying.length === 0) return null;
  return (
    <section aria-labelledby="carrying-title">
      <h2 id="carrying-title">Разгрузка и подъём</h2>
      <dl className="delivery__rows">
        {carrying.map(({ title, tariff }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="num">{tariff}</dd>
          </div>
        ))}
      </dl>
      <p className="small soft">
        {unbroken(
          'Подъём включает разгрузку. Считаем вес всех товаров заказа. По лестнице первый этаж тоже считается: подъём на пятый — это пять этажей. Услугу и этаж выберите при оформлении: она добавится в заказ отдельной строкой.',
        )}
      </p>
    </section>
  );
}

type PointsProps = Pick<DeliveryPage, 'points' | 'common'> & { isFolded: boolean };

/** On a phone the list is folded: its addresses are many, and the contacts tell more of each. */
function Points({ points, common, isFolded }: PointsProps) {
  const [shared = null, ...others] = new Set(points.map((point) => point.storage));
  // The term that all points share; null: each says its own.
  const storage = others.length > 0 ? null : shared;
  const list = (
    <ul className="delivery__points">
      {points.map((point) => (
        <PointRow key={point.id_1c} point={point} hasStorage={storage === null} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="points-title">
      <h2 id="points-title">Пункты выдачи</h2>
      <SharedTimes times={common} level={3} />
      <p className="delivery__storage">
        {storage === null ? '' : `${storage}. `}
        <Link className="link" to={contactsUrl()}>
          Телефоны, вход и парковка — в контактах
        </Link>
      </p>
      {isFolded && points.length > 2 ? (
        <details className="delivery__zone">
          <summary>
            <b className="b">Все адреса: {countOf(points.length, 'пункт', 'пункта', 'пунктов')}</b>
            <Icon name="chevron-down" />
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}

function PointRow({ point, hasStorage }: { point: DeliveryPage['points'][number]; hasStorage: boolean }) {
  return (
    <li>
      <div>
        <p className="b">{unbroken(point.address)}</p>
        {hasStorage ? <p className="small soft">{point.storage}</p> : null}
      </div>
      <div>
        <p className={`state state--${point.open.is_open ? 'good' : 'wait'}`}>
          <Icon name="clock" size="s" />
          {point.open.words}
        </p>
        {[...point.work_lines, ...point.holidays.map(({ date, words }) => `${date} — ${words}`)].map((line) => (
          <p key={line} className="small num">
            {line}
          </p>
        ))}
      </div>
      <p className="delivery__ways">
        <RouteAnchor href={point.route} className="row link" size="s" place={point.address} />
        {point.map ? (
          <a className="row link" href={point.map} target="_blank" rel="noreferrer">
            <Icon name="map-pin" size="s" />
            На карте<span className="sr">: {point.address}</span>
          </a>
        ) : null}
      </p>
    </li>
  );
}
