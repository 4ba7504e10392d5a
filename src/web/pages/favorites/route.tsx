import { Form, useSubmit } from 'react-router';
import { loadTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { favouritesCookie, readIds, writeIds } from '#shared/lists.ts';
import { unbroken } from '#shared/unbroken.ts';
import { favoritesUrl, loginUrl, savedListsUrl } from '#shared/urls.ts';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { changeList } from '#web/parts/lists/change-list.server.ts';
import { FullNote, ListPage } from '#web/parts/lists/list-page.tsx';
import { AllToCart, KeepShared } from '#web/parts/lists/list-tools.tsx';
import { offeredGoods } from '#web/parts/lists/offered-goods.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Tick } from '#web/ui/choice.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/route.ts';
import { favouriteSorts, filterFavourites, isNarrowed, readFavouritesQuery } from './favourites-query.ts';
import { worthWords } from './worth-words.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const search = new URL(request.url).searchParams;
  const shared = readIds(search.get('ids') ?? '', listLimits.favourites);
  const ids = shared.length > 0 ? shared : readIds(requestContext.cookies[favouritesCookie], listLimits.favourites);
  const all = await productCards(db, requestContext.priceContext, { ids });
  const known = new Set(all.map((product) => product.id));
  const query = readFavouritesQuery(search);
  const tree = await loadTree(db);
  const gone = shared.length > 0 ? [] : ids.filter((id) => !known.has(id));
  const codes = [...new Set(all.flatMap(({ category_code }) => category_code ?? []))];
  return {
    device: requestContext.device,
    is_shared: shared.length > 0,
    is_signed_in: requestContext.account !== null,
    is_full: search.has('full'),
    ids,
    total: all.length,
    query,
    categories: codes.map((code) => ({ code, name: tree.byCode.get(code)?.name ?? code })),
    products: filterFavourites(all, query),
    gone,
    worth: worthWords(all, all.length + gone.length),
    offered: await offeredGoods(found, ids),
    seo: seoOf(requestContext, {
      title: 'Избранное — ИДД',
      description: 'Избранное: ваш список товаров.',
      path: favoritesUrl(),
      isIndexable: false,
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return changeList(context.get(shop), request, 'favourites');
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Favorites({ loaderData }: Route.ComponentProps) {
  const { products, gone, device, offered, is_shared, is_signed_in, is_full, ids, total, worth } = loaderData;
  return (
    <ListPage
      title={is_shared ? 'Избранное по ссылке' : 'Избранное'}
      url={favoritesUrl()}
      products={products}
      gone={gone}
      device={device}
      offered={offered}
      isShared={is_shared}
      total={total}
      worth={worth}
      empty={{
        icon: 'heart',
        heading: 'В избранном пока пусто',
        words: 'Нажмите на сердечко у товара, и он останется здесь на год.',
        elsewhere: is_shared ? null : <SavedElsewhere isSignedIn={is_signed_in} />,
      }}
      tools={
        <>
          {is_full ? <FullNote list="favourites" /> : null}
          {is_shared ? <KeepShared url={favoritesUrl()} ids={ids} words="Добавить в моё избранное" /> : null}
          {total > 0 ? <Tools found={loaderData} /> : null}
        </>
      }
      under={(product) =>
        product.price === null || product.switched_off ? null : (
          <AlertLink product={product} topic="price_drops" words="Следить за ценой" />
        )
      }
    />
  );
}

type Found = Route.ComponentProps['loaderData'];

/** Fewer are seen at one look. */
const manyToFilter = 8;

/** On a phone what narrows the list is folded: the goods are what the page is opened for. */
function Tools({ found }: { found: Found }) {
  const { query, products, device, total } = found;
  const isFiltered = total >= manyToFilter || isNarrowed(query);
  return (
    <div className="listtools">
      {!isFiltered ? null : device === 'mobile' ? (
        <details className="listtools__more" open={isNarrowed(query)}>
          <summary className="btn btn--sm btn--line">Фильтры</summary>
          <Filter found={found} />
        </details>
      ) : (
        <Filter found={found} />
      )}
      <AllToCart products={products} />
      <Ways found={found} />
      {products.length === 0 ? <p className="soft">С такими фильтрами ничего не нашлось.</p> : null}
    </div>
  );
}

function Filter({ found: { query, categories, ids, is_shared } }: { found: Found }) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      action={favoritesUrl()}
      className="listtools__filter"
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {is_shared ? <input type="hidden" name="ids" value={writeIds(ids)} /> : null}
      <select className="input" name="sort" aria-label="Порядок" defaultValue={query.sort}>
        {Object.entries(favouriteSorts).map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </select>
      {categories.length > 1 ? (
        <select className="input" name="category" aria-label="Категория" defaultValue={query.category ?? ''}>
          <option value="">Все категории</option>
          {categories.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <Tick id="favourites-stock" name="in_stock" value="1" defaultChecked={query.in_stock}>
        В наличии
      </Tick>
      <Tick id="favourites-discount" name="discounted" value="1" defaultChecked={query.discounted}>
        Со скидкой
      </Tick>
      <noscript>
        <button type="submit" className="btn btn--sm">
          Показать
        </button>
      </noscript>
    </Form>
  );
}

/** Where the list can go: to others, and under a name of its own. */
function Ways({ found: { ids, is_shared, is_signed_in } }: { found: Found }) {
  return (
    <div className="row listsaved">
      <CopyLink url={`${favoritesUrl()}?ids=${writeIds(ids)}`} words="Поделиться списком" />
      {is_shared ? null : (
        <Link className="link" to={savedListsUrl('favourites')}>
          Сохранить как список
        </Link>
      )}
      {is_shared || !is_signed_in ? null : <MySavedLists />}
    </div>
  );
}

/** Lists that were kept under a name stand in the account, and a guest does not see them here. */
function SavedElsewhere({ isSignedIn }: { isSignedIn: boolean }) {
  if (isSignedIn) return <MySavedLists />;
  return (
    <>
      {unbroken('Сохранённые списки — в личном кабинете: ')}
      <Link className="link" to={loginUrl(savedListsUrl())}>
        войдите
      </Link>
      .
    </>
  );
}

/** To what was kept under a name and can come back. */
function MySavedLists() {
  return (
    <Link className="link" to={savedListsUrl()}>
      Мои списки
    </Link>
  );
}
