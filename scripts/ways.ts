import { importsOf } from './boundaries.ts';

/**
 * How a request goes from the file that answers it to the one whose SQL does the work; each file is an import of the
 * one before.
 */
export type Way = { name: string; most: number; files: [string, ...string[]] };

export const ways: Way[] = [
  {
    name: 'add to cart, a product’s button',
    most: 6,
    files: [
      'src/api/cart-lines.ts',
      'src/modules/cart/add-to-cart.ts',
      'src/modules/catalogue/offers.ts',
      'src/platform/database.ts',
    ],
  },
  {
    name: 'add to cart, the form without a script',
    most: 6,
    files: [
      'src/web/pages/cart/route.tsx',
      'src/web/pages/cart/cart-action.ts',
      'src/web/pages/cart/cart-verbs.ts',
      'src/modules/cart/add-to-cart.ts',
      'src/modules/catalogue/offers.ts',
      'src/platform/database.ts',
    ],
  },
  {
    name: 'placing an order, the call',
    most: 10,
    files: [
      'src/api/ecm/orders.ts',
      'src/modules/orders/take-order.ts',
      'src/modules/orders/submit-order.ts',
      'src/modules/orders/place-order.ts',
      'src/modules/orders/placing/insert-order.ts',
      'src/platform/database.ts',
    ],
  },
  {
    name: 'placing an order, the form of the cart',
    most: 10,
    files: [
      'src/web/pages/cart/route.tsx',
      'src/web/pages/cart/cart-action.ts',
      'src/web/pages/cart/cart-verbs.ts',
      'src/web/pages/cart/place-from-form.ts',
      'src/modules/orders/take-order.ts',
      'src/modules/orders/submit-order.ts',
      'src/modules/orders/place-order.ts',
      'src/modules/orders/placing/insert-order.ts',
      'src/platform/database.ts',
    ],
  },
  {
    name: 'a page, from the process to React Router',
    most: 5,
    files: ['src/server.ts', 'src/app.ts', 'src/web/page-server.ts', 'src/web/page-renderer.ts'],
  },
  {
    name: 'category page, its list in memory',
    most: 5,
    files: [
      'src/web/pages/category/route.tsx',
      'src/web/parts/listing/read-listing.ts',
      'src/modules/search/listing.ts',
      'src/modules/catalogue-index/evaluate.ts',
    ],
  },
  {
    name: 'category page, its category in SQL',
    most: 5,
    files: ['src/web/pages/category/route.tsx', 'src/modules/catalogue/categories.ts', 'src/platform/database.ts'],
  },
  {
    name: '1C import, a good from its bytes to the staging table',
    most: 7,
    files: [
      'src/commands/import-commerceml.ts',
      'src/integrations/onec/import-package.ts',
      'src/integrations/onec/staging.ts',
      'src/integrations/onec/receive-pieces.ts',
      'src/integrations/onec/copy-rows.ts',
    ],
  },
  {
    name: '1C import, a good from the staging table to the shop',
    most: 7,
    files: [
      'src/commands/import-commerceml.ts',
      'src/integrations/onec/import-package.ts',
      'src/integrations/onec/derive.ts',
      'src/integrations/onec/write-products.ts',
      'src/integrations/onec/copy-rows.ts',
    ],
  },
  {
    name: '1C import, a price',
    most: 7,
    files: [
      'src/commands/import-commerceml.ts',
      'src/integrations/onec/import-package.ts',
      'src/integrations/onec/derive.ts',
      'src/integrations/onec/write-prices.ts',
      'src/integrations/onec/copy-rows.ts',
    ],
  },
];

/**
 * What is wrong with a way, one sentence each: a file that is not there, a step that is no import, too many files.
 * `files`: text by path.
 */
export function wayFaults({ name, most, files: way }: Way, files: Map<string, string>): string[] {
  const missing = way.filter((path) => !files.has(path)).map((path) => `${name}: there is no ${path}`);
  const broken = way.slice(1).flatMap((path, at) => {
    const before = way[at] ?? '';
    return importsOf(before, files.get(before) ?? '').includes(path)
      ? []
      : [`${name}: ${before} does not import ${path}`];
  });
  const long = way.length > most ? [`${name}: ${way.length} files, at most ${most}`] : [];
  return [...missing, ...broken, ...long];
}

/** `npm run figures ways`. */
export function printWays(files: Map<string, string>): void {
  for (const way of ways) {
    console.log(`${way.files.length} of at most ${way.most}: ${way.name}`);
    for (const path of way.files) console.log(`  ${path}`);
    for (const fault of wayFaults(way, files)) console.log(`  WRONG ${fault}`);
  }
}
