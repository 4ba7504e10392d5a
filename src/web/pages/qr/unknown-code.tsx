import { isRouteErrorResponse, useLocation } from 'react-router';
import { phoneHref } from '#shared/phone.ts';
import { errorReportQuery, supportNumber } from '#shared/support-number.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, findOrderUrl, newTicketUrl, personalCardsUrl, readablePath } from '#shared/urls.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import type { PageErrorData } from '#web/parts/shell/error-page.tsx';
import { SearchBox } from '#web/parts/shell/search-box.tsx';
import { Icon } from '#web/ui/icon.tsx';

/**
 * What stands on what was scanned ('': that cannot be told from it), why it may open nothing, and what else leads to
 * the same.
 */
type Kind = { name: string; why: string[]; way?: { words: string; url: string } };

/** By the letter behind `/qr/` (S2-10). */
const kinds: Record<string, Kind> = {
  p: {
    name: 'код с ценника',
    why: [
      'товар больше не продаём, а ценник ещё не сняли',
      'ценник из другого города: откройте сайт этого города и отсканируйте код снова',
    ],
  },
  d: { name: 'код пункта выдачи', why: ['пункт закрыт, переехал или находится в другом городе'] },
  c: { name: 'код с рекламы', why: ['акция закончилась, а реклама осталась'] },
  b: {
    name: 'код карты',
    why: ['карту перевыпустили, и прежний код больше не действует'],
    way: { words: 'Мои карты', url: personalCardsUrl() },
  },
  o: {
    name: 'пропуск на выдачу',
    why: ['заказ уже выдан или отменён', 'пропуск заменён новым: он в письме и на странице заказа'],
    way: { words: 'Найти заказ по номеру', url: findOrderUrl() },
  },
};
const unknown: Kind = { name: '', why: ['код старый, и его страницы больше нет', 'это код другого магазина'] };

/** A printed code that leads nowhere; a price tag of a product that is gone has an address of its own. */
export function isUnknownCode(error: unknown, pathname: string): boolean {
  return isRouteErrorResponse(error) && error.status === 404 && pathname.startsWith('/qr/');
}

/** A scanned code that leads nowhere (404): what it was, why that may be, and three ways on. */
export function UnknownCode({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const shell = useShellIfAny();
  const [, , letter = '', ...rest] = pathname.split('/');
  const { name, why, way } = (Object.hasOwn(kinds, letter) && kinds[letter]) || unknown;
  const code = readablePath((name ? rest : [letter, ...rest]).join('/')).replace(/\/$/, '');
  const request_id = isRouteErrorResponse(error) ? (error.data as PageErrorData | null)?.request_id : undefined;
  const phone = shell?.branch.phone;
  return (
    <div className="qrtask">
      <h1>Такого кода мы не знаем</h1>
      {name || code ? (
        <p>
          {unbroken(name ? `Похоже, это ${name}` : 'Вы открыли код')}
          {code ? (
            <>
              : <b className="b num qrtask__unknown">{code}</b>
            </>
          ) : null}
          .
        </p>
      ) : null}
      <div>
        <p className="b">Почему он мог не сработать</p>
        <ul className="qrtask__why">
          {[...why, 'код напечатан нечётко или прочитан не целиком: отсканируйте его ещё раз'].map((words) => (
            <li key={words}>{unbroken(words)}</li>
          ))}
        </ul>
      </div>
      <div>
        <p className="b">Найдите товар по названию или артикулу</p>
        <div className="nf__search">
          <SearchBox id="code-search" />
        </div>
      </div>
      <div className="qrtask__buttons">
        {way ? (
          <a className="btn btn--primary btn--lg" href={way.url}>
            {way.words}
          </a>
        ) : null}
        <a className={`btn btn--lg ${way ? 'btn--quiet' : 'btn--primary'}`} href={catalogUrl()}>
          <Icon name="layout-grid" size="s" />
          Каталог
        </a>
        {phone ? (
          <a className="btn btn--quiet btn--lg num" href={phoneHref(phone)}>
            <Icon name="phone" size="s" />
            {phone}
          </a>
        ) : null}
      </div>
      <p className="small soft qrtask__unknown">
        {`Page not found: ${readablePath(pathname)}`}
        {request_id ? (
          <>
            {'. '}
            <span className="num">Номер для поддержки: {supportNumber(request_id)}.</span>{' '}
            <a
              className="link"
              href={newTicketUrl() + errorReportQuery(supportNumber(request_id), readablePath(pathname))}
            >
              Сообщить об ошибке
            </a>
          </>
        ) : null}
      </p>
    </div>
  );
}
