import { importsOf } from './boundaries.ts';

/**
 * How a click, a request, or a thing that is imported goes from the file where it comes in to those whose SQL does the
 * work: every file that passes it on, in the order in which they are met. What only calculates for one of them (a
 * number, a name, a piece of text) and what runs any statement is no part of the way; it ends where the row that was
 * asked for is written, or read where nothing is written. Each file is imported by an earlier one or started by it as a
 * thread or a process; one that is asked over HTTP names with `by` what an earlier file calls it by.
 */
export type Way = { name: string; most: number; files: [Step, ...Step[]] };
type Step = string | { path: string; by: string };

const onec = 'src/integrations/onec';

/** A package of 1C, from where its import begins to the rows that say what is to be worked out again. */
const received = [
  `${onec}/import-package.ts`,
  `${onec}/staging.ts`,
  `${onec}/read-commerceml.ts`,
  `${onec}/read-xml.ts`,
  `${onec}/piece-readers.ts`,
  `${onec}/receive-pieces.ts`,
  `${onec}/parse-pieces.ts`,
  `${onec}/goods-and-offers.ts`,
  `${onec}/merge-received.ts`,
  `${onec}/derive.ts`,
];
const asked: [string, ...string[]] = [
  'src/api/onec/exchange.ts',
  ...['answer-exchange', 'modes', 'catalog'].map(exchangeFile),
];
const placed = ['submit-order.ts', 'place-order.ts', 'placing/insert-order.ts'].map(
  (file) => `src/modules/orders/${file}`,
);
const cartForm = ['cart-action.ts', 'place-from-form.ts'].map((file) => `src/web/pages/cart/${file}`);

function exchangeFile(name: string): string {
  return `${onec}/exchange/${name}.ts`;
}

export const ways: Way[] = [
  {
    name: 'add to cart, a product’s button',
    most: 6,
    files: [
      'src/web/parts/goods/add-to-cart.tsx',
      { path: 'src/web/pages/cart/route.tsx', by: 'action: cartUrl()' },
      'src/web/pages/cart/send-to-cart.ts',
      { path: 'src/api/cart-lines.ts', by: "'/api/cart/lines/'" },
      'src/modules/cart/add-to-cart.ts',
      'src/modules/catalogue/offers.ts',
    ],
  },
  {
    name: 'add to cart, the form without a script',
    most: 6,
    files: [
      'src/web/pages/cart/route.tsx',
      'src/web/pages/cart/cart-action.ts',
      'src/modules/cart/add-to-cart.ts',
      'src/modules/catalogue/offers.ts',
    ],
  },
  {
    name: 'placing an order, the call',
    most: 10,
    files: ['src/api/ecm/orders.ts', ...placed],
  },
  {
    name: 'placing an order, the form of the cart',
    most: 10,
    files: ['src/web/pages/cart/route.tsx', ...cartForm, ...placed],
  },
  {
    name: 'placing an order, the cart’s own button',
    most: 10,
    files: [
      'src/web/pages/cart/cart-screen.tsx',
      'src/web/pages/cart/use-cart-form.ts',
      { path: 'src/web/pages/cart/route.tsx', by: 'action: cartUrl()' },
      'src/web/pages/cart/send-to-cart.ts',
      { path: 'src/web/pages/cart/form-route.ts', by: 'url: cartFormUrl()' },
      ...cartForm,
      ...placed,
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
    ],
  },
  {
    name: '1C import, a good',
    most: 13,
    files: ['src/commands/import-commerceml.ts', ...received, `${onec}/product-row.ts`, `${onec}/write-products.ts`],
  },
  {
    name: '1C import, a price',
    most: 13,
    files: ['src/commands/import-commerceml.ts', ...received, `${onec}/price-rows.ts`, `${onec}/write-prices.ts`],
  },
  {
    name: '1C exchange, a file that is sent',
    most: 6,
    files: [...asked, exchangeFile('transfer'), exchangeFile('files')],
  },
  {
    name: '1C exchange, the import that is asked for',
    most: 6,
    files: [...asked, exchangeFile('import-mode'), exchangeFile('packages')],
  },
  {
    name: '1C exchange, the same import in the worker, a good',
    most: 15,
    files: [
      'src/jobs/tasks.ts',
      'src/jobs/onec-process.ts',
      exchangeFile('import-received'),
      ...received,
      `${onec}/product-row.ts`,
      `${onec}/write-products.ts`,
    ],
  },
];

/**
 * What is wrong with a way, one sentence each: a file that is not there, one that no earlier file imports or asks, too
 * many files. `files`: text by path.
 */
export function wayFaults({ name, most, files: way }: Way, files: Map<string, string>): string[] {
  const missing = way.filter((step) => !files.has(pathOf(step))).map((step) => `${name}: there is no ${pathOf(step)}`);
  const broken = way.slice(1).flatMap((step, at) => {
    const earlier = way.slice(0, at + 1).map(pathOf);
    if (earlier.some((one) => isPassedOn(one, files.get(one) ?? '', step))) return [];
    return [`${name}: no earlier file ${typeof step === 'string' ? 'imports' : 'asks'} ${pathOf(step)}`];
  });
  const long = way.length > most ? [`${name}: ${way.length} files, at most ${most}`] : [];
  return [...missing, ...broken, ...long];
}

function pathOf(step: Step): string {
  return typeof step === 'string' ? step : step.path;
}

function isPassedOn(from: string, text: string, step: Step): boolean {
  return typeof step === 'string' ? importsOf(from, text).includes(step) : text.includes(step.by);
}

/** `npm run figures ways`. */
export function printWays(files: Map<string, string>): void {
  for (const way of ways) {
    console.log(`${way.files.length} of at most ${way.most}: ${way.name}`);
    for (const step of way.files) console.log(`  ${pathOf(step)}`);
    for (const fault of wayFaults(way, files)) console.log(`  WRONG ${fault}`);
  }
}
