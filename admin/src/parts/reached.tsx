import { formatCount, plural } from '#shared/plurals.ts';
import { Help } from './help.tsx';

/** Visits and orders on the site of the same days; null: no visit was counted. */
export type Reached = { visits: number; product_views: number; orders: number } | null;

/** How many visits of the site end in an order, beside the days before where these are told. */
export function ReachedFigure({ now, before = null }: { now: Reached; before?: Reached }) {
  return (
    <div>
      <dt className="with-help">
        Дошли до заказа
        <Help about="Дошли до заказа">
          Заказы на сайте ÷ посещения. Посещение — человек пришёл на сайт по ссылке или по адресу; роботов и работников
          не считаем, и кто пришёл, не запоминаем. Например, 20 заказов из 1 000 посещений — 2 %.
        </Help>
      </dt>
      <dd>
        <b className="num">{reachedShare(now)}</b>
        <span className="soft">
          {now ? visitsWords(now) : 'посещений не было'}
          {before ? `, было ${reachedShare(before)}` : ''}
        </span>
      </dd>
    </div>
  );
}

/** «1,8 %»; a dash where no visit was counted. */
export function reachedShare(reached: Reached): string {
  if (!reached) return '—';
  return `${formatCount(Math.round((reached.orders / reached.visits) * 1000) / 10)}\u00a0%`;
}

function visitsWords({ visits, product_views: views }: NonNullable<Reached>): string {
  const came = `${formatCount(visits)}\u00a0${plural(visits, 'посещение', 'посещения', 'посещений')}`;
  return `${came}, товары открыли ${formatCount(views)}\u00a0${plural(views, 'раз', 'раза', 'раз')}`;
}
