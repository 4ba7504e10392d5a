import '../../parts/reviews/reviews.css';
import { redirect } from 'react-router';
import { isSoldHere } from '#modules/catalogue/offers.ts';
import { listQuestions } from '#modules/reviews/queries.ts';
import { questionsOnPage } from '#modules/reviews/schema.ts';
import { inCity } from '#shared/cities.ts';
import { countOf } from '#shared/plurals.ts';
import { askQuestionUrl, productQuestionsUrl } from '#shared/review-urls.ts';
import { homeCrumb, productUrl } from '#shared/urls.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { questionView } from '#web/parts/reviews/read-reviews.ts';
import { QuestionItem } from '#web/parts/reviews/review-parts.tsx';
import { breadcrumbList, faqPage } from '#web/parts/seo/json-ld.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import type { Route } from './+types/questions-route.ts';
import { findProduct } from './find-product.ts';
import { Reviewed } from './reviewed.tsx';

/** All questions about a product with the shop's answers, ten on a page. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const product = await findProduct(found, params.slug, (slug) => productQuestionsUrl(slug));
  const { slug, name } = product;
  const query = new URL(request.url).searchParams;
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  const clean = productQuestionsUrl(slug, page);
  if (new URL(clean, request.url).search !== new URL(request.url).search) throw redirect(clean, 302);
  const { questions, total } = await listQuestions(db, product.id, { page });
  if (page > 1 && questions.length === 0) throw notFound();
  const crumbs = [homeCrumb, { name, url: productUrl(slug) }];
  const answered = questions.flatMap(({ text, answer, is_demo }) =>
    answer && !is_demo ? [{ question: text, answer }] : [],
  );
  return {
    device: requestContext.device,
    crumbs,
    slug,
    product: listed(product),
    page,
    pages: Math.max(1, Math.ceil(total / questionsOnPage)),
    total,
    questions: questions.map((question) => questionView(question, requestContext.department.time_zone)),
    seo: seoOf(requestContext, {
      title: `Вопросы и ответы: ${name} ${inCity(requestContext.department.names_cases.prepositional)} — ИДД`,
      description: `Вопросы покупателей о товаре «${name}» и ответы магазина.`,
      path: productQuestionsUrl(slug),
      isIndexable: page === 1 && answered.length > 0 && isSoldHere(product),
      image: product.images[0],
      jsonLd: [
        breadcrumbList(requestContext.origin, crumbs, 'Вопросы и ответы'),
        ...(answered.length > 0 ? [faqPage(answered)] : []),
      ],
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export default function Questions({ loaderData }: Route.ComponentProps) {
  const { device, crumbs, slug, product, page, pages, total, questions } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here="Вопросы и ответы" device={device} />
      <div className="title">
        <h1>Вопросы о товаре</h1>
        <span>{countOf(total, 'вопрос', 'вопроса', 'вопросов')}</span>
      </div>
      <Reviewed product={product} />
      <div className="cols2 reviews__cols">
        <div>
          {total > 0 ? (
            <ul>
              {questions.map((question) => (
                <QuestionItem key={question.id} question={question} />
              ))}
            </ul>
          ) : (
            <p className="soft reviews__none">Вопросов пока нет. Спросите: ответит филиал вашего города.</p>
          )}
          {pages > 1 ? (
            <Pager current={page} first={page} pages={pages} urlOf={(number) => productQuestionsUrl(slug, number)} />
          ) : null}
        </div>
        <aside className="reviews__side" aria-label="Свой вопрос">
          <section className="panel panel--quiet reviews__ask">
            <h2 className="h3">Не нашли ответа?</h2>
            <p className="soft">Спросите: ответит филиал вашего города, ответ придёт письмом и останется здесь.</p>
            <Link className="btn btn--primary" to={askQuestionUrl(slug)}>
              Задать вопрос
            </Link>
          </section>
          <Link className="link" to={productUrl(slug)}>
            К товару
          </Link>
        </aside>
      </div>
    </>
  );
}
