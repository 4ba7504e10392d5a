import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import '../../parts/reviews/reviews.css';
import './reviewed.css';
import { Form } from 'react-router';
import { confirmQuestion, questionOfKey } from '#modules/reviews/ask-question.ts';
import { getQuestionForStaff } from '#modules/reviews/queries.ts';
import { Refusal } from '#platform/refusal.ts';
import { unbroken } from '#shared/unbroken.ts';
import { untilWords } from '#shared/until-words.ts';
import { productUrl } from '#shared/urls.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/confirm-route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Подтверждение вопроса — ИДД' }];

/**
 * Where the email to a guest who asked leads: opening it changes nothing, since mail programs open links by themselves.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { question } = await namedQuestion(context.get(shop), request);
  const { text, product, slug, state, due_at, time_zone } = question;
  const due = state === 'new' && due_at ? untilWords(due_at, time_zone) : null;
  return { text, product, slug, due, is_waiting: state === 'unconfirmed' };
}

export async function action({ context, request }: Route.ActionArgs) {
  const found = context.get(shop);
  const { id } = await namedQuestion(found, request);
  try {
    await found.db.transaction().execute((db) => confirmQuestion(db, id));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new PageFailure(error.status);
  }
  return null;
}

export default function ConfirmQuestion({ loaderData }: Route.ComponentProps) {
  const { text, product, slug, due, is_waiting } = loaderData;
  return (
    <div className="rwrite">
      <h1>{is_waiting ? 'Подтвердите вопрос' : 'Вопрос подтверждён'}</h1>
      <section className="sheet rwrite__form">
        <p>
          О товаре{' '}
          <Link className="link" to={productUrl(slug)}>
            {unbroken(product)}
          </Link>
        </p>
        <p className="review__text">{text}</p>
        {is_waiting ? (
          <Form method="post">
            <button type="submit" className="btn btn--primary">
              Подтвердить вопрос
            </button>
          </Form>
        ) : (
          <Note kind="ok" role="status">
            Вопрос у филиала. {due ? `Ответим до ${due}, письмом на вашу почту.` : 'Ответ придёт на вашу почту.'}
          </Note>
        )}
      </section>
    </div>
  );
}

/** The key names the question; a spoilt one leads nowhere. */
async function namedQuestion({ db, keys }: Shop, request: Request) {
  const id = questionOfKey(keys, new URL(request.url).searchParams.get('key'));
  const question = id === null ? null : await getQuestionForStaff(db, id);
  if (id === null || !question) throw notFound();
  return { id, question };
}
