import { posix } from 'node:path';
import { importsOf } from './boundaries.ts';

/**
 * How a request, or a thing that is imported, goes from the file where it comes in to those whose SQL does the work:
 * every file that passes it on, in the order in which they are met. What only calculates for one of them (a number, a
 * name, a piece of text) is no part of the way. Each file is imported by an earlier one, or started by it as a thread.
 */
export type Way = { name: string; most: number; files: [string, ...string[]] };

const onec = 'src/integrations/onec';

/** What 1C sends, from the file to the rows that say what is to be worked out again. */
const received = [
  'src/commands/import-commerceml.ts',
  `${onec}/import-package.ts`,
  `${onec}/connection.ts`,
  `${onec}/staging.ts`,
  `${onec}/read-commerceml.ts`,
  `${onec}/read-xml.ts`,
  `${onec}/piece-readers.ts`,
  `${onec}/piece-thread.ts`,
  `${onec}/receive-pieces.ts`,
  `${onec}/parse-pieces.ts`,
  `${onec}/goods-and-offers.ts`,
  `${onec}/merge-received.ts`,
  `${onec}/derive.ts`,
] as const;

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
    name: 'category page',
    most: 10,
    files: [
      'src/web/pages/category/route.tsx',
      'src/modules/catalogue/categories.ts',
      'src/web/parts/listing/read-listing.ts',
      'src/modules/search/listing.ts',
      'src/modules/catalogue-index/catalogue-index.ts',
      'src/modules/search/listing/pinned.ts',
      'src/modules/catalogue-index/evaluate.ts',
      'src/modules/catalogue-index/cards.ts',
      'src/modules/catalogue-index/card-facts.ts',
      'src/platform/database.ts',
    ],
  },
  {
    name: '1C import, a good',
    most: 15,
    files: [...received, `${onec}/product-row.ts`, `${onec}/write-products.ts`],
  },
  {
    name: '1C import, a price',
    most: 15,
    files: [...received, `${onec}/price-rows.ts`, `${onec}/write-prices.ts`],
  },
];

/**
 * What is wrong with a way, one sentence each: a file that is not there, one that no earlier file imports, too many
 * files. `files`: text by path.
 */
export function wayFaults({ name, most, files: way }: Way, files: Map<string, string>): string[] {
  const missing = way.filter((path) => !files.has(path)).map((path) => `${name}: there is no ${path}`);
  const broken = way.slice(1).flatMap((path, at) => {
    const earlier = way.slice(0, at + 1);
    return earlier.some((one) => passesOn(one, files.get(one) ?? '').includes(path))
      ? []
      : [`${name}: no earlier file imports ${path}`];
  });
  const long = way.length > most ? [`${name}: ${way.length} files, at most ${most}`] : [];
  return [...missing, ...broken, ...long];
}

/** What a file imports, and the threads it starts. */
function passesOn(path: string, text: string): string[] {
  const threads = [...text.matchAll(/new Worker\(new URL\('([^']+)', import\.meta\.url\)/g)];
  return [...importsOf(path, text), ...threads.map(([, file = '']) => posix.join(posix.dirname(path), file))];
}

/** `npm run figures ways`. */
export function printWays(files: Map<string, string>): void {
  for (const way of ways) {
    console.log(`${way.files.length} of at most ${way.most}: ${way.name}`);
    for (const path of way.files) console.log(`  ${path}`);
    for (const fault of wayFaults(way, files)) console.log(`  WRONG ${fault}`);
  }
}
