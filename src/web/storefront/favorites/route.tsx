import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { favouritesCookie, readIds } from '#shared/lists.ts';
import { favoritesUrl } from '#shared/urls.ts';
import { shop } from '#web/context.ts';
import { metaOf, seoOf } from '#web/seo/meta.ts';
import { changeList } from '../lists/change-list.server.ts';
import { ListPage } from '../lists/list-page.tsx';
import type { Route } from './+types/route.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const ids = readIds(visit.cookies[favouritesCookie], listLimits.favourites);
  const products = await productCards(db, visit.shelf, { ids });
  const known = new Set(products.map((product) => product.id));
  return {
    device: visit.device,
    products,
    gone: ids.filter((id) => !known.has(id)),
    seo: seoOf(visit, {
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
  const { products, gone, device } = loaderData;
  return (
    <ListPage
      title="Избранное"
      url={favoritesUrl()}
      products={products}
      gone={gone}
      device={device}
      empty="Нажмите сердечко на товаре, и он останется здесь на год."
    />
  );
}
