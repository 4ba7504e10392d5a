import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { readIds, viewedCookie, viewedOffCookie, writeIds } from '#shared/lists.ts';
import { viewedUrl } from '#shared/urls.ts';
import { changeList } from '#web/parts/lists/change-list.server.ts';
import { ListPage, RemoveOne } from '#web/parts/lists/list-page.tsx';
import { AllToCart, ViewedSwitch } from '#web/parts/lists/list-tools.tsx';
import { offeredGoods } from '#web/parts/lists/offered-goods.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';
import type { Route } from './+types/route.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const shared = readIds(new URL(request.url).searchParams.get('ids') ?? '', listLimits.viewed);
  const ids = shared.length > 0 ? shared : readIds(requestContext.cookies[viewedCookie], listLimits.viewed);
  const products = await productCards(db, requestContext.priceContext, { ids });
  const known = new Set(products.map((product) => product.id));
  return {
    device: requestContext.device,
    products,
    is_shared: shared.length > 0,
    is_off: Boolean(requestContext.cookies[viewedOffCookie]),
    gone: shared.length > 0 ? [] : ids.filter((id) => !known.has(id)),
    offered: await offeredGoods(found, ids),
    seo: seoOf(requestContext, {
      title: 'Просмотренное — ИДД',
      description: 'Просмотренное: ваш список товаров.',
      path: viewedUrl(),
      isIndexable: false,
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return changeList(context.get(shop), request, 'viewed');
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Viewed({ loaderData }: Route.ComponentProps) {
  const { products, gone, device, offered, is_shared, is_off } = loaderData;
  return (
    <ListPage
      title={is_shared ? 'Просмотренное по ссылке' : 'Просмотренное'}
      url={viewedUrl()}
      products={products}
      gone={gone}
      device={device}
      offered={offered}
      isShared={is_shared}
      empty={{
        icon: 'eye',
        heading: 'Просмотренных товаров нет',
        words: 'Товары, которые вы открывали, появятся здесь сами.',
      }}
      tools={
        products.length > 0 ? (
          <div className="listtools">
            <AllToCart products={products} />
            <CopyLink url={`${viewedUrl()}?ids=${writeIds(products.map(({ id }) => id))}`} words="Поделиться списком" />
          </div>
        ) : null
      }
      note={is_shared ? null : <ViewedSwitch url={viewedUrl()} isOff={is_off} />}
      under={is_shared ? undefined : (product) => <RemoveOne url={viewedUrl()} product={product} />}
    />
  );
}
