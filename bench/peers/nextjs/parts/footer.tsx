import { formatPhone, phoneHref, phoneList } from '@shop/shared/phone.ts';
import { newsUrl, newTicketUrl, privacyUrl } from '@shop/shared/urls.ts';
import type { ShopFacts } from '../data/shop-facts.ts';

/** Subscription, columns of links, the branch's contacts. */
export function Footer({ facts }: { facts: ShopFacts }) {
  const titles = [...new Set(facts.footer.map(({ column_title }) => column_title))];
  return (
    <>
      <Subscription />
      <footer className="foot" data-ground="dark">
        <div className="wrap">
          <div className="foot__cols">
            {titles.map((title) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {facts.footer
                    .filter(({ column_title }) => column_title === title)
                    .map(({ name, url }) => (
                      <li key={url}>
                        <a href={url}>{name}</a>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
            <Contacts branch={facts.branch} />
          </div>
          <div className="foot__legal">
            <span>© {new Date().getFullYear()} ИДД</span>
            <a href={privacyUrl()}>Политика конфиденциальности</a>
            <a href={newTicketUrl()}>Техническая поддержка</a>
          </div>
        </div>
      </footer>
    </>
  );
}

function Subscription() {
  return (
    <section className="sub" aria-labelledby="subscribe-title">
      <div className="wrap">
        <div>
          <h2 id="subscribe-title">Скидки и новинки — раз в неделю</h2>
          <p className="soft">
            Только товары, которые есть в вашем городе. Первым придёт письмо с просьбой подтвердить адрес, отписаться
            можно в один клик.
          </p>
        </div>
        <form method="post" action={newsUrl()}>
          <label className="field__label" htmlFor="subscribe-email">
            Эл. почта
          </label>
          <input className="input" id="subscribe-email" name="email" type="email" autoComplete="email" required />
          <button type="submit" className="btn btn--primary" name="intent" value="subscribe">
            Подписаться
          </button>
          <label className="tick">
            <input type="checkbox" className="tick__box" name="consent_personal_data" value="1" required />
            <span>Согласен на обработку персональных данных</span>
          </label>
          <label className="tick">
            <input type="checkbox" className="tick__box" name="consent_advertising" value="1" required />
            <span>Согласен получать рекламные сообщения</span>
          </label>
        </form>
      </div>
    </section>
  );
}

function Contacts({ branch: { city, address, email, phones } }: Pick<ShopFacts, 'branch'>) {
  return (
    <div className="foot__contacts">
      <h2>Контакты филиала</h2>
      <div className="foot__phones num">
        {phoneList(phones).map((phone) => (
          <div key={phone}>
            <a href={phoneHref(phone)}>{formatPhone(phone)}</a>
          </div>
        ))}
      </div>
      {email ? (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      ) : null}
      <p className="soft">
        г. {city}, {address}
      </p>
    </div>
  );
}
