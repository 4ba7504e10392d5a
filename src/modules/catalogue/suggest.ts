import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { type Category, loadTree, menuCategoryIds, type Tree } from './categories.ts';
import { availableSql, isOnSale, offerJoins, shelfStatement } from './offers.ts';
import { type Rating, type RatingColumns, ratingColumns, ratingOf } from './rating.ts';
import { cleanQuery } from './schema.ts';
import { fold, planSearch, type SearchPlan, searchQuerySql, wordsOf } from './search-words.ts';

export type SuggestedProduct = {
  id: number;
  idcode: string;
  slug: string;
  name: string;
  article: string | null;
  image: string | null;
  price: number | null;
  buyer_price: number | null;
  unit: string;
  available: number | null;
  is_on_sale_now: boolean;
  rating: Rating | null;
};

/** What stands under the search box while one types (S7-31). Money in kopecks. */
export type Suggestions = {
  products: SuggestedProduct[];
  categories: { code: string; name: string; parent_name: string | null }[];
  brands: { slug: string; name: string }[];
  queries: string[];
  /** The words the answer was found by, when they are not those typed. */
  corrected_query: string | null;
};

const shown = { products: 5, categories: 3, brands: 3, queries: 4 };
const leastLength = 2;

/** Suggestions from two characters on; fewer give nothing. Categories are those of the branch's menu. */
export async function suggest(db: Db, shelf: Shelf, q: string): Promise<Suggestions> {
  const typed = cleanQuery(q);
  if (typed.length < leastLength) {
    return { products: [], categories: [], brands: [], queries: [], corrected_query: null };
  }
  const plan = await planSearch(db, typed);
  const words = wordsOf(plan.used);
  const [tree, kept, found, brands] = await Promise.all([
    loadTree(db),
    menuCategoryIds(db, shelf.department_id_1c),
    findBest(db, shelf, plan),
    words.length > 0 ? selectBrands(db, [words.map((word) => `${word.replace(/[%_\\]/g, '')}%`), shown.brands]) : [],
  ]);
  return {
    products: found.slice(0, shown.products).map(productOf),
    categories: suggestedCategories(tree, kept, words, found),
    brands,
    queries: plan.exact.length > 0 ? [] : suggestedQueries(found, plan.used),
    corrected_query: plan.correction ? plan.used : null,
  };
}

type FoundRow = Omit<SuggestedProduct, 'is_on_sale_now' | 'rating'> & {
  min_count: number;
  category_id: number | null;
  brand: string | null;
} & RatingColumns;

const foundColumns = `p.id, p.idcode, p.slug, p.name, p.article, p.images[1] as image, p.unit, p.min_count, ${ratingColumns},
    retail.price, buyer.price as buyer_price, ${availableSql} as available,
    (select category_id from product_categories where product_id = p.id and is_main) as category_id,
    (select name from brands where id = p.brand_id) as brand`;

// First the best by popularity among what the index finds, then their ranks: ranking every match of a common word takes long.
const selectByWords = shelfStatement<FoundRow>(
  'suggest',
  (shelf) => `with wanted as materialized (select ${searchQuerySql('$1::text', '$2::text', '$3::text')} as query),
  matches as materialized (
    select p.id, p.search from products p
    where p.switched_off_at is null and p.search @@ (select query from wanted)
    order by p.popularity desc, p.id limit 300
  )
  select ${foundColumns}
  from matches join products p on p.id = matches.id ${offerJoins(shelf)}
  order by coalesce(stock.on_hand - stock.reserved >= p.min_count and coalesce(buyer.price, retail.price) > 0, false) desc,
    ts_rank(matches.search, (select query from wanted)) desc, p.popularity desc, p.id
  limit 40`,
);
const selectByIds = shelfStatement<FoundRow>(
  'suggest_ids',
  (shelf) => `select ${foundColumns} from products p ${offerJoins(shelf)}
  where p.id = any($1::int[]) order by p.popularity desc, p.id limit 40`,
);
const selectBrands = preparedStatement<{ slug: string; name: string }>(
  'suggest_brands',
  `select slug, name from brands
  where translate(lower(name), 'ё', 'е') like any($1::text[]) or slug like any($1::text[])
  order by length(name), name limit $2::int`,
);

async function findBest(db: Db, shelf: Shelf, plan: SearchPlan): Promise<FoundRow[]> {
  if (plan.exact.length > 0) return selectByIds(db, shelf, [plan.exact.map((product) => product.id)]);
  if (plan.words === '') return [];
  return selectByWords(db, shelf, [plan.words, plan.prefix, plan.words_before]);
}

function productOf({ id, idcode, slug, name, article, image, unit, ...row }: FoundRow): SuggestedProduct {
  const { price, buyer_price, available, min_count } = row;
  const charged = buyer_price ?? price;
  return {
    ...{ id, idcode, slug, name, article, image, price, buyer_price, unit, available },
    is_on_sale_now: isOnSale(charged, { switched_off: false, available, min_count }),
    rating: ratingOf(row),
  };
}

/** Categories named by the words first, then those that most of the found goods belong to. */
function suggestedCategories(
  tree: Tree,
  kept: ReadonlySet<number>,
  words: string[],
  found: FoundRow[],
): Suggestions['categories'] {
  const isShown = (category: Category) => kept.size === 0 || kept.has(category.id);
  const named = [...tree.byId.values()].filter((category) => isNamed(category.name, words) && isShown(category));
  const counts = new Map<number, number>();
  for (const { category_id } of found) {
    if (category_id !== null) counts.set(category_id, (counts.get(category_id) ?? 0) + 1);
  }
  const holding = [...counts]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([id]) => tree.byId.get(id) ?? [])
    .filter(isShown);
  return [...new Set([...named.sort((a, b) => a.name.length - b.name.length), ...holding])]
    .slice(0, shown.categories)
    .map(({ code, name, parent_id }) => ({
      code,
      name,
      parent_name: parent_id === null ? null : (tree.byId.get(parent_id)?.name ?? null),
    }));
}

// Endings differ («штукатурку» — «Штукатурки»): of a long word the beginning is enough.
function isNamed(name: string, words: string[]): boolean {
  const own = wordsOf(name);
  return (
    words.length > 0 &&
    words.every((word) => own.some((other) => other.startsWith(word.length > 5 ? word.slice(0, -2) : word)))
  );
}

/** Longer queries that surely find something: how the names of found goods begin, up to the brand or the first number. */
function suggestedQueries(found: FoundRow[], used: string): string[] {
  const counts = new Map<string, number>();
  for (const { name, brand } of found) {
    const brandWords = new Set(wordsOf(brand ?? ''));
    const words: string[] = [];
    for (const word of fold(name.split(',')[0]!).split(' ')) {
      if (words.length === 3 || /\d/.test(word) || brandWords.has(word)) break;
      words.push(word);
    }
    while (words.length > 1 && words.at(-1)!.length < 4) words.pop();
    const query = words.join(' ');
    if (query !== '' && query !== fold(used)) counts.set(query, (counts.get(query) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a.length - b.length)
    .slice(0, shown.queries)
    .map(([query]) => query);
}
