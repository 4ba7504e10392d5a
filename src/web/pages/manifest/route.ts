import { cartUrl, catalogUrl, homeUrl, personalUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import icon192 from '../../images/icon-192.png?url';
import icon512 from '../../images/icon-512.png?url';
import maskable from '../../images/icon-maskable-512.png?url';
import type { Route } from './+types/route.ts';
import { themeColor } from './theme.ts';

/** The web manifest of a branch: how it stands on a home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { requestContext } = context.get(shop);
  const png = (src: string, side: number, purpose: 'any' | 'maskable' = 'any') => ({
    src,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: `ИДД, ${requestContext.department.city}`,
    short_name: 'ИДД',
    description: 'Товары для стройки, дома и сада: цены и остатки филиала',
    lang: 'ru',
    id: homeUrl(),
    start_url: homeUrl(),
    scope: homeUrl(),
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: themeColor,
    icons: [png(icon192, 192), png(icon512, 512), png(maskable, 512, 'maskable')],
    shortcuts: [
      { name: 'Каталог', url: catalogUrl() },
      { name: 'Корзина', url: cartUrl() },
      { name: 'Личный кабинет', url: personalUrl() },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
  });
}
