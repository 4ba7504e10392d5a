import { redirect } from 'react-router';
import { addListLine } from '#modules/saved-lists/change-list.ts';
import { listsWith } from '#modules/saved-lists/queries.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { listNameForm } from '#modules/saved-lists/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { readIds } from '#shared/lists.ts';
import { savedListsUrl, savedListUrl } from '#shared/urls.ts';
import { answerForm, textOf } from '#web/parts/forms/form-answer.ts';
import { linesToday } from '#web/parts/goods/lines-today.server.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';

type Reading = Pick<Shop, 'db' | 'requestContext'>;

/**
 * The query's product as the branch has it, with the ids of the person's lists that have it already. Throws 404: there
 * is no such product.
 */
export async function productToAdd({ db, requestContext }: Reading, user_id: string, query: URLSearchParams) {
  const [product_id] = readIds(query.get('product') ?? undefined, 1);
  const [line] = product_id ? await linesToday(db, requestContext.priceContext, [{ product_id, count: 1 }]) : [];
  if (!line) throw notFound();
  const { slug, name, image, article } = line;
  return {
    product_id: line.product_id,
    slug,
    name,
    image,
    article,
    lists: await listsWith(db, user_id, line.product_id),
  };
}

export type ProductToAdd = Awaited<ReturnType<typeof productToAdd>>;

/** Puts the query's product on the list that was chosen, or on a new one of the typed name, which then opens. */
export async function addProduct(found: Shop, user_id: string, query: URLSearchParams, form: FormData) {
  const { product_id } = await productToAdd(found, user_id, query);
  const isNew = textOf(form, 'intent') === 'save';
  let leads = '';
  const answer = await answerForm(savedListsUrl(), isNew ? 'save' : 'list', form, () =>
    found.db.transaction().execute(async (db) => {
      const id = isNew ? await newList(db, user_id, product_id, form) : textOf(form, 'list');
      if (!isNew) await addListLine(db, user_id, id, { product_id, count: null });
      leads = `${savedListUrl(id)}?done=${isNew ? 'save' : 'add'}`;
    }),
  );
  return leads ? redirect(leads, { status: 303 }) : answer;
}

function newList(db: Shop['db'], user_id: string, product_id: number, form: FormData): Promise<string> {
  const { name } = checkForm(listNameForm, form);
  return saveList(db, user_id, { name, goods: [{ product_id, count: null }], replaces: false });
}
