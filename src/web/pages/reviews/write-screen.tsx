import { Form, useLocation, useNavigation } from 'react-router';
import { sentReviewForm, starWords } from '#modules/reviews/schema.ts';
import { productReviewsUrl, writeReviewUrl } from '#shared/review-urls.ts';
import { unbroken } from '#shared/unbroken.ts';
import { findOrderUrl, homeCrumb, loginUrl, productUrl } from '#shared/urls.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FieldProps, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { ReviewArea } from '#web/parts/reviews/product-block.tsx';
import { ReviewItem } from '#web/parts/reviews/review-parts.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Tick } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Required } from '#web/ui/required.tsx';
import type { WritePage } from './write-route.tsx';

export function WriteScreen({ page, answer }: { page: WritePage; answer: FormAnswer | null }) {
  const { product, line, own, due, is_done, reviews } = page;
  return (
    <>
      <Breadcrumbs
        crumbs={[homeCrumb, { name: product.name, url: productUrl(product.slug) }]}
        here="Отзыв"
        device={page.device}
      />
      <div className={reviews.length > 0 ? 'rbeside' : undefined}>
        <div className="rwrite">
          <h1>Отзыв о товаре</h1>
          <ProductLine product={product} />
          {is_done && own ? (
            <Note kind="ok" role="status">
              Спасибо. Отзыв отправлен на проверку. {due ? `Решим до ${due} и напишем` : 'Когда решим, напишем'}
              {own.state === 'new' && line?.email ? ` на ${line.email}` : ' на вашу почту'}. До этого его можно изменить
              здесь же.
            </Note>
          ) : null}
          {!line ? (
            <NotBought page={page} />
          ) : own?.state === 'approved' ? (
            <Note kind="ok">
              Ваш отзыв опубликован.{' '}
              <Link className="link" to={`${productUrl(product.slug)}#reviews`}>
                Открыть страницу товара
              </Link>
            </Note>
          ) : (
            <ReviewForm page={page} line={line} answer={answer} />
          )}
        </div>
        {reviews.length > 0 ? (
          <ReviewArea className="rbeside__side">
            <h2 className="h3">Что уже пишут</h2>
            <ul>
              {reviews.map((review) => (
                <ReviewItem key={review.id} review={review} back={writeReviewUrl(product.slug)} />
              ))}
            </ul>
            <Link className="link" to={productReviewsUrl(product.slug)}>
              Все отзывы
            </Link>
          </ReviewArea>
        ) : null}
      </div>
    </>
  );
}

export function ProductLine({ product }: { product: { slug: string; name: string; image: string | null } }) {
  return (
    <p className="row rwrite__product">
      <span className="pic">
        {product.image ? <Picture path={product.image} width={64} height={64} alt="" /> : <Icon name="package" />}
      </span>
      <Link className="link" to={productUrl(product.slug)}>
        {unbroken(product.name)}
      </Link>
    </p>
  );
}

function NotBought({ page: { product, is_signed_in } }: { page: WritePage }) {
  return (
    <section className="sheet rwrite__form">
      <p>
        {is_signed_in
          ? 'В вашем кабинете нет полученного заказа с этим товаром, поэтому отзыв пока не написать.'
          : 'Отзыв может оставить тот, кто получил этот товар в нашем магазине.'}
      </p>
      <p className="row reviews__more">
        {is_signed_in ? (
          <Link className="btn btn--primary" to={productUrl(product.slug)}>
            К товару
          </Link>
        ) : (
          <Link className="btn btn--primary" to={loginUrl(writeReviewUrl(product.slug))}>
            Войти
          </Link>
        )}
        <Link className="link" to={findOrderUrl()}>
          Я заказывал без входа: прислать ссылку на заказ
        </Link>
      </p>
    </section>
  );
}

type Line = NonNullable<WritePage['line']>;

function ReviewForm({ page, line, answer }: { page: WritePage; line: Line; answer: FormAnswer | null }) {
  const { own } = page;
  const check = useFormCheck(sentReviewForm(line.needs_consent, page.photos), answer, {
    values: own
      ? { author_name: own.author_name, rating: String(own.rating), text: own.text, pros: own.pros, cons: own.cons }
      : { author_name: line.name },
  });
  const isBusy = useNavigation().state !== 'idle';
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('done');
  return (
    <Form
      method="post"
      action={writeReviewUrl(page.product.slug) + (query.size > 0 ? `?${query}` : '')}
      encType="multipart/form-data"
      className="sheet rwrite__form"
      id="review"
      {...check.form}
    >
      <p className="small soft">Вы получили товар {line.received}. Отзыв будет с отметкой «Подтверждённая покупка».</p>
      {own?.state === 'refused' ? (
        <Note kind="warn">Отзыв не опубликован: {own.reason}. Исправьте и отправьте ещё раз.</Note>
      ) : null}
      {own?.state === 'new' ? <Note>Ваш отзыв ждёт проверки. Пока её нет, его можно изменить.</Note> : null}
      <FormError words={answer?.error} />
      <StarField {...check.field('rating')} />
      <FormField of={check} name="text" />
      <FormField of={check} name="pros" />
      <FormField of={check} name="cons" />
      {page.photos > 0 ? <FormField of={check} name="photos" /> : null}
      {own && own.photos > 0 ? (
        <Tick name="drop_photos" value="1">
          Убрать приложенные раньше фотографии: {own.photos}
        </Tick>
      ) : null}
      <FormField of={check} name="author_name" />
      <ConsentFields of={check} />
      <p className="row reviews__more">
        <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
          {own ? 'Сохранить изменения' : 'Отправить отзыв'}
        </button>
        <Link className="link" to={productUrl(page.product.slug)}>
          К товару
        </Link>
      </p>
    </Form>
  );
}

function StarField({ label, defaultValue, error }: FieldProps) {
  return (
    <fieldset className="rstars" aria-describedby={error ? 'rating-error' : undefined}>
      <legend className="field__label">
        {label}
        <Required />
      </legend>
      <div className="rstars__row">
        {['5', '4', '3', '2', '1'].map((stars) => (
          <label key={stars} className="rstars__one">
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={defaultValue === stars}
              aria-invalid={error ? true : undefined}
            />
            <Icon name="star" filled />
            <b className="b num">{stars}</b>
            <span>{starWords[stars]}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id="rating-error">{error}</FieldError> : null}
    </fieldset>
  );
}
