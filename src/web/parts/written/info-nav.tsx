import { aboutUrl, contactsUrl, creditUrl, deliveryUrl, orderHelpUrl, payUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';

const forBuyers = [
  ['Доставка', deliveryUrl()],
  ['Оплата', payUrl()],
  ['Контакты и пункты выдачи', contactsUrl()],
  ['Помощь с заказом', orderHelpUrl()],
  ['Кредит', creditUrl()],
  ['О компании', aboutUrl()],
] as const;

type InfoNavProps = {
  path: string;
  /** Other pages than those for buyers, and what they are together. */
  pages?: { title: string; links: readonly (readonly [name: string, url: string])[] };
};

export function InfoNav({ path, pages = { title: 'Покупателям', links: forBuyers } }: InfoNavProps) {
  return (
    <nav className="info__nav" aria-labelledby="info-nav">
      <h2 className="sr" id="info-nav">
        {pages.title}
      </h2>
      <ul>
        {pages.links.map(([name, url]) => (
          <li key={url}>
            <Link className="row" to={url} aria-current={url === path ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
