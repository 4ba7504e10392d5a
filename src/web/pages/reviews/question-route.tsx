import '../../parts/reviews/reviews.css';
import { Form, Link, useNavigation } from 'react-router';
import { giveConsent } from '#modules/consents/consents.ts';
import { askQuestion, takeQuestionLimit } from '#modules/reviews/ask-question.ts';
import { findReviewedProduct } from '#modules/reviews/queries.ts';
import { questionProblems, reviewLimits } from '#modules/reviews/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { askQuestionUrl, homeUrl, infoUrl, productUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { type Problems, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/not-found.ts';
import { refuseWhileActing } from '#web/parts/request/require-account.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Tick } from '#web/ui/choice.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/question-route.ts';
import { offeredName } from './buyer-key.ts';
import { ProductLine } from './write-screen.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Вопрос: ${loaderData.product.name}` : 'Вопрос'} — ИДД` },
  { name: 'robots', content: 'noindex' },
];

/** A question about a product: of anyone signed in, or of a guest who then proves the e-mail by a letter. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, visit } = context.get(shop);
  const product = await findReviewedProduct(db, params.slug);
  if (!product) throw notFound();
  return {
    device: visit.device,
    product,
    done: new URL(request.url).searchParams.get('done') === 'question',
    name: visit.account ? offeredName(visit.account.full_name) : '',
    is_guest: visit.account === null,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, visit, config } = context.get(shop);
  const product = await findReviewedProduct(db, params.slug);
  if (!product) throw notFound();
  const form = await request.formData();
  return answerForm(askQuestionUrl(product.slug), 'question', form, async () => {
    // A field that people do not see: what fills it is a program, and is thanked like everybody.
    if (textOf(form, 'site') !== '') return;
    if (visit.account) refuseWhileActing(visit.account);
    const user_id = visit.account?.user_id ?? null;
    const fields = {
      text: textOf(form, 'text'),
      author_name: textOf(form, 'author_name'),
      email: textOf(form, 'email'),
    };
    const problems: Record<string, string> = { ...questionProblems(fields, user_id === null) };
    if (user_id === null && !form.get('consent_personal_data'))
      problems.consent_personal_data = 'Обязательно для выбора';
    if (Object.keys(problems).length > 0) throw new Refusal('bad_input', { fields: problems });
    const who = user_id === null ? [fields.email.toLowerCase(), `address ${visit.address}`] : [`user ${user_id}`];
    await takeQuestionLimit(db, who);
    const keys = await secretKeys(db, config.SECRET_KEYS);
    const seat = { department_id_1c: visit.department.id_1c, origin: visit.origin };
    await db.transaction().execute(async (db) => {
      if (user_id === null)
        await giveConsent(db, {
          purpose: 'personal_data',
          form: 'question',
          subject: fields.email.toLowerCase(),
          address: visit.address,
          user_id,
        });
      await askQuestion(db, keys, seat, { user_id }, product.id, fields);
    });
  });
}

export default function AskQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { device, product, done, is_guest } = loaderData;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { name: 'Главная', url: homeUrl() },
          { name: product.name, url: productUrl(product.slug) },
        ]}
        here="Вопрос"
        device={device}
      />
      <div className="rwrite">
        <h1>Вопрос о товаре</h1>
        <ProductLine product={product} />
        {done ? (
          <Note kind="ok" role="status">
            {is_guest
              ? 'Остался один шаг: откройте ссылку в письме, и вопрос увидит филиал. Ответ придёт на ту же почту.'
              : 'Вопрос отправлен в филиал. Ответ придёт на вашу почту и появится на странице товара.'}{' '}
            <Link className="link" to={productUrl(product.slug)}>
              К товару
            </Link>
          </Note>
        ) : (
          <QuestionForm page={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />
        )}
      </div>
    </>
  );
}

type PageData = Awaited<ReturnType<typeof loader>>;

function QuestionForm({ page, answer }: { page: PageData; answer: FormAnswer | null }) {
  const { is_guest, product, name } = page;
  const { errors, handlers } = useFormCheck(answer, (form) => check(form, is_guest));
  const isBusy = useNavigation().state !== 'idle';
  const typed: Record<string, string> = { author_name: name, ...answer?.values };
  return (
    <Form
      method="post"
      action={askQuestionUrl(product.slug)}
      className="sheet rwrite__form"
      id="question"
      noValidate
      {...handlers}
    >
      {answer?.error ? (
        <Note kind="err" role="alert">
          {answer.error}
        </Note>
      ) : null}
      <TextArea
        name="text"
        label="Вопрос"
        required
        rows={5}
        maxLength={reviewLimits.question}
        defaultValue={typed.text}
        error={errors.text ?? null}
        hint="О свойствах и применении товара. О своём заказе спросите филиал по телефону или в кабинете."
      />
      <Field
        name="author_name"
        label="Подпись"
        required
        maxLength={reviewLimits.name}
        autoComplete="nickname"
        defaultValue={typed.author_name}
        error={errors.author_name ?? null}
        hint="Её увидят все. Можно указать только имя."
      />
      {is_guest ? (
        <>
          <Field
            type="email"
            name="email"
            label="Почта для ответа"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={typed.email}
            error={errors.email ?? null}
            hint="Её никто не увидит. Сначала пришлём письмо, чтобы убедиться, что она ваша."
          />
          <div className="rwrite__trap" aria-hidden="true">
            <label>
              Сайт
              <input name="site" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <Tick
            name="consent_personal_data"
            value="1"
            defaultChecked={typed.consent_personal_data === '1'}
            error={errors.consent_personal_data ?? null}
          >
            Согласен на{' '}
            <a className="link" href={infoUrl('consent-personal-data')} target="_blank" rel="noreferrer">
              обработку персональных данных
            </a>
          </Tick>
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

function check(form: FormData, isGuest: boolean): Problems {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    ...questionProblems({ text: text('text'), author_name: text('author_name'), email: text('email').trim() }, isGuest),
    ...(isGuest && !form.get('consent_personal_data') && { consent_personal_data: 'Обязательно для выбора' }),
  };
}
