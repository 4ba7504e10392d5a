import { readyOrdersAt } from '#modules/codes/orders-at.ts';
import { detailsOf } from '#modules/departments/details.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { phoneHref, phoneList } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  arrivalQrUrl,
  findOrderUrl,
  guestPassUrl,
  guestReceivingUrl,
  loginUrl,
  orderPassUrl,
  orderReceivingUrl,
} from '#shared/urls.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { EntrancePicture } from '#web/parts/zoom/entrance-picture.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/arrival-route.ts';

/**
 * S2-10: at the gate of a point: «Я подъехал» for the orders that lie ready here. The point is looked up; one of
 * another branch is unknown on this host.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const points = pointsOf(await departmentDirectory(db), requestContext.department);
  const point = points.find(({ id_1c }) => id_1c === params.id);
  if (!point) throw notFound();
  const user_id = requestContext.account?.user_id ?? null;
  const [orders, { way_in, parking, entrance_image }] = await Promise.all([
    readyOrdersAt(db, point.id_1c, { user_id, secret: requestContext.cookies[secretCookie] ?? null }),
    detailsOf(db, point.id_1c),
  ]);
  return {
    name: point.id_1c === requestContext.department.id_1c ? `Магазин, ${point.city}` : 'Пункт выдачи',
    address: `г. ${point.city}, ${point.address}`,
    hours: workTimeLines(point.work_time),
    way_in,
    parking,
    entrance_image,
    open_words: openState(point.hours, point.hour_exceptions, point.time_zone, shownAt(requestContext)).words,
    phone: phoneList(point.phones)[0] ?? null,
    map_link: point.yandex_map_link,
    is_signed: user_id !== null,
    login_url: loginUrl(arrivalQrUrl(point.id_1c)),
    orders: orders.map(({ id, number }) => ({
      id,
      number,
      arrive_url: `${user_id ? orderReceivingUrl(id) : guestReceivingUrl(id)}#arrive`,
      pass_url: user_id ? orderPassUrl(id) : guestPassUrl(id),
    })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.name ?? 'Пункт выдачи'} — ИДД` }];

export default function Arrival({ loaderData: found }: Route.ComponentProps) {
  return (
    <div className="qrtask">
      <h1>{unbroken(found.name)}</h1>
      <div>
        <p>{found.address}</p>
        <p className="soft">{found.open_words}</p>
        {found.hours.map((line) => (
          <p key={line} className="small soft num">
            {line}
          </p>
        ))}
      </div>
      {found.orders.length > 0 ? (
        <ul className="qrtask__rows">
          {found.orders.map((order) => (
            <li key={order.id}>
              <p>
                Заказ <b className="b num">{order.number}</b> готов к выдаче
              </p>
              <div className="qrtask__buttons">
                <a className="btn btn--primary btn--lg" href={order.arrive_url}>
                  Я подъехал
                </a>
                <a className="btn btn--quiet btn--lg" href={order.pass_url}>
                  <Icon name="qr-code" size="s" />
                  Показать пропуск
                </a>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>
            {unbroken(
              found.is_signed
                ? 'В вашем кабинете нет заказов, готовых к выдаче здесь. Если заказывали без кабинета, найдите заказ по номеру.'
                : 'Приехали за заказом? Войдите или найдите его по номеру: здесь появятся пропуск и кнопка «Я подъехал».',
            )}
          </p>
          <div className="qrtask__buttons">
            {found.is_signed ? null : (
              <a className="btn btn--primary btn--lg" href={found.login_url}>
                Войти
              </a>
            )}
            <a className="btn btn--quiet btn--lg" href={findOrderUrl()}>
              Найти заказ по номеру
            </a>
          </div>
        </>
      )}
      {found.entrance_image ? <EntrancePicture path={found.entrance_image} address={found.address} /> : null}
      {found.way_in || found.parking ? (
        <dl className="qrtask__details">
          {found.way_in ? (
            <div>
              <dt className="small soft">Как войти</dt>
              <dd>{unbroken(found.way_in)}</dd>
            </div>
          ) : null}
          {found.parking ? (
            <div>
              <dt className="small soft">Парковка</dt>
              <dd>{unbroken(found.parking)}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {found.phone ? (
        <a className="btn btn--quiet btn--lg" href={phoneHref(found.phone)}>
          <Icon name="phone" size="s" />
          {found.phone}
        </a>
      ) : null}
      {found.map_link ? (
        <a className="btn btn--quiet btn--lg" href={found.map_link} rel="noreferrer" target="_blank">
          <Icon name="map-pin" size="s" />
          Показать на карте
          <span className="sr"> (в новом окне)</span>
        </a>
      ) : null}
    </div>
  );
}
