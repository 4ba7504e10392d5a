import { renderToStaticMarkup } from 'react-dom/server';
import { orNothing, quietly } from '#platform/failures.ts';
import { shop } from '#web/parts/request/context.ts';
import { shellMenu } from '#web/parts/request/shell-menu.server.ts';
import { CatalogPanel } from '#web/parts/shell/static/catalog-panel.tsx';
import type { Route } from './+types/route.ts';
import { readMenuBrands } from './read-brands.server.ts';

/** The mega-menu of the branch as HTML: not part of any page, cached like one. 204 when there is no menu. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, log } = context.get(shop);
  const menu = await shellMenu(db, requestContext.department.id_1c, log);
  if (menu.length === 0) return new Response(null, { status: 204 });
  const { device, priceContext } = requestContext;
  const failed = quietly(log, 'menu', 'brands of the menu were not read');
  const brands = device === 'mobile' ? [] : await orNothing(readMenuBrands(db, priceContext, menu), [], failed);
  const html = renderToStaticMarkup(<CatalogPanel menu={menu} brands={brands} device={device} />);
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'X-Robots-Tag': 'noindex' } });
}
