import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the shop, one line each. Pages stand inside `page-frame.tsx`, which shows their errors under the header. */
export default [
  route('_shell/menu', 'shell/menu-route.tsx'),
  layout('storefront/layout.tsx', [
    layout('storefront/page-frame.tsx', [
      index('storefront/home/route.tsx'),
      route('cart', 'storefront/cart/route.tsx'),
      route('*', 'storefront/not-found/route.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
