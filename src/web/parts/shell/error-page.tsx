import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { phoneHref } from '#shared/phone.ts';
import { errorReportQuery, supportNumber } from '#shared/support-number.ts';
import { unbroken } from '#shared/unbroken.ts';
import { catalogUrl, homeUrl, newTicketUrl, readablePath } from '#shared/urls.ts';
import { isChunkError } from '#web/parts/chunk-guard/may-reload.ts';
import { Rail } from '#web/parts/goods/rail.tsx';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import ladder from '../../images/ladder.svg?url';
import { type ErrorWords, fault, refused } from './fault-words.ts';
import { showLoadingError } from './loading-bar.tsx';
import { SearchBox } from './search-box.tsx';

/** What a refused or failed page tells its error page; made on the server by `withPageErrors`. */
export type PageErrorData = {
  code?: number;
  /** Of its code: a browser knows none but those of a fault. */
  words?: ErrorWords;
  message?: string;
  request_id?: string;
  is_bot?: boolean;
  /** What is often bought in the branch; on 404 only. */
  popular?: ProductCard[];
};

/** Code of the open build is gone from the server, and one reload has not helped. */
const oldBuild: ErrorWords = {
  title: 'Обновите страницу',
  heading: 'Обновите страницу',
  text: 'Магазин обновился.',
};

/** Nobody's error: the page comes by itself. */
const offline: ErrorWords = {
  title: 'Нет соединения',
  heading: 'Нет соединения',
  text: 'Проверьте интернет. Когда связь появится, страница откроется сама.',
};

/** The code of an error: its own (665, 666 travel as HTTP 503, S2-22), else the HTTP status, else 500. */
function errorCode(error: unknown): number {
  if (!isRouteErrorResponse(error)) return 500;
  return (error.data as PageErrorData | null)?.code ?? error.status;
}

/** On a server `onLine` is unknown, and what it could not fetch is an error of its own. */
function isOffline(error: unknown): boolean {
  return navigator.onLine === false && error instanceof TypeError;
}

function wordsOf(error: unknown): ErrorWords {
  if (isOffline(error)) return offline;
  if (isChunkError(error)) return oldBuild;
  const words = isRouteErrorResponse(error) && (error.data as PageErrorData | null)?.words;
  return words || (errorCode(error) < 500 ? refused : fault);
}

export function errorTitle(error: unknown): string {
  return `${wordsOf(error).title} — ИДД`;
}

/** S2-22: one page for all codes, inside the shop's header. A robot gets calm words instead of a fatal page (S2-23). */
export function ErrorPage({ error }: { error: unknown }) {
  const code = errorCode(error);
  const data: PageErrorData = isRouteErrorResponse(error) && typeof error.data === 'object' ? (error.data ?? {}) : {};
  const [isLost] = useState(() => isOffline(error));
  const { heading, text } = isLost ? offline : wordsOf(error);
  useEffect(() => {
    if (isLost) window.ononline = () => window.location.reload();
    return () => {
      window.ononline = null;
    };
  }, [isLost]);
  const { pathname } = useLocation();
  const shell = useShellIfAny();
  const phone = shell?.branch.phone;
  // Said again once it stands: a navigation that fails at once begins and ends between two renderings, and the bar is
  // told of its end after its error.
  useEffect(() => showLoadingError(error), [error]);
  if (data.is_bot && code >= 500) {
    return (
      <section className="nf nf--calm">
        <div>
          <h1>Строительный магазин ИДД</h1>
          <p className="nf__text">Весь ассортимент — в каталоге.</p>
          <Ways phone={phone} />
        </div>
      </section>
    );
  }
  return (
    <>
      <section className="nf">
        <div>
          <p className="code4" aria-hidden="true">
            {isLost || code}
          </p>
          <h1>{unbroken(heading)}</h1>
          <p className="nf__text">{unbroken(data.message && code < 500 && code !== 404 ? data.message : text)}</p>
          {code === 404 && <p className="path">{`Page not found: ${readablePath(pathname)}`}</p>}
          <div className="nf__search">
            <SearchBox id="error-search" />
          </div>
          <Ways phone={phone} />
          {data.request_id && <Report number={supportNumber(data.request_id)} page={readablePath(pathname)} />}
        </div>
        <div className="nf__art">
          <img src={ladder} alt="" width="480" height="420" />
        </div>
      </section>
      {shell && data.popular && (
        <Rail title={`Часто ищут ${shell.branch.in_city}`} products={data.popular} device={shell.device} />
      )}
    </>
  );
}

/** The number stands in the log; the link opens a request that names it. */
function Report({ number, page }: { number: string; page: string }) {
  return (
    <p className="small soft nf__number">
      <span className="num">{`Номер для поддержки: ${number}.`}</span>{' '}
      <a className="link" href={newTicketUrl() + errorReportQuery(number, page)}>
        Сообщить об ошибке
      </a>
    </p>
  );
}

function Ways({ phone }: { phone: string | null | undefined }) {
  return (
    <div className="row nf__ways">
      <a className="btn btn--primary" href={catalogUrl()}>
        <Icon name="layout-grid" />
        Каталог
      </a>
      {phone ? (
        <a className="btn btn--line num" href={phoneHref(phone)}>
          <Icon name="phone" />
          {phone}
        </a>
      ) : (
        <a className="btn btn--line" href={homeUrl()}>
          На главную
        </a>
      )}
    </div>
  );
}
