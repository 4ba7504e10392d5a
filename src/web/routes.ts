import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Pages whose text is a row of `pages` under the same slug (S2-03, S2-16). */
const writtenPages = [
  'delivery',
  'pay',
  'about',
  'kredit',
  'order-help',
  'cooperation',
  'privacy-policy',
  'professionalam',
  'bonus-card',
  'idd-card',
  'business-card',
];

/** Every page of the shop, one line each. Pages stand inside `page-frame.tsx`, which shows their errors under the header. */
export default [
  route('_shell/menu', 'shell/menu-route.tsx'),
  layout('qr/layout.tsx', [route('qr/*', 'qr/route.tsx')]),
  layout('storefront/layout.tsx', [
    layout('storefront/page-frame.tsx', [
      index('storefront/home/route.tsx'),
      route('cart', 'storefront/cart/route.tsx'),
      route('order', 'storefront/order/find.tsx'),
      route('order/:id', 'storefront/order/route.tsx'),
      route('catalog', 'storefront/catalog/route.tsx'),
      route('category/:slug', 'storefront/category/route.tsx'),
      route('category/:slug/shorts/:code', 'storefront/shorts/route.tsx'),
      route('product/:slug', 'storefront/product/route.tsx'),
      route('brand', 'storefront/brand/list-route.tsx'),
      route('brand/:slug', 'storefront/brand/route.tsx'),
      route('actions', 'storefront/actions/list-route.tsx'),
      route('actions/:slug', 'storefront/actions/route.tsx'),
      route('favorites', 'storefront/favorites/route.tsx'),
      route('compare', 'storefront/compare/route.tsx'),
      route('viewed', 'storefront/viewed/route.tsx'),
      route('contacts', 'storefront/info/contacts-route.tsx'),
      ...writtenPages.map((slug) => route(slug, 'storefront/info/route.tsx', { id: `page-${slug}` })),
      route('login', 'storefront/signing/login-route.tsx'),
      route('login/not-me', 'storefront/signing/not-me-route.tsx'),
      route('signup', 'storefront/signing/signup-route.tsx'),
      route('forgotpassword', 'storefront/signing/forgot-password-route.tsx'),
      route('password-restore', 'storefront/signing/restore-password-route.tsx'),
      route('login-by-user', 'storefront/login-by-user/route.tsx'),
      route('info/:slug', 'storefront/info/route.tsx', { id: 'page-info' }),
      route('personal', 'storefront/personal/layout.tsx', [
        index('storefront/personal/route.tsx'),
        route('profile/acting', 'storefront/personal/profile/acting/route.tsx'),
        route('support', 'storefront/personal/support/route.tsx'),
        route('support/:id', 'storefront/personal/support/ticket-route.tsx'),
        route('support/:id/files/:file', 'storefront/personal/support/file-route.ts'),
        route('orders', 'storefront/personal/orders/index-route.ts'),
        route('orders/active', 'storefront/personal/orders/list-route.tsx', { id: 'orders-active' }),
        route('orders/completed', 'storefront/personal/orders/list-route.tsx', { id: 'orders-completed' }),
        route('orders/attach', 'storefront/personal/orders/attach-route.ts'),
        route('orders/:id', 'storefront/personal/orders/order-route.tsx'),
      ]),
      route('personal/orders/:group/export', 'storefront/personal/orders/export-route.ts'),
      route('*', 'storefront/not-found/route.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
