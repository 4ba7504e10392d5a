import { Bell, RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { waitingWords } from '../home/waiting-words.ts';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';

type Notices = Got<'/api/admin/notices'>;
const everyMs = 60_000;

/** In the bar: how the exchange with 1C is, and the bell with what the shop wants to tell this person. */
export function NoticeButtons() {
  const { data } = useGot<Notices>('/api/admin/notices', { every: useEvery(everyMs) });
  if (!data) return null;
  return (
    <>
      {data.onec && data.onec.tone !== 'plain' ? <Exchange {...data.onec} /> : null}
      <BellMenu notices={noticesOf(data)} />
    </>
  );
}

const exchangeLabels = { good: '1С: обмен идёт', warn: '1С: посмотрите', bad: '1С: сбой', plain: '' };

function Exchange({ tone, words, advice }: NonNullable<Notices['onec']>) {
  const label = exchangeLabels[tone];
  return (
    <PageLink to="/onec" className={`bar-state alarm-${tone}`} title={[words, advice].filter(Boolean).join(' ')}>
      <RefreshCw size={16} aria-hidden="true" />
      <span className="bar-words">{label}</span>
    </PageLink>
  );
}

type Notice = { to: string; label: string; note: string; count: number };

function noticesOf({ orders, waiting }: Notices): Notice[] {
  const ofOrders: Notice[] = [
    {
      to: '/orders?chip=overdue',
      label: 'Заказы просрочены',
      note: 'обещанный день прошёл',
      count: orders?.overdue ?? 0,
    },
    { to: '/orders?chip=short', label: 'Не хватает товара', note: 'предложите замену', count: orders?.short ?? 0 },
  ];
  const others = waiting.map(({ queue, count, late }): Notice => {
    const { to, label, note, ifLate } = waitingWords[queue];
    // The whole queue is on the start page; here stands what is late of it.
    return late > 0 ? { to, label, note: ifLate ?? 'просрочены', count: late } : { to, label, note, count };
  });
  return [...ofOrders, ...others].filter(({ count }) => count > 0);
}

function BellMenu({ notices }: { notices: Notice[] }) {
  const id = useId();
  const words = notices.length === 0 ? 'Сообщений нет' : countOf(notices.length, 'сообщение', 'сообщения', 'сообщений');
  return (
    <div className="person">
      <button type="button" className="icon-button bell" popoverTarget={id} title={words}>
        <Bell size={18} aria-hidden="true" />
        <span className="hidden-words">{`Что случилось: ${words}`}</span>
        {notices.length > 0 ? (
          <b className="num" aria-hidden="true">
            {formatCount(notices.length)}
          </b>
        ) : null}
      </button>
      <div id={id} popover="auto" className="popover person-menu notices">
        {notices.length === 0 ? <p className="soft">Всё идёт как надо: ничего не просрочено и не сломалось.</p> : null}
        <ul>
          {notices.map(({ to, label, note, count }) => (
            <li key={label}>
              <PageLink to={to} onClick={() => document.getElementById(id)?.hidePopover()}>
                <b className="num">{formatCount(count)}</b>
                <span>
                  {label}
                  <small>{note}</small>
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
