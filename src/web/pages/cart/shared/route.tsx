import './shared.css';
import { isRouteErrorResponse } from 'react-router';
import { readSharedCart } from '#modules/cart/shared-carts.ts';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl, catalogUrl } from '#shared/urls.ts';
import { GoodsLine } from '#web/parts/goods/goods-line.tsx';
import { writeLineList } from '#web/parts/goods/line-list.ts';
import { linesToday } from '#web/parts/goods/lines-today.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { NarrowSheet } from '#web/parts/signing/auth-sheet.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/route.ts';

/** A copy of somebody's cart, at the prices and the stock of whoever opens it. 404 once its time is over. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const shared = await readSharedCart(db, params.token);
  if (!shared) throw notFound();
  const known = await linesToday(db, requestContext.priceContext, shared.lines);
  const lines = known.filter((line) => !line.switched_off);
  const sold = lines.filter((line) => line.is_on_sale_now);
  return {
    city: requestContext.department.city,
    until: formatDate(shared.expires_at.toISOString(), requestContext.department.time_zone),
    lines,
    gone: shared.lines.length - lines.length,
    goods: writeLineList(sold.map(({ product_id, product_idcode, count }) => ({ product_id, product_idcode, count }))),
    total: lines.reduce((sum, line) => sum + (line.sum ?? 0), 0),
  };
}

const lostHeading = 'Список по этой ссылке не открылся';

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  {
    title: loaderData
      ? `Товары по ссылке — ИДД, ${loaderData.city}`
      : isNotFound(error)
        ? `${lostHeading} — ИДД`
        : errorTitle(error),
  },
  { name: 'description', content: 'Список товаров, которым с вами поделились.' },
];

export default function SharedCart({ loaderData }: Route.ComponentProps) {
  const { city, until, lines, gone, goods, total } = loaderData;
  return (
    <>
      <div className="title">
        <h1>Товары по ссылке</h1>
        <span>{countOf(lines.length, 'товар', 'товара', 'товаров')}</span>
      </div>
      <Note kind="info">
        С вами поделились списком. Цены и наличие — на сейчас, город {city}. Ссылка действует до {until}.
      </Note>
      <ul className="shared-cart">
        {lines.map((line) => (
          <GoodsLine key={line.product_id} line={line} />
        ))}
      </ul>
      {gone > 0 ? (
        <p className="small soft">Больше не продаём: {countOf(gone, 'товар', 'товара', 'товаров')}.</p>
      ) : null}
      <div className="shared-cart__foot">
        <p>
          Итого <b className="price num">{formatPrice(total)}</b>
        </p>
        {goods === '' ? null : (
          <form method="post" action={cartUrl()}>
            <input type="hidden" name="intent" value="add-all" />
            <input type="hidden" name="goods" value={goods} />
            <button type="submit" className="btn btn--primary btn--lg">
              <Icon name="shopping-cart" />
              Взять в мою корзину
            </button>
          </form>
        )}
      </div>
      {goods === '' ? null : (
        <p className="small soft">Добавится то, чего в вашей корзине ещё нет и что есть в наличии.</p>
      )}
    </>
  );
}

/** A link whose time is over, or one cut short: both are told the same. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFound(error)) return <ErrorPage error={error} />;
  return (
    <NarrowSheet title={lostHeading}>
      <p className="signin__lead">
        {unbroken('Возможно, ссылка устарела или скопирована не целиком. Попросите прислать новую.')}
      </p>
      <Link className="btn btn--primary btn--lg btn--wide" to={catalogUrl()}>
        Открыть каталог
      </Link>
    </NarrowSheet>
  );
}
