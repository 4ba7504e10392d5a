import '../../parts/reviews/reviews.css';
import './reviewed.css';
import { Form, useNavigation } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { ownFields } from '#modules/forms/schema.ts';
import { askQuestion, findPromise, takeQuestionLimit } from '#modules/reviews/ask-question.ts';
import { findReviewedProduct, listQuestions } from '#modules/reviews/queries.ts';
import { sentQuestionForm } from '#modules/reviews/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { askQuestionUrl, productQuestionsUrl } from '#shared/review-urls.ts';
import { untilWords } from '#shared/until-words.ts';
import { homeCrumb, productUrl } from '#shared/urls.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { Trap } from '#web/parts/forms/own-fields.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { questionView } from '#web/parts/reviews/read-reviews.ts';
import { QuestionItem } from '#web/parts/reviews/review-parts.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/question-route.ts';
import { offeredName } from './buyer-key.ts';
import { ProductLine } from './write-screen.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Вопрос: ${loaderData.product.name}` : 'Вопрос'} — ИДД` },
];

/** So many of those asked before stand beside the form: the answer may be there. */
const shownQuestions = 3;

/** A question about a product: of anyone signed in, or of a guest who then proves the email address by an email. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const product = await findReviewedProduct(db, params.slug);
  if (!product) throw notFound();
  const done = new URL(request.url).searchParams.get('done') === 'question';
  const user_id = requestContext.account?.user_id;
  const [due, { questions, total }] = await Promise.all([
    done && user_id ? findPromise(db, user_id, product.id) : null,
    listQuestions(db, product.id, { limit: shownQuestions }),
  ]);
  return {
    device: requestContext.device,
    product,
    done,
    due: due && untilWords(due, requestContext.department.time_zone),
    name: requestContext.account ? offeredName(requestContext.account.full_name) : '',
    is_guest: requestContext.account === null,
    asked: questions.map((question) => questionView(question, requestContext.department.time_zone)),
    asked_total: total,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, requestContext, keys } = context.get(shop);
  const product = await findReviewedProduct(db, params.slug);
  if (!product) throw notFound();
  const form = await request.formData();
  return answerForm(askQuestionUrl(product.slug), 'question', form, async () => {
    // What fills the trap is a program, and is thanked like everybody.
    if (textOf(form, ownFields.trap) !== '') return;
    if (requestContext.account) refuseWhileActing(requestContext.account);
    const user_id = requestContext.account?.user_id ?? null;
    const fields = checkForm(sentQuestionForm(user_id === null), form);
    const email = fields.email?.toLowerCase();
    const who = email ? [email, `address ${requestContext.address}`] : [`user ${user_id}`];
    await takeQuestionLimit(db, who);
    const requester = { department_id_1c: requestContext.department.id_1c, origin: requestContext.origin };
    await db.transaction().execute(async (db) => {
      const consent = { purpose: 'personal_data', form: 'question', address: requestContext.address } as const;
      if (email) await giveConsent(db, { ...consent, subject: email, user_id });
      await askQuestion(db, keys, requester, { user_id }, product.id, fields);
    });
  });
}

export default function AskQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { device, product, done, due, is_guest, asked, asked_total } = loaderData;
  return (
    <>
      <Breadcrumbs
        crumbs={[homeCrumb, { name: product.name, url: productUrl(product.slug) }]}
        here="Вопрос"
        device={device}
      />
      <div className={asked.length > 0 ? 'rbeside' : undefined}>
        <div className="rwrite">
          <h1>Вопрос о товаре</h1>
          <ProductLine product={product} />
          {done ? (
            <Note kind="ok" role="status">
              {is_guest
                ? 'Остался один шаг: откройте ссылку в письме, и вопрос увидит филиал. Ответ придёт на ту же почту.'
                : `Вопрос отправлен в филиал. ${due ? `Ответим до ${due}: ответ` : 'Ответ'} придёт на вашу почту и появится на странице товара.`}{' '}
              <Link className="link" to={productUrl(product.slug)}>
                К товару
              </Link>
            </Note>
          ) : (
            <QuestionForm page={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />
          )}
        </div>
        {asked.length > 0 ? (
          <aside className="rbeside__side" aria-labelledby="asked-title">
            <h2 className="h3" id="asked-title">
              Уже спрашивали
            </h2>
            <ul>
              {asked.map((question) => (
                <QuestionItem key={question.id} question={question} />
              ))}
            </ul>
            {asked_total > asked.length ? (
              <Link className="link" to={productQuestionsUrl(product.slug)}>
                Все вопросы: {asked_total}
              </Link>
            ) : null}
          </aside>
        ) : null}
      </div>
    </>
  );
}

type PageData = Awaited<ReturnType<typeof loader>>;

function QuestionForm({ page, answer }: { page: PageData; answer: FormAnswer | null }) {
  const { is_guest, product, name } = page;
  const check = useFormCheck(sentQuestionForm(is_guest), answer, { values: { author_name: name } });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form
      method="post"
      action={askQuestionUrl(product.slug)}
      className="sheet rwrite__form"
      id="question"
      {...check.form}
    >
      <FormError words={answer?.error} />
      <FormField of={check} name="text" />
      <FormField of={check} name="author_name" />
      {is_guest ? (
        <>
          <FormField of={check} name="email" />
          <Trap />
          <ConsentFields of={check} />
        </>
      ) : null}
      <p className="row reviews__more">
        <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
          Задать вопрос
        </button>
        <Link className="link" to={productUrl(product.slug)}>
          К товару
        </Link>
      </p>
    </Form>
  );
}
