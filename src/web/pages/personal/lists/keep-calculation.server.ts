import { redirect } from 'react-router';
import { addLines } from '#modules/cart/add-lines.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import { addListLine } from '#modules/saved-lists/change-list.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { addToListForm, saveCalculationForm } from '#modules/saved-lists/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartUrl, savedListsUrl, savedListUrl } from '#shared/urls.ts';
import { answerForm, textOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { type ReadCalculation, readCalculation } from './read-calculation.server.ts';

/**
 * Keeps what the query's calculator comes to under a new name, or puts its goods on the list that was chosen, which
 * then opens, or into the cart.
 */
export async function keepCalculation(found: Shop, user_id: string, query: URLSearchParams, form: FormData) {
  const calculation = await readCalculation(found, query);
  const intent = textOf(form, 'intent');
  const done = { leads: '', cookies: [] as string[] };
  const name = intent === 'list' || intent === 'cart' ? intent : 'save';
  const works = {
    save: async () => {
      done.leads = `${savedListUrl(await keepAsList(found, user_id, calculation, form))}?done=save`;
    },
    list: async () => {
      done.leads = `${savedListUrl(await putOnList(found, user_id, calculation, form))}?done=goods`;
    },
    cart: async () => {
      done.cookies = await putIntoCart(found, calculation);
      done.leads = cartUrl();
    },
  };
  const answer = await answerForm(savedListsUrl(), name, form, works[name]);
  return done.leads ? redirect(done.leads, { status: 303, headers: cookieHeaders(done.cookies) }) : answer;
}

function keepAsList({ db }: Shop, user_id: string, { goods, product_id, numbers }: ReadCalculation, form: FormData) {
  const { name, replace } = checkForm(saveCalculationForm, form);
  const kept = { name, goods, replaces: replace === '1', calculation: { product_id, numbers } };
  return db.transaction().execute((db) => saveList(db, user_id, kept));
}

async function putOnList({ db }: Shop, user_id: string, { goods }: ReadCalculation, form: FormData): Promise<string> {
  const { list } = checkForm(addToListForm, form);
  await db.transaction().execute(async (db) => {
    for (const line of goods) await addListLine(db, user_id, list, line);
  });
  return list;
}

/** The cookies of the cart. Throws bad_input: nothing of it can be bought. */
async function putIntoCart({ db, requestContext, config }: Shop, { goods }: ReadCalculation): Promise<string[]> {
  const { cart, left_out } = await addLines(db, requestContext.priceContext, cartOf(requestContext), goods);
  if (left_out.length === goods.length) throw new Refusal('bad_input', {}, left_out[0]?.message);
  return cartCookies(requestContext, config.MAIN_DOMAIN, cart);
}
