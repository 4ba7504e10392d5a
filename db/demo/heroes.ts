/** Goods that the design's pages show, with their articles and Vologda's prices; the first models of their families. */
export type Hero = {
  category: string;
  brand: string;
  series: string;
  /** Index of the choice on an axis; 0 when not said. */
  axes?: Record<string, number>;
  /** Nothing but these sizes; otherwise the first three of the family are there too. */
  isAlone?: boolean;
  /** Without a number of its own it takes the next one. */
  products: { size: unknown; number?: number; price: number; old_price?: number }[];
};

/** A set of six balls of each size that the article on dressing a tree asks for: in the smallest demonstration too. */
const balls: Hero[] = (
  [
    ['Морозко', 'УЗОРЬЕ', 0, 'вишня', 89_000, null],
    ['Кружево', 'ОГОНЬКИ', 1, 'золото', 66_000, 79_000],
    ['Метель', 'УЗОРЬЕ', 2, 'серебро', 112_000, 135_000],
  ] as const
).map(([series, brand, d, size, price, old_price]) => ({
  category: 'elochnye-shary',
  brand,
  series,
  axes: { look: d % 2, set: 1, d },
  isAlone: true,
  products: [{ size, price, ...(old_price && { old_price }) }],
}));

export const heroes: Hero[] = [
  {
    category: 'gipsovye-shtukaturki',
    brand: 'СУХОНА',
    series: 'Гладь',
    products: [
      { size: 30, number: 12847, price: 48_900, old_price: 55_600 },
      { size: 5, number: 12848, price: 14_900 },
    ],
  },
  {
    category: 'gipsovye-shtukaturki',
    brand: 'ГИПСАР',
    series: 'Белая',
    axes: { note: 1 },
    products: [{ size: 30, number: 12851, price: 61_200 }],
  },
  {
    category: 'gipsovye-shtukaturki',
    brand: 'ТЕПЛЯК',
    series: 'Лёгкая',
    axes: { note: 2 },
    products: [{ size: 30, number: 13310, price: 57_400, old_price: 64_000 }],
  },
  {
    category: 'mashinnye-shtukaturki',
    brand: 'ГИПСАР',
    series: 'Станция',
    products: [{ size: 30, number: 13304, price: 53_800 }],
  },
  {
    category: 'cementnye-shtukaturki',
    brand: 'СУХОНА',
    series: 'Фундамент',
    products: [{ size: 25, number: 12902, price: 36_500 }],
  },
  {
    category: 'fasadnye-shtukaturki',
    brand: 'ШЕКСНА',
    series: 'Север',
    products: [{ size: 25, number: 14118, price: 42_800 }],
  },
  {
    category: 'dekorativnye-shtukaturki',
    brand: 'ШЕКСНА',
    series: 'Короед',
    products: [{ size: 25, number: 14402, price: 68_450 }],
  },
  {
    category: 'finishnye-shpatlevki',
    brand: 'СУХОНА',
    series: 'Шёлк',
    products: [{ size: 20, number: 12990, price: 71_800, old_price: 84_500 }],
  },
  {
    category: 'gruntovki-glubokogo-proniknoveniya',
    brand: 'СУХОНА',
    series: 'Корень',
    products: [{ size: 10, number: 13001, price: 62_000 }],
  },
  {
    category: 'kley-dlya-plitki',
    brand: 'ПЛИТА',
    series: 'С2',
    products: [{ size: 25, number: 11540, price: 52_900 }],
  },
  {
    category: 'matovye-kraski',
    brand: 'БЕЛОЯР',
    series: 'Мат',
    products: [{ size: 9, number: 20411, price: 329_000, old_price: 399_000 }],
  },
  {
    category: 'dreli-i-shurupoverty',
    brand: 'МАСТАК',
    series: 'ДА',
    products: [{ size: 18, number: 31027, price: 649_000, old_price: 799_000 }],
  },
  {
    category: 'laminat-33-klassa',
    brand: 'ПОЛЕ',
    series: 'Тракт',
    products: [{ size: null, number: 25540, price: 176_800 }],
  },
  {
    category: 'litye-eli',
    brand: 'ХВОЯ',
    series: 'Вологодская',
    products: [{ size: 180, number: 51200, price: 1_290_000, old_price: 1_590_000 }],
  },
  {
    category: 'ulichnye-girlyandy',
    brand: 'ОГОНЬКИ',
    series: 'Огоньки',
    products: [{ size: 10, number: 51410, price: 119_000, old_price: 149_000 }],
  },
  {
    category: 'lopaty-dlya-snega',
    brand: 'ЗИМОВЬЕ',
    series: 'Снегирь',
    products: [{ size: null, number: 41205, price: 89_000 }],
  },
  {
    category: 'podarochnye-nabory',
    brand: 'УЗОРЬЕ',
    series: 'Вологодский узор',
    products: [{ size: 12, number: 51500, price: 249_000 }],
  },
  { category: 'urovni', brand: 'МАСТАК', series: 'Горизонт', products: [{ size: 100, number: 33410, price: 124_000 }] },
  { category: 'valiki', brand: 'МАСТАК', series: 'Полиамид', products: [{ size: 240, number: 33120, price: 41_200 }] },
  {
    category: 'perchatki-rabochie',
    brand: 'РУКАВИЦА',
    series: 'Латекс',
    products: [{ size: 10, number: 39001, price: 9_600 }],
  },
  ...balls,
];
