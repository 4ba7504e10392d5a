import { phoneHref } from '#shared/phone.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, contactsUrl, deliveryUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { PickupPanelData } from './pickup-panel.server.ts';

export function PickupPanel({ panel }: { panel: PickupPanelData }) {
  const { city, address, open, hours, in_stock, ready, delivery, phone, points } = panel;
  return (
    <aside className="shopcard" aria-label="Пункт выдачи">
      <p className="small soft">Пункт выдачи</p>
      <h2>{unbroken(`${city}, ${address}`)}</h2>
      <ul>
        <li>
          <Icon name="clock" />
          <span>
            <b className="b">{open.words}</b>
            <Under words={[hours, open.note].filter(Boolean).join(', ')} />
          </span>
        </li>
        {in_stock > 0 ? (
          <li>
            <Icon name="package" />
            <span>
              <b className="b">{countOf(in_stock, 'товар', 'товара', 'товаров')} в наличии</b>
              <Under words={ready} />
            </span>
          </li>
        ) : null}
        <li>
          <Icon name="truck" />
          <span>
            <Link className="b link" to={deliveryUrl()}>
              Доставка по городу и области
            </Link>
            <Under words={delivery ? unbroken(delivery) : 'Цена видна до оплаты'} />
          </span>
        </li>
        {phone ? (
          <li>
            <Icon name="phone" />
            <span>
              <a className="b link num" href={phoneHref(phone)}>
                {phone}
              </a>
              <Under words="Телефон филиала" />
            </span>
          </li>
        ) : null}
      </ul>
      <div className="row">
        <Link className="btn btn--primary" to={`${catalogUrl()}?in_stock=1`}>
          Товары в{'\u00a0'}наличии
        </Link>
        <Link className="btn btn--quiet shopcard__all" to={contactsUrl()}>
          {points > 1 ? `Все ${points} ${plural(points, 'пункт', 'пункта', 'пунктов')}` : 'Как проехать'}
        </Link>
      </div>
    </aside>
  );
}

/** The second line of a fact; without words there is none. */
function Under({ words }: { words: string | null }) {
  return words ? (
    <>
      <br />
      <span className="soft small">{words}</span>
    </>
  ) : null;
}
