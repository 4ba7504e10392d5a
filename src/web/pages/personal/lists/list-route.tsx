import { redirect } from 'react-router';
import { bringBackLines } from '#modules/cart/bring-back-lines.ts';
import type { CartCount } from '#modules/cart/cart.ts';
import { fitCount } from '#modules/cart/check-line.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import { readSharedCart, shareCart } from '#modules/cart/shared-carts.ts';
import { removeList, removeListLine, renameList, setListCounts } from '#modules/saved-lists/change-list.ts';
import { readSavedList, type SavedList } from '#modules/saved-lists/queries.ts';
import { listNameForm } from '#modules/saved-lists/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { listLimits } from '#shared/constants.ts';
import { favouritesCookie, readIds } from '#shared/lists.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { readCount } from '#shared/unit-words.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { cartUrl, savedListsUrl, savedListUrl, sharedCartUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { linesToday, moneyOf } from '#web/parts/goods/lines-today.server.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/list-route.ts';
import { ListScreen } from './list-screen.tsx';
import { calculationToday } from './read-calculation.server.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.name ?? 'Список'} — ИДД` }];

export const handle: PersonalHandle = {
  crumbs: (found: ListData) => ({ here: found?.name ?? 'Список', parents: [{ name: 'Списки', url: savedListsUrl() }] }),
};

/**
 * One list at today's prices and stock of the branch. `?link=`: what was made to hand it on, `?open=name`: its name is
 * to be changed.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id } = requireAccount(requestContext, request);
  const list = await readSavedList(db, user_id, params.id);
  if (!list) throw notFound();
  const query = new URL(request.url).searchParams;
  const [lines, calculation, shared] = await Promise.all([
    linesToday(db, requestContext.priceContext, list.lines),
    list.calculation && calculationToday({ db, requestContext }, list.calculation),
    sharedLink({ db, requestContext }, query.get('link') ?? ''),
  ]);
  const favourites = readIds(requestContext.cookies[favouritesCookie], listLimits.favourites);
  return {
    id: list.id,
    name: list.name,
    lines,
    calculation,
    money: moneyOf(lines),
    is_firm: requestContext.priceContext.buyer_price_column !== null,
    city: requestContext.department.city,
    is_favourite: lines.every(({ product_id }) => favourites.includes(product_id)),
    shared,
    opens_name: query.get('open') === 'name',
    done: query.get('done'),
  };
}

/** The link that was made to a copy; null: none, or its time is over. */
async function sharedLink({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>, token: string) {
  const copy = await readSharedCart(db, token);
  if (!copy) return null;
  const { origin, department } = requestContext;
  return { url: origin + sharedCartUrl(token), until: zonedDayWords(copy.expires_at, department.time_zone) };
}

export type ListData = Awaited<ReturnType<typeof loader>>;

/**
 * Counts, «В корзину» for the ticked lines or for all that can be had now, a link to a copy, a line off the list,
 * another name, the list's end.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const found = context.get(shop);
  const { db } = found;
  const { user_id } = requireAccount(found.requestContext, request);
  const list = await readSavedList(db, user_id, params.id);
  if (!list) throw notFound();
  const form = await request.formData();
  const [intent = '', product_id = ''] = textOf(form, 'intent').split(':', 2);
  const done = { leads: '', cookies: [] as string[] };
  const query: Record<string, string> = {};
  const works: Record<string, () => Promise<void>> = {
    cart: async () => {
      const lines = await saveCounts(found, user_id, list, form);
      const ticked = new Set(form.getAll('line').map(Number));
      done.cookies = await putIntoCart(found, lines, ticked);
      done.leads = cartUrl();
    },
    all: async () => {
      const today = await linesToday(db, found.requestContext.priceContext, list.lines);
      const here = today.filter((line) => line.sum !== null).map((line) => line.product_id);
      done.cookies = await putIntoCart(found, list.lines, new Set(here));
      done.leads = cartUrl();
    },
    counts: async () => {
      await saveCounts(found, user_id, list, form);
    },
    share: async () => {
      query.link = (await shareCart(db, list.lines, user_id)).token;
    },
    name: () => renameList(db, user_id, list.id, checkForm(listNameForm, form).name),
    line: () =>
      db.transaction().execute((db) => removeListLine(db, user_id, list.id, Number(product_id.slice(0, 10)) || 0)),
    remove: async () => {
      await removeList(db, user_id, list.id);
      done.leads = `${savedListsUrl()}?done=remove`;
    },
  };
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined;
  if (!work) throw new PageFailure(400);
  const answer = await answerForm(savedListUrl(list.id), intent, form, work, query);
  return done.leads ? redirect(done.leads, { status: 303, headers: cookieHeaders(done.cookies) }) : answer;
}

/** Keeps what was typed at the lines, as much as is sold so, and returns all of them. Throws bad_input: no number. */
async function saveCounts({ db, requestContext }: Shop, user_id: string, list: SavedList, form: FormData) {
  const known = await linesToday(db, requestContext.priceContext, list.lines);
  const typed = known.flatMap((line) => {
    const text = textOf(form, `count_${line.product_id}`);
    if (text === '') return [];
    const read = readCount(text, line.shown_unit);
    if ('message' in read) throw new Refusal('bad_input', {}, `${line.name}: ${lowerFirst(read.message)}`);
    return [{ product_id: line.product_id, count: fitCount(line, read.count) }];
  });
  const changed = typed.filter(
    ({ product_id, count }) => list.lines.find((line) => line.product_id === product_id)?.count !== count,
  );
  if (changed.length > 0) await db.transaction().execute((db) => setListCounts(db, user_id, list.id, changed));
  return list.lines.map((line) => changed.find(({ product_id }) => product_id === line.product_id) ?? line);
}

/**
 * As an order is repeated (returns the cookies): what lies in the cart stays as it is, and the cart names what cannot
 * be bought now.
 */
async function putIntoCart(
  { db, requestContext, config }: Shop,
  all: CartCount[],
  ticked: ReadonlySet<number>,
): Promise<string[]> {
  const lines = all.filter(({ product_id }) => ticked.has(product_id));
  if (lines.length === 0) throw new Refusal('bad_input', {}, 'Отметьте, что положить в корзину');
  const cart = await bringBackLines(db, cartOf(requestContext), lines);
  return cartCookies(requestContext, config.MAIN_DOMAIN, cart);
}

export default function List({ loaderData, actionData }: Route.ComponentProps) {
  return <ListScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}
