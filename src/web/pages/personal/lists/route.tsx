import { redirect } from 'react-router';
import { openCart } from '#modules/cart/open-cart.ts';
import { listSavedLists } from '#modules/saved-lists/queries.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { saveListForm } from '#modules/saved-lists/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { listLimits } from '#shared/constants.ts';
import { formatDate } from '#shared/dates.ts';
import { favouritesCookie, readIds } from '#shared/lists.ts';
import { savedListsUrl, savedListUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { ListsScreen } from './lists-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Списки товаров — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Списки' }) };

/** `?from=favourites|cart`: what the person came to save. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const query = new URL(request.url).searchParams;
  const [lists, goods] = await Promise.all([listSavedLists(db, user_id), goodsToSave({ db, requestContext })]);
  const { time_zone } = requestContext.department;
  return {
    lists: lists.map(({ changed_at, ...list }) => ({
      ...list,
      changed_text: formatDate(changed_at.toISOString(), time_zone),
    })),
    favourites: goods.favourites.length,
    cart: goods.cart.length,
    from: query.get('from'),
    done: query.get('done'),
  };
}

export type ListsData = Awaited<ReturnType<typeof loader>>;

/** Saves what is favourite, or what lies in the cart, under a name; the new list opens. */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const { user_id } = requireAccount(found.requestContext, request);
  const form = await request.formData();
  let id = '';
  const answer = await answerForm(savedListsUrl(), 'save', form, async () => {
    const { source, name, replace } = checkForm(saveListForm, form);
    const goods = (await goodsToSave(found))[source === 'cart' ? 'cart' : 'favourites'];
    const kept = { name, goods, replaces: replace === '1' };
    id = await found.db.transaction().execute((db) => saveList(db, user_id, kept));
  });
  return id === '' ? answer : redirect(`${savedListUrl(id)}?done=save`, { status: 303 });
}

async function goodsToSave({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>) {
  const ids = readIds(requestContext.cookies[favouritesCookie], listLimits.favourites);
  const { lines } = await openCart(db, requestContext);
  return { favourites: ids.map((product_id) => ({ product_id, count: null })), cart: lines };
}

export default function Lists({ loaderData, actionData }: Route.ComponentProps) {
  return <ListsScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}
