import { Link } from 'react-router';
import { aboutUrl, contactsUrl, creditUrl, deliveryUrl, orderHelpUrl, payUrl } from '#shared/urls.ts';

const links = [
  ['Доставка', deliveryUrl()],
  ['Оплата', payUrl()],
  ['Контакты и пункты выдачи', contactsUrl()],
  ['Помощь с заказом', orderHelpUrl()],
  ['Кредит', creditUrl()],
  ['О компании', aboutUrl()],
] as const;

export function InfoNav({ path }: { path: string }) {
  return (
    <nav className="info__nav" aria-labelledby="info-nav">
      <h2 className="sr" id="info-nav">
        Покупателям
      </h2>
      <ul>
        {links.map(([name, url]) => (
          <li key={url}>
            <Link to={url} aria-current={url === path ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
