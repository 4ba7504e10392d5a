import type { Line } from './table.ts';

const everywhere = (budget: number) => () => budget;
const none = () => null;
/** Rates are promised at 10,000 goods; a smaller shop keeps them too. */
const small = (budget: number) => (products: number) => (products <= 10_000 ? budget : null);
const bySize = (usual: number, million: number) => (products: number) => (products > 300_000 ? million : usual);

/** The budgets of docs/performance.md that a running shop is measured against. */
export const budgetLines: Line[] = [
  {
    what: 'Сама машина в этот час: голый node:http, 18 КБ, 16 соединений',
    ...{ bench: 'machine', row: /^bare node:http, 18 KB, 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Она же по одному, p95',
    ...{ bench: 'machine', row: /^bare node:http, 18 KB, 1$/, figure: 'p95', unit: 'мс' },
    budget: none,
  },
  {
    what: 'Готовая страница категории: доля от nginx с теми же байтами',
    ...{ bench: 'pages', row: /^ratio to nginx/, figure: 'per_second', unit: '×' },
    budget: everywhere(0.5),
    peer: '0,014 (Next.js)',
  },
  {
    what: 'Она же: доля от голого node:http с теми же байтами',
    ...{ bench: 'pages', row: /^ratio to bare node:http/, figure: 'per_second', unit: '×' },
    budget: none,
  },
  {
    what: 'Готовая страница категории',
    ...{ bench: 'pages', row: /^cached category page/, figure: 'per_second', unit: '/s' },
    budget: none,
    peer: '896/с (Next.js)',
  },
  {
    what: 'Страница категории заново, 16 соединений',
    ...{ bench: 'pages', row: /^uncached category page, concurrency 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Она же: во сколько раз быстрее той же страницы на Next.js, 16 соединений',
    ...{ bench: 'next', row: /^ratio to Next.js, concurrency 16/, figure: 'per_second', unit: '×' },
    budget: everywhere(1.7),
  },
  {
    what: 'Она же: во сколько раз быстрее, если на Next.js оживают карточки целиком, 16 соединений',
    ...{ bench: 'next', row: /^ratio to Next.js with cards hydrated, concurrency 16/, figure: 'per_second', unit: '×' },
    budget: none,
  },
  {
    what: 'Страница категории на Next.js в те же минуты, 16 соединений',
    ...{ bench: 'next', row: /^the page of Next.js, concurrency 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Страница категории заново, по одной, p50',
    ...{ bench: 'pages', row: /^uncached category page, concurrency 1 /, figure: 'p50', unit: 'мс' },
    budget: everywhere(10),
    peer: '12 мс (Next.js)',
  },
  {
    what: 'Список с фильтрами и счётчиками, каждый раз другой, 16 соединений',
    ...{ bench: 'api', row: /^list with filters and counts, each different, 16/, figure: 'per_second', unit: '/s' },
    budget: small(3_000),
    peer: '68/с (Medusa)',
  },
  {
    what: 'Список с фильтрами и счётчиками, каждый раз другой, по одному, p95',
    ...{ bench: 'api', row: /^list with filters and counts, each different, 1$/, figure: 'p95', unit: 'мс' },
    budget: bySize(5, 12),
  },
  {
    what: 'Те же списки снова (готовые ответы), 16 соединений',
    ...{ bench: 'api', row: /^list with filters and counts, 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Список с двумя фильтрами простым SQL: во сколько раз дольше',
    ...{ bench: 'plain-sql', row: /^ratio/, figure: 'times', unit: '×' },
    budget: none,
  },
  {
    what: 'Поиск по словам, каждый раз другой, 16 соединений',
    ...{ bench: 'api', row: /^search by words, each different, 16/, figure: 'per_second', unit: '/s' },
    budget: small(3_000),
    peer: '9/с (Medusa)',
  },
  {
    what: 'Поиск по словам, каждый раз другой, по одному, p95',
    ...{ bench: 'api', row: /^search by words, each different, 1$/, figure: 'p95', unit: 'мс' },
    budget: bySize(5, 10),
  },
  {
    what: 'Подсказки, каждый раз другие, по одной, p95',
    ...{ bench: 'api', row: /^suggestions, each different, 1$/, figure: 'p95', unit: 'мс' },
    budget: bySize(3, 6),
  },
  {
    what: 'Подсказки, каждый раз другие, 16 соединений',
    ...{ bench: 'api', row: /^suggestions, each different, 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Товар, 16 соединений',
    ...{ bench: 'api', row: /^product, working set of 500, 16/, figure: 'per_second', unit: '/s' },
    budget: everywhere(3_000),
    peer: '100/с (Vendure)',
  },
  {
    what: 'Товар, каждый раз другой, 16 соединений',
    ...{ bench: 'api', row: /^product, each different, 16/, figure: 'per_second', unit: '/s' },
    budget: none,
  },
  {
    what: 'Товар, каждый раз другой, по одному, p95',
    ...{ bench: 'api', row: /^product, each different, 1$/, figure: 'p95', unit: 'мс' },
    budget: everywhere(4),
  },
  {
    what: 'В корзину, вошедший покупатель, 16 соединений',
    ...{ bench: 'purchase', row: /^add to cart, signed in/, figure: 'per_second', unit: '/s' },
    budget: everywhere(1_200),
    peer: '32/с (Vendure)',
  },
  {
    what: 'В корзину, вошедший покупатель, 16 соединений, p95',
    ...{ bench: 'purchase', row: /^add to cart, signed in/, figure: 'p95', unit: 'мс' },
    budget: everywhere(20),
  },
  {
    what: 'Заказ гостя целиком, 16 соединений',
    ...{ bench: 'purchase', row: /^whole guest checkout/, figure: 'per_second', unit: '/s' },
    budget: everywhere(200),
    peer: '6,6/с (Vendure)',
  },
  {
    what: 'Оформление заказа, 16 соединений, p95',
    ...{ bench: 'purchase', row: /^placing one order/, figure: 'p95', unit: 'мс' },
    budget: everywhere(60),
  },
  {
    what: 'Память процесса web, наибольшая за все измерения',
    ...{ bench: 'process', row: /^memory/, figure: 'megabytes', unit: 'МБ' },
    budget: (products) => (products <= 10_000 ? 450 : products > 300_000 ? 900 : null),
    peer: '0,4–1,1 ГБ',
  },
  {
    what: 'От запуска до готовности',
    ...{ bench: 'process', row: /^ready/, figure: 'seconds', unit: 'с' },
    budget: none,
  },
];
