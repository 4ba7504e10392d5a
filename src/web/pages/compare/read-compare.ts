import type { ProductCard } from '#modules/catalogue/card.ts';
import { bestOf, type CompareRow, compareGroups, compareRows } from '#modules/catalogue/compare.ts';
import type { Rating } from '#modules/catalogue/rating.ts';
import { listLimits } from '#shared/constants.ts';
import { compareCookie, readIds } from '#shared/lists.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { productState } from '#shared/product-state.ts';
import { pricePer, shownPrice } from '#shared/unit-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { compareHref, readCompareQuery } from './compare-url.ts';

/** So many stand beside each other. */
const mostColumns = { desktop: 6, mobile: 2 } as const;

/** From so many products on, however many of them fit beside each other, rows that are alike only take room. */
const manyProducts = 3;

export type ReadCompare = Awaited<ReturnType<typeof readCompare>>;

/** The comparison as the address and the cookie ask for it: one category's products, as many as fit, and their rows. */
export async function readCompare({ db, requestContext }: Shop, search: URLSearchParams, limit?: number) {
  const query = readCompareQuery(search);
  const own = requestContext.visitor
    ? readIds(requestContext.cookies[compareCookie(requestContext.visitor)], listLimits.compare)
    : [];
  const ids = query.ids ?? own;
  const groups = await compareGroups(db, requestContext.priceContext, ids);
  const known = new Set(groups.flatMap(({ products }) => products.map(({ id }) => id)));
  const here = groups.find(({ code }) => code === query.category) ?? groups[0];
  const all = here?.products ?? [];
  const columns = chosenColumns(all, query.columns, limit ?? mostColumns[requestContext.device]);
  const rest = all.filter((product) => !columns.includes(product));
  const isOnlyDifferent = query.only_different ?? all.length >= manyProducts;
  const shownIds = columns.map(({ id }) => id);
  // The best is the best of all that are compared, also of those that find no room beside each other.
  const rows = [...factRows(all), ...(await compareRows(db, all))].flatMap((row) => rowOfShown(row, shownIds));
  const isShown = (row: CompareRow) =>
    !query.hidden.includes(row.code) && (!isOnlyDifferent || row.differs || alwaysShown.has(row.code));
  return {
    is_shared: query.ids !== null,
    ids,
    gone: query.ids ? [] : ids.filter((id) => !known.has(id)),
    groups: groups.map(({ code, name, products }) => ({
      code,
      name,
      count: products.length,
      is_here: code === here?.code,
      url: compareHref(query, { category: code, columns: [], hidden: [] }),
    })),
    total: all.length,
    /** «1 и 2 из 3»: which of the products stand beside each other; null: all. */
    places: rest.length > 0 ? `${placesOf(all, columns)} из\u00a0${all.length}` : null,
    columns: columns.map((product, at) => ({
      product,
      /** Shows another product of the category in this place. */
      next: nextOf(rest, at, shownIds, (columns) => compareHref(query, { columns })),
    })),
    rows: rows.filter(isShown).map((row) => ({
      ...row,
      hide_url: alwaysShown.has(row.code) ? null : compareHref(query, { hidden: [...query.hidden, row.code] }),
    })),
    hidden: rows
      .filter(({ code }) => query.hidden.includes(code))
      .map(({ code, name }) => ({
        name,
        url: compareHref(query, { hidden: query.hidden.filter((other) => other !== code) }),
      })),
    is_only_different: isOnlyDifferent,
    alike: rows.filter((row) => !row.differs && !alwaysShown.has(row.code)).length,
    different_url: compareHref(query, { only_different: true }),
    all_url: compareHref(query, { only_different: false }),
    export_url: compareHref({ ...query, ids, category: here?.code ?? null }, {}, '/compare/export/'),
    share_url: compareHref({ ...query, ids, columns: [], hidden: [], only_different: null }),
  };
}

/** The ones asked for, filled up in the list's order. */
function chosenColumns(all: ProductCard[], asked: number[], limit: number): ProductCard[] {
  const wanted = asked.flatMap((id) => all.find((product) => product.id === id) ?? []);
  return [...wanted, ...all.filter((product) => !wanted.includes(product))].slice(0, limit);
}

/** The row of those that stand beside each other; none where nothing is known of any of them. */
function rowOfShown(row: CompareRow, shown: number[]): CompareRow[] {
  const cells = shown.flatMap((id) => row.cells.find(({ product_id }) => product_id === id) ?? []);
  const texts = cells.map(({ text }) => text);
  return texts.every((text) => text === null) ? [] : [{ ...row, cells, differs: new Set(texts).size > 1 }];
}

function placesOf(all: ProductCard[], columns: ProductCard[]): string {
  const places = columns.map((product) => all.indexOf(product) + 1).sort((a, b) => a - b);
  const last = places.pop();
  return places.length > 0 ? `${places.join(', ')} и\u00a0${last}` : `${last}`;
}

function nextOf(rest: ProductCard[], at: number, shown: number[], hrefOf: (columns: number[]) => string) {
  const product = rest[at % Math.max(rest.length, 1)];
  return product
    ? { name: product.name, url: hrefOf(shown.map((id, other) => (other === at ? product.id : id))) }
    : null;
}

const alwaysShown = new Set(['_price', '_buyer_price', '_unit_price', '_stock']);

/** What every product has: price, price per unit, availability. */
function factRows(products: ProductCard[]): CompareRow[] {
  const isBusiness = products.some(({ buyer_price }) => buyer_price !== null);
  const inWords = (kopecks: number, { shown_unit }: ProductCard) => pricePer(kopecks, shown_unit);
  const charged = products.map(({ price, buyer_price, shown_unit }) => {
    const own = buyer_price ?? price;
    return own === null ? null : shownPrice(own, shown_unit);
  });
  const perUnit = products.map(({ unit_price, buyer_unit_price }) => buyer_unit_price ?? unit_price);
  const units = new Set(perUnit.flatMap((one) => one?.unit ?? []));
  const rowOf = (code: string, name: string, texts: (string | null)[], best: boolean[]): CompareRow => ({
    code,
    name,
    cells: products.map(({ id }, at) => ({ product_id: id, text: texts[at] ?? null, is_best: best[at] ?? false })),
    differs: new Set(texts).size > 1,
  });
  // Packs of different size are compared by the unit, not by the pack.
  const isSamePack =
    new Set(products.map(({ factor: [base, sales], base_unit }) => `${base / sales} ${base_unit}`)).size === 1;
  const unitTexts = perUnit.map((one) => one && `${formatPrice(one.price)}/${one.unit}`);
  return [
    rowOf(
      '_price',
      'Цена',
      products.map((product) => (product.price === null ? 'по запросу' : inWords(product.price, product))),
      isSamePack && !isBusiness ? bestOf(charged, 'less') : [],
    ),
    ...(isBusiness
      ? [
          rowOf(
            '_buyer_price',
            'Для бизнеса',
            products.map((product) =>
              product.buyer_price === null ? 'как в рознице' : inWords(product.buyer_price, product),
            ),
            isSamePack ? bestOf(charged, 'less') : [],
          ),
        ]
      : []),
    ...(unitTexts.some((text) => text !== null)
      ? [
          rowOf(
            '_unit_price',
            'Цена за единицу',
            unitTexts,
            units.size === 1
              ? bestOf(
                  perUnit.map((one) => one?.price ?? null),
                  'less',
                )
              : [],
          ),
        ]
      : []),
    rowOf(
      '_stock',
      'Наличие',
      products.map((product) => productState(product).words),
      [],
    ),
    ...(products.some(({ rating }) => rating)
      ? [
          rowOf(
            '_rating',
            'Рейтинг',
            products.map(({ rating }) => (rating ? ratingWords(rating) : 'отзывов нет')),
            [],
          ),
        ]
      : []),
  ];
}

/** «4,8 из 5 · 12 отзывов»; one made of demonstration reviews says so. */
function ratingWords({ value, count, is_demo }: Rating): string {
  const words = is_demo ? 'демонстрационный отзыв' : 'отзыв';
  const [few, many] = is_demo ? ['демонстрационных отзыва', 'демонстрационных отзывов'] : ['отзыва', 'отзывов'];
  return `${String(value).replace('.', ',')} из 5 · ${countOf(count, words, few, many)}`;
}
