import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { readIds, viewedCookie } from '#shared/lists.ts';
import { viewedUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { changeList } from '../lists/change-list.server.ts';
import { ListPage } from '../lists/list-page.tsx';
import type { Route } from './+types/route.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const ids = readIds(visit.cookies[viewedCookie], listLimits.viewed);
  const products = await productCards(db, visit.shelf, { ids });
  const known = new Set(products.map((product) => product.id));
  return {
    device: visit.device,
    products,
    gone: ids.filter((id) => !known.has(id)),
    seo: seoOf(visit, {
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
  const { products, gone, device } = loaderData;
  return (
    <ListPage
      title="Просмотренное"
      url={viewedUrl()}
      products={products}
      gone={gone}
      device={device}
      empty="Товары, которые вы открывали, появятся здесь сами."
    />
  );
}
