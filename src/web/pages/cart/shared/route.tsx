import './shared.css';
import { Link } from 'react-router';
import { readSharedCart } from '#modules/cart/shared-carts.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { splitByStock } from '#shared/stock-split.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { writeLineList } from '#web/parts/goods/line-list.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/route.ts';

/** A copy of somebody's cart, at the prices and the stock of whoever opens it. 404 once its time is over. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const shared = await readSharedCart(db, params.token);
  if (!shared) throw notFound();
  const offers = await offersOf(
    db,
    requestContext.priceContext,
    shared.lines.map((line) => line.product_id),
  );
  const lines = shared.lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    if (!offer || offer.switched_off) return [];
    const line = { product_id, product_idcode: offer.idcode, count };
    const { slug, name, unit, image, article, is_on_sale_now } = offer;
    const { now, rest } = is_on_sale_now ? splitByStock(offer, offer.available, count) : { now: 0, rest: count };
    const left = now === 0 ? 'Нет в наличии' : rest > 0 ? `Есть ${now} из ${count}` : 'В наличии';
    // Only what can be had now is worth a sum, as in the cart.
    const [priced] = now > 0 ? priceLines(offers, [{ ...line, count: now }], null).lines : [];
    return [{ ...line, slug, name, unit, image, article, is_on_sale_now, left, sum: priced?.sum ?? null }];
  });
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

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Корзина по ссылке — ИДД, ${loaderData?.city ?? ''}` },
  { name: 'description', content: 'Список товаров, которым с вами поделились.' },
];

export default function SharedCart({ loaderData }: Route.ComponentProps) {
  const { city, until, lines, gone, goods, total } = loaderData;
  return (
    <>
      <div className="title">
        <h1>Корзина по ссылке</h1>
        <span>{countOf(lines.length, 'товар', 'товара', 'товаров')}</span>
      </div>
      <Note kind="info">
        С вами поделились списком. Цены и наличие — на сейчас, город {city}. Ссылка действует до {until}.
      </Note>
      <ul className="shared-cart">
        {lines.map((line) => (
          <li key={line.product_id} className="shared-cart__line">
            <span className="pic">
              {line.image ? <Picture path={line.image} width={96} height={96} alt="" /> : <Icon name="package" />}
            </span>
            <span>
              <Link to={productUrl(line.slug)}>{unbroken(line.name)}</Link>
              <br />
              <span className="small soft">
                {[line.article && `Арт. ${line.article}`, line.left].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="num nowrap">
              {line.count} {line.unit}
            </span>
            <b className="num nowrap">{line.sum === null ? '—' : formatPrice(line.sum)}</b>
          </li>
        ))}
      </ul>
      {gone > 0 ? (
        <p className="small soft">Ещё {countOf(gone, 'товар', 'товара', 'товаров')} больше не продаётся.</p>
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
