import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { findShelfCode } from '#modules/codes/qr-codes.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plurals.ts';
import { productState } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { basePriceWords, perUnit, shownPrice } from '#shared/unit-words.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { stockClass } from '#web/parts/goods/stock-line.tsx';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { Route } from './+types/shelf-route.ts';

/** S2-10: a label at a shelf: what it costs in this branch, how much stands here, and what can be done at once. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext, tags } = context.get(shop);
  const code = await findShelfCode(db, params.code);
  const product = code && (await getProduct(db, requestContext.priceContext, { id: code.product_id }, 'page'));
  if (!code || !product || 'moved_to' in product) throw notFound();
  tags.add(`product:${product.id}`);
  // The label's own point, when it is one of this host's branch; else the branch.
  const point = product.points.find(({ department_id_1c }) => department_id_1c === code.department_id_1c) ?? null;
  const { price, old_price, shown_unit, unit_price } = product;
  return {
    id: product.id,
    idcode: product.idcode,
    name: product.name,
    article: product.article,
    slug: product.slug,
    image: product.images[0] ?? null,
    per_unit: perUnit(shown_unit),
    count: product.min_count,
    city: requestContext.department.city,
    is_on_sale: product.is_on_sale_now,
    price_words: price === null ? null : formatPrice(shownPrice(price, shown_unit)),
    old_price_words: old_price === null ? null : formatPrice(shownPrice(old_price, shown_unit)),
    unit_price_words: basePriceWords(unit_price, shown_unit),
    stock: productState(product),
    here: point ? { quantity: point.quantity_text, shelf: point.shelf } : null,
    stock_time: product.stock_updated_text,
    has_calculator: product.calculator !== null,
    rating: product.rating,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.name ?? 'Товар'} — ИДД` }];

export default function ShelfLabel({ loaderData: found }: Route.ComponentProps) {
  const { rating, here } = found;
  return (
    <article className="qrtask">
      {found.image ? (
        <div className="qrtask__pic">
          <Picture path={found.image} preset="contain" width={240} height={240} alt="" priority />
        </div>
      ) : null}
      <h1>{unbroken(found.name)}</h1>
      <p className="soft num">{found.article ? `Арт. ${found.article}` : `Код ${found.idcode}`}</p>
      <p className="qrtask__price num">
        {found.price_words ?? 'Цена по запросу'}
        {found.price_words ? <small>{found.per_unit}</small> : null}
        {found.old_price_words ? (
          <s>
            <span className="sr">Прежняя цена </span>
            {found.old_price_words}
          </s>
        ) : null}
        {found.unit_price_words ? <small>{found.unit_price_words}</small> : null}
      </p>
      <div>
        <p className={`state ${stockClass(found.stock)}`}>
          {found.city}: {lowerFirst(found.stock.words)}
        </p>
        {here ? (
          <p>
            Здесь {here.quantity}
            {here.shelf ? ` · ${here.shelf}` : ''}
          </p>
        ) : null}
        {found.stock_time ? <p className="small soft num">Остатки на {found.stock_time}</p> : null}
      </div>
      <div className="qrtask__buttons">
        {found.is_on_sale ? (
          <form method="post" action={cartUrl()}>
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="product_id" value={found.id} />
            <input type="hidden" name="product_idcode" value={found.idcode} />
            <input type="hidden" name="count" value={found.count} />
            <button type="submit" className="btn btn--primary btn--lg">
              В корзину
            </button>
          </form>
        ) : null}
        {found.has_calculator ? (
          <a className="btn btn--quiet btn--lg" href={`${productUrl(found.slug)}#calc`}>
            <Icon name="calculator" size="s" />
            Сколько нужно
          </a>
        ) : null}
        <a className="btn btn--quiet btn--lg" href={`${productUrl(found.slug)}reviews/`}>
          <Icon name="star" size="s" />
          {rating
            ? `Отзывы: ${formatCount(rating.value)} из 5, ${rating.count} ${plural(rating.count, 'отзыв', 'отзыва', 'отзывов')}`
            : 'Отзывы'}
        </a>
        <a className="link" href={productUrl(found.slug)}>
          Всё о товаре
        </a>
      </div>
    </article>
  );
}
