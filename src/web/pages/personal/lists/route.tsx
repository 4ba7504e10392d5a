import { redirect } from 'react-router';
import type { CartCount } from '#modules/cart/cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { linesOfSavedLists, listSavedLists } from '#modules/saved-lists/queries.ts';
import { type ListToSave, saveList } from '#modules/saved-lists/save-list.ts';
import { saveListForm } from '#modules/saved-lists/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { listLimits } from '#shared/constants.ts';
import { favouritesCookie, readIds } from '#shared/lists.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { savedListsUrl, savedListUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { linesToday } from '#web/parts/goods/lines-today.server.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { addProduct, productToAdd } from './add-product.server.ts';
import { CalculationScreen } from './calculation-screen.tsx';
import { keepCalculation } from './keep-calculation.server.ts';
import { overviewOf } from './list-overview.ts';
import { ListsScreen } from './lists-screen.tsx';
import { ProductScreen } from './product-screen.tsx';
import { readCalculation } from './read-calculation.server.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${(loaderData && titleOf(loaderData)) ?? 'Списки товаров'} — ИДД` },
];

export const handle: PersonalHandle = {
  crumbs: (found: ListsData) => {
    const here = found && titleOf(found);
    return here ? { here, parents: [{ name: 'Списки', url: savedListsUrl() }] } : { here: 'Списки' };
  },
};

/** What all of the page is about; null: the lists. */
function titleOf({ calculation, product }: ListsData): string | null {
  if (product) return 'Добавить в список';
  return calculation ? 'Сохранить расчёт' : null;
}

/**
 * `?from=favourites|cart`: what the person came to save; `?from=product&product=…`: a product for one of the lists,
 * `?from=calculation&product=…&area=…&with=…`: what a product's calculator came to, which are then all of the page.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const query = new URL(request.url).searchParams;
  const [lists, goods, calculation, product] = await Promise.all([
    listSavedLists(db, user_id),
    goodsToSave({ db, requestContext }),
    isCalculation(query) ? readCalculation({ db, requestContext }, query) : null,
    isProduct(query) ? productToAdd({ db, requestContext }, user_id, query) : null,
  ]);
  const { time_zone } = requestContext.department;
  // Sums stand in the overview alone.
  const linesOf = calculation || product ? new Map<string, CartCount[]>() : await linesOfSavedLists(db, user_id);
  // One product in so great a number costs the same in whichever list.
  const keyOf = ({ product_id, count }: CartCount) => `${product_id} ${count}`;
  const known = await linesToday(db, requestContext.priceContext, [...linesOf.values()].flat());
  const today = new Map(known.map((line) => [keyOf(line), line]));
  return {
    lists: lists.map(({ changed_at, ...list }) => ({
      ...list,
      ...overviewOf((linesOf.get(list.id) ?? []).flatMap((line) => today.get(keyOf(line)) ?? [])),
      changed_text: zonedDayWords(changed_at, time_zone),
    })),
    favourites: goods.favourites.length,
    cart: goods.cart.length,
    /** Whose prices the sums are of; null: the branch's own, as everybody's. */
    firm_prices: requestContext.priceContext.buyer_price_column === null ? null : requestContext.department.city,
    calculation,
    product,
    from: query.get('from'),
    done: query.get('done'),
  };
}

export type ListsData = Awaited<ReturnType<typeof loader>>;

/**
 * Saves what is favourite, what lies in the cart, or nothing yet, under a name, or puts the product of the address, or
 * what its calculator comes to, on a list, which may be a new one; the list opens.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const { user_id } = requireAccount(found.requestContext, request);
  const form = await request.formData();
  const query = new URL(request.url).searchParams;
  if (isProduct(query)) return addProduct(found, user_id, query, form);
  if (isCalculation(query)) return keepCalculation(found, user_id, query, form);
  let id = '';
  const answer = await answerForm(savedListsUrl(), 'save', form, async () => {
    const kept = await listToSave(found, form);
    id = await found.db.transaction().execute((db) => saveList(db, user_id, kept));
  });
  return id === '' ? answer : redirect(`${savedListUrl(id)}?done=save`, { status: 303 });
}

const isCalculation = (query: URLSearchParams) => query.get('from') === 'calculation';
const isProduct = (query: URLSearchParams) => query.get('from') === 'product';

async function listToSave(found: Shop, form: FormData): Promise<ListToSave> {
  const { source, name, replace } = checkForm(saveListForm, form);
  if (source === 'empty') return { name, goods: [], replaces: false, isEmpty: true };
  const goods = (await goodsToSave(found))[source === 'cart' ? 'cart' : 'favourites'];
  return { name, goods, replaces: replace === '1' };
}

async function goodsToSave({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>) {
  const ids = readIds(requestContext.cookies[favouritesCookie], listLimits.favourites);
  const { lines } = await openCart(db, requestContext);
  return { favourites: ids.map((product_id) => ({ product_id, count: null })), cart: lines };
}

export default function Lists({ loaderData, actionData }: Route.ComponentProps) {
  const answer = (actionData as FormAnswer | undefined) ?? null;
  const { calculation, product, lists } = loaderData;
  if (product) return <ProductScreen product={product} lists={lists} answer={answer} />;
  if (calculation) return <CalculationScreen found={calculation} lists={lists} answer={answer} />;
  return <ListsScreen found={loaderData} answer={answer} />;
}
