import { Link } from 'react-router';
import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone, phoneHref } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { activeOrdersUrl, companyUrl, documentsUrl, reconciliationUrl } from '#shared/urls.ts';

/** What waits for a firm: money, limits, and whom to ask. A firm of which no row says anything is not there. */
export function Firms({ firms }: { firms: FirmSummary[] }) {
  return firms.map((firm) => {
    const { id, name, role, unpaid, debt, deferral, limit, manager } = firm;
    if (!unpaid && debt === null && !deferral && !limit && !manager) return null;
    return (
      <section className="sheet" key={id} aria-labelledby={`firm-${id}`}>
        <h2 id={`firm-${id}`}>{name}</h2>
        <dl className="lkfirm">
          {unpaid ? (
            <Row title="Счета ждут оплаты">
              <Link className="link" to={documentsUrl()}>
                {countOf(unpaid.count, 'счёт', 'счёта', 'счетов')} на{' '}
                <b className="b num nowrap">{formatPrice(unpaid.sum)}</b>
              </Link>
              {unpaid.nearest ? (
                <span className="line num">
                  {unbroken(
                    `${unpaid.count === 1 ? 'оплатите' : 'ближайший'} до ${dayWords(unpaid.nearest, new Date().toISOString().slice(0, 4))}`,
                  )}
                </span>
              ) : null}
            </Row>
          ) : null}
          {debt === null ? null : (
            <Row title="Задолженность за отгруженное">
              <b className="b num nowrap">{formatPrice(debt)}</b>,{' '}
              <Link className="link" to={reconciliationUrl(id)}>
                акт сверки
              </Link>
            </Row>
          )}
          {deferral ? <Deferral deferral={deferral} /> : null}
          {limit ? <Limit limit={limit} /> : null}
          {manager ? (
            <Row title="Ваш менеджер">
              {manager.name}
              {manager.phone ? (
                <>
                  ,{' '}
                  <a className="link num nowrap" href={phoneHref(manager.phone)}>
                    {formatPhone(manager.phone)}
                  </a>
                </>
              ) : null}
              {manager.email ? (
                <>
                  ,{' '}
                  <a className="link" href={`mailto:${manager.email}`}>
                    {manager.email}
                  </a>
                </>
              ) : null}
            </Row>
          ) : null}
        </dl>
        <p className="row row--wrap lk__lead">
          <Link className="link" to={documentsUrl()}>
            Счета и УПД
          </Link>
          <Link className="link" to={companyUrl()}>
            {role === 'owner' ? 'Реквизиты и сотрудники' : 'Реквизиты'}
          </Link>
        </p>
      </section>
    );
  });
}

function Deferral({ deferral: { days, credit_limit } }: { deferral: NonNullable<FirmSummary['deferral']> }) {
  return (
    <Row title="Отсрочка платежа">
      {days === 0 ? 'в день получения' : `${countOf(days, 'день', 'дня', 'дней')} после получения`}
      {credit_limit === null ? null : (
        <span className="line">
          долг до <span className="num nowrap">{formatPrice(credit_limit)}</span>
        </span>
      )}
    </Row>
  );
}

function Limit({ limit: { order, month } }: { limit: NonNullable<FirmSummary['limit']> }) {
  return (
    <Row title="Без согласования">
      {order === null ? null : (
        <span className="line">
          заказ до <span className="num nowrap">{formatPrice(order)}</span>
        </span>
      )}
      {month === null ? null : (
        <span className="line">
          в этом месяце осталось <b className="b num nowrap">{formatPrice(month.left)}</b> из{' '}
          <span className="num nowrap">{formatPrice(month.whole)}</span>,{' '}
          <Link className="link" to={activeOrdersUrl()}>
            заказы
          </Link>
        </span>
      )}
    </Row>
  );
}

function Row({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="small soft">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
