import type { Database } from '#platform/database.ts';

/**
 * The kinds of pages whose weight is held to the budgets of decision 325, their Lighthouse scores to those of
 * docs/performance.md. `route`: the id of the route that shows it; `script_budget`: bytes of gzip its first load may
 * ask for (1 KB = 1,000 bytes); `isIndexed`: false where robots are told to stay away, so that the audit is-crawlable
 * cannot pass.
 */
export type PageKind = { route: string; script_budget: number; isIndexed: boolean };

const listBudget = 147_000;
const cartBudget = 158_000;

export const pageKinds = {
  home: { route: 'pages/home/route', script_budget: listBudget, isIndexed: true },
  catalogue: { route: 'pages/catalog/route', script_budget: listBudget, isIndexed: true },
  search: { route: 'pages/catalog/route', script_budget: listBudget, isIndexed: false },
  category: { route: 'pages/category/route', script_budget: listBudget, isIndexed: true },
  product: { route: 'pages/product/route', script_budget: listBudget, isIndexed: true },
  cart: { route: 'pages/cart/route', script_budget: cartBudget, isIndexed: false },
  order: { route: 'pages/order/find', script_budget: cartBudget, isIndexed: false },
  favourites: { route: 'pages/favorites/route', script_budget: listBudget, isIndexed: false },
  brand: { route: 'pages/brand/route', script_budget: listBudget, isIndexed: true },
  actions: { route: 'pages/actions/list-route', script_budget: listBudget, isIndexed: true },
  action: { route: 'pages/actions/route', script_budget: listBudget, isIndexed: true },
  blog: { route: 'pages/blog/list-route', script_budget: listBudget, isIndexed: true },
  article: { route: 'pages/blog/route', script_budget: listBudget, isIndexed: true },
  contacts: { route: 'pages/contacts/route', script_budget: listBudget, isIndexed: true },
  delivery: { route: 'pages/delivery/route', script_budget: listBudget, isIndexed: true },
  info: { route: 'page-info', script_budget: listBudget, isIndexed: true },
  login: { route: 'pages/signing/login-route', script_budget: cartBudget, isIndexed: false },
} satisfies Record<string, PageKind>;

export type KindName = keyof typeof pageKinds;

/**
 * One address of each kind in a shop with the demo's content: the largest category, the product and brand of most
 * interest there.
 */
export async function kindPaths(db: Database): Promise<Record<KindName, string>> {
  const category = await db
    .selectFrom('product_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.id', 'c.code', ({ fn }) => fn.countAll().as('goods')])
    .groupBy(['c.id', 'c.code'])
    .orderBy('goods', 'desc')
    .orderBy('c.code')
    .limit(1)
    .executeTakeFirstOrThrow();
  const product = await db
    .selectFrom('products as p')
    .innerJoin('product_categories as pc', 'pc.product_id', 'p.id')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.slug', 'b.slug as brand'])
    .where('pc.category_id', '=', category.id)
    .where('p.switched_off_at', 'is', null)
    .orderBy('p.popularity', 'desc')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const now = new Date();
  const action = await db
    .selectFrom('actions as a')
    .innerJoin('action_products as ap', 'ap.action_id', 'a.id')
    .select('a.slug')
    .where('a.starts_at', '<=', now)
    .where('a.ends_at', '>', now)
    .where('a.department_id_1c', 'is', null)
    .orderBy('a.slug')
    .limit(1)
    .executeTakeFirstOrThrow();
  const article = await db
    .selectFrom('articles')
    .select('slug')
    .where('department_id_1c', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('slug')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    home: '/',
    catalogue: '/catalog/',
    search: `/catalog/?q=${encodeURIComponent('штукатурка')}`,
    category: `/category/${category.code}/`,
    product: `/product/${product.slug}/`,
    cart: '/cart/',
    order: '/order/',
    favourites: '/favorites/',
    brand: `/brand/${product.brand}/`,
    actions: '/actions/',
    action: `/actions/${action.slug}/`,
    blog: '/blog/',
    article: `/blog/${article.slug}/`,
    contacts: '/contacts/',
    delivery: '/delivery/',
    info: '/info/returns/',
    login: '/login/',
  };
}
