import { Form, useNavigation } from 'react-router';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { supportUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { OrderPage, OrderPoint } from './read-order-page.ts';
import type { RepeatLine } from './read-repeat.ts';

type FactsProps = {
  order: OrderPage;
  receivingUrl: string;
  payUrl: string;
  calendarUrl: string | null;
  isPersonal: boolean;
};

/** Where, who, how it is paid, and what may still be done with the order. */
export function OrderFacts({ order, receivingUrl, payUrl, calendarUrl, isPersonal }: FactsProps) {
  const { point, recipient, company, receiving_rights: rights } = order;
  return (
    <section className="sheet order__facts">
      <h2 className="sr">Подробности</h2>
      <div>
        <h3>{order.is_pickup ? 'Пункт выдачи' : 'Доставка'}</h3>
        {point ? <PointFacts point={point} /> : <p>{order.address}</p>}
        {order.zone_name ? <p className="soft">Зона: {order.zone_name}</p> : null}
        {order.date_text ? <p className="num">День: {order.date_text}</p> : null}
        {calendarUrl ? (
          <a className="link" href={calendarUrl} download>
            Добавить в календарь
          </a>
        ) : null}
        {order.car_plate ? <p className="num">Автомобиль: {order.car_plate}</p> : null}
        {order.unloading_note ? <p>О разгрузке: {order.unloading_note}</p> : null}
      </div>
      <div>
        <h3>Получатель</h3>
        <p>
          {recipient.name}
          <br />
          <span className="num">{formatPhone(recipient.phone)}</span>
        </p>
        {rights.people ? (
          <Link className="link" to={receivingUrl}>
            Изменить получателя
          </Link>
        ) : null}
        {company ? (
          <>
            <h3>Покупатель</h3>
            <p className="num">
              {company.name}, ИНН&nbsp;{company.inn}
            </p>
            {order.role_words ? <p className="soft">Ваша роль: {order.role_words}</p> : null}
          </>
        ) : null}
        {company?.buyer_number ? <p>Ваш номер заказа: {company.buyer_number}</p> : null}
        {company?.building_site ? <p>Объект: {company.building_site}</p> : null}
      </div>
      <div>
        <h3>Оплата</h3>
        <p>{order.payment.method}</p>
        {order.payment.state ? (
          <p className={order.payment.is_paid ? 'state--good' : 'soft'}>{order.payment.state}</p>
        ) : null}
        {order.payment.is_online ? (
          <Link className="link" to={payUrl}>
            Оплата и чеки
          </Link>
        ) : null}
        {order.replacement ? (
          <>
            <h3>Если чего-то не хватит</h3>
            <p>{order.replacement}</p>
          </>
        ) : null}
      </div>
      {order.comment ? (
        <div>
          <h3>Комментарий</h3>
          <p>{order.comment}</p>
        </div>
      ) : null}
      {point ? null : (
        <div>
          <h3>Филиал</h3>
          <PointFacts point={order.branch} />
        </div>
      )}
      {order.is_staff ? null : <Actions order={order} receivingUrl={receivingUrl} isPersonal={isPersonal} />}
    </section>
  );
}

/** A place with its hours, phone and map; `isNow`: whether it is open is not said elsewhere on the page. */
export function PointFacts({ point, isNow = false }: { point: OrderPoint; isNow?: boolean }) {
  return (
    <>
      <p>
        г. {point.city}, {point.address}
      </p>
      {isNow && point.open_words ? (
        <p className={`num state state--${point.is_open ? 'good' : 'wait'}`}>{point.open_words}</p>
      ) : null}
      {point.hours.map((line) => (
        <p className="soft num" key={line}>
          {line}
        </p>
      ))}
      {point.phone ? (
        <a className="link b num link--line" href={phoneHref(point.phone)}>
          {point.phone}
        </a>
      ) : null}
      {point.map_link ? (
        <a className="link" href={point.map_link} rel="noreferrer" target="_blank">
          Показать на карте
        </a>
      ) : null}
    </>
  );
}

/** Cancelling asks once more, with or without a script. */
function Actions({ order, receivingUrl, isPersonal }: Omit<FactsProps, 'payUrl' | 'calendarUrl'>) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="order__acts">
      {order.receiving_rights.time ? (
        <Link className="btn btn--line" to={receivingUrl}>
          <Icon name="calendar-clock" />
          {order.date_text ? 'Перенести на другое время' : 'Выбрать день'}
        </Link>
      ) : null}
      {order.repeat ? <Repeat lines={order.repeat} /> : null}
      {isPersonal ? (
        <Link className="btn btn--line" to={`${supportUrl()}?theme=order&order=${order.id}`}>
          <Icon name="message-circle" />
          Написать о заказе
        </Link>
      ) : null}
      {order.can_be_cancelled ? (
        <details className="order__cancel">
          <summary className="btn">Отменить заказ</summary>
          <Form method="post">
            <p className="small">Резерв снимется, и товары смогут купить другие. Отменить заказ {order.number}?</p>
            <button type="submit" className="btn btn--danger btn--wide" name="intent" value="cancel" disabled={isBusy}>
              Да, отменить
            </button>
          </Form>
        </details>
      ) : order.is_active && !order.is_staff && !order.approval && order.point?.phone ? (
        <p className="small soft">
          Отменить или изменить {order.state === 'ready' ? 'собранный' : 'такой'} заказ можно по телефону{' '}
          <a className="num nowrap link" href={phoneHref(order.point.phone)}>
            {order.point.phone}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** The lines that can be bought now are ticked; the others say why not. */
function Repeat({ lines }: { lines: RepeatLine[] }) {
  const isBusy = useNavigation().state !== 'idle';
  const isAny = lines.some(({ is_available }) => is_available);
  return (
    <details className="order__repeat">
      <summary className="btn btn--line">
        <Icon name="rotate-ccw" />
        Повторить заказ
      </summary>
      <Form method="post">
        <ul>
          {lines.map((line) => (
            <li key={line.position}>
              <label className="tick">
                <input
                  type="checkbox"
                  className="tick__box"
                  name="line"
                  value={line.product_id}
                  defaultChecked={line.is_available}
                  disabled={!line.is_available}
                />
                <span className="small">
                  {unbroken(line.name)}, <span className="num nowrap">{shownAmount(line.count, line.shown_unit)}</span>
                  {line.words ? <span className="soft">: {line.words}</span> : null}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <input type="hidden" name="chosen" value="1" />
        <button
          type="submit"
          className="btn btn--primary btn--wide"
          name="intent"
          value="repeat"
          disabled={isBusy || !isAny}
        >
          Положить в корзину
        </button>
      </Form>
    </details>
  );
}
