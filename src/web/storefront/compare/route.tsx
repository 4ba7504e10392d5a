import { Link, useFetcher } from 'react-router';
import { type CompareRow, compareProducts } from '#modules/catalogue/compare.ts';
import { listLimits } from '#shared/constants.ts';
import { compareCookie, readIds } from '#shared/lists.ts';
import { countOf } from '#shared/plurals.ts';
import { compareUrl, productUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { AddToCart } from '#web/ui/add-to-cart.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { CardPrice } from '#web/ui/price.tsx';
import { StockLine } from '#web/ui/stock-line.tsx';
import { useRefreshAfter } from '#web/visitor-lists.ts';
import { changeList } from '../lists/change-list.server.ts';
import { ClearButton, EmptyList, Gone } from '../lists/list-page.tsx';
import type { Route } from './+types/route.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const ids = visit.visitor ? readIds(visit.cookies[compareCookie(visit.visitor)], listLimits.compare) : [];
  const { products, rows } = await compareProducts(db, visit.shelf, ids);
  const known = new Set(products.map((product) => product.id));
  return {
    products,
    rows,
    gone: ids.filter((id) => !known.has(id)),
    seo: seoOf(visit, {
      title: 'Сравнение товаров — ИДД',
      description: 'Сравнение выбранных товаров по характеристикам.',
      path: compareUrl(),
      isIndexable: false,
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return changeList(context.get(shop), request, 'compare');
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { products, rows, gone } = loaderData;
  return (
    <>
      <div className="title title--list">
        <h1>Сравнение</h1>
        {products.length > 0 ? <span>{countOf(products.length, 'товар', 'товара', 'товаров')}</span> : null}
        {products.length > 0 ? <ClearButton url={compareUrl()} title="Сравнение" /> : null}
      </div>
      {products.length === 0 && gone.length === 0 ? (
        <EmptyList words="Нажмите весы на товарах одного вида, и здесь встанут рядом их характеристики." />
      ) : null}
      {products.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard inside its own box
        <section className="compare" aria-label="Таблица сравнения" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {products.map((product) => (
                  <th scope="col" key={product.id}>
                    <span className="pic">
                      {product.images[0] ? (
                        <Picture path={product.images[0]} preset="cover" width={200} height={200} alt="" />
                      ) : null}
                    </span>
                    <Link className="link" to={productUrl(product.slug)}>
                      {product.name}
                    </Link>
                    <CardPrice product={product} />
                    <StockLine product={product} />
                    {product.is_on_sale_now ? <AddToCart product={product} size="btn--sm" /> : null}
                    <RemoveButton id={product.id} name={product.name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.code} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {gone.length > 0 ? <Gone ids={gone} url={compareUrl()} /> : null}
    </>
  );
}

function Row({ row }: { row: CompareRow }) {
  return (
    <tr className={row.differs ? 'is-different' : undefined}>
      <th scope="row">{row.name}</th>
      {row.cells.map((cell) => (
        <td key={cell.product_id}>{cell.text ?? <span className="soft">нет данных</span>}</td>
      ))}
    </tr>
  );
}

function RemoveButton({ id, name }: { id: number; name: string }) {
  const fetcher = useFetcher({ key: `compare-remove-${id}` });
  useRefreshAfter(fetcher.data);
  return (
    <fetcher.Form method="post" action={compareUrl()}>
      <input type="hidden" name="product_id" value={id} />
      <button type="submit" className="row small soft" aria-label={`Убрать из сравнения: ${name}`}>
        <Icon name="trash-2" size="s" />
        Убрать
      </button>
    </fetcher.Form>
  );
}
