import '../../../parts/order/pass/pass.css';
import { useEffect } from 'react';
import { loginUrl } from '#shared/urls.ts';
import { keepPassOffline } from '#web/parts/order/pass/keep-offline.ts';
import { Link } from '#web/ui/link.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RouteAnchor } from '#web/ui/route-anchor.tsx';
import type { HeldPass } from './read-desk.ts';

/** The pass as whoever holds its link sees it: where to come and what to show. */
export function HeldPassScreen({ held }: { held: HeldPass }) {
  useEffect(keepPassOffline, []);
  const { point } = held;
  return (
    <div className="desk">
      <h1>
        Пропуск на заказ <span className="num nowrap">{held.number}</span>
      </h1>
      {held.closed ? (
        <p className="sheet">{held.closed}.</p>
      ) : !held.qr ? (
        <p className="sheet">
          Сейчас заказ «{held.state_words}». Код появится здесь, когда{' '}
          {held.is_pickup ? 'его можно будет забрать' : 'машина с ним выедет'}.
        </p>
      ) : (
        <section className="pass pass--big" data-ground="dark" aria-label="Пропуск">
          <div className="pass__qr">
            <QrCode code={held.qr} label={`QR-код заказа ${held.number}`} />
          </div>
          <div className="pass__body">
            <p className="soft">{held.is_pickup ? 'Покажите код на выдаче' : 'Назовите код водителю'}</p>
            <p className="pass__code">{held.code}</p>
            <p className="pass__where">
              {held.name ? `Получает: ${held.name}. ` : ''}
              {held.state_words}
            </p>
            <p className="soft small">После первого открытия работает без интернета. Прибавьте яркость экрана.</p>
          </div>
        </section>
      )}
      {point ? (
        <section className="sheet">
          <h2>Где получить</h2>
          <p>
            г. {point.city}, {point.address}
          </p>
          {point.hours.map((line) => (
            <p className="soft num" key={line}>
              {line}
            </p>
          ))}
          <RouteAnchor href={point.route_link} className="row link" size="s" />
        </section>
      ) : null}
      <p className="soft small">
        <Link className="link" to={loginUrl('/qr/o/')} reloadDocument>
          Вход для сотрудника выдачи
        </Link>
      </p>
    </div>
  );
}
