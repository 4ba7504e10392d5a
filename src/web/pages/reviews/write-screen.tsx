import { Form, Link, useLocation, useNavigation } from 'react-router';
import { photoAccept, photoProblem, reviewLimits, reviewProblems, starWords } from '#modules/reviews/schema.ts';
import { uploadProblem } from '#shared/upload-rules.ts';
import { findOrderUrl, homeUrl, infoUrl, loginUrl, productUrl, writeReviewUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { type Problems, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Tick } from '#web/ui/choice.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { WritePage } from './write-route.tsx';

export function WriteScreen({ page, answer }: { page: WritePage; answer: FormAnswer | null }) {
  const { product, line, own, is_done } = page;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { name: 'Главная', url: homeUrl() },
          { name: product.name, url: productUrl(product.slug) },
        ]}
        here="Отзыв"
        device={page.device}
      />
      <div className="rwrite">
        <h1>Отзыв о товаре</h1>
        <ProductLine product={product} />
        {is_done && own ? (
          <Note kind="ok" role="status">
            Спасибо! Отзыв отправлен на проверку. Когда решим, напишем
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
        {product.name}
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
  const { errors, handlers } = useFormCheck(answer, (form) => check(form, line.needs_consent));
  const isBusy = useNavigation().state !== 'idle';
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('done');
  const typed: Record<string, string> = {
    author_name: own?.author_name ?? line.name,
    rating: own ? String(own.rating) : '',
    text: own?.text ?? '',
    pros: own?.pros ?? '',
    cons: own?.cons ?? '',
    ...answer?.values,
  };
  return (
    <Form
      method="post"
      action={writeReviewUrl(page.product.slug) + (query.size > 0 ? `?${query}` : '')}
      encType="multipart/form-data"
      className="sheet rwrite__form"
      id="review"
      noValidate
      {...handlers}
    >
      <p className="small soft">Вы получили товар {line.received}. Отзыв будет с отметкой «Подтверждённая покупка».</p>
      {own?.state === 'refused' ? (
        <Note kind="warn">Отзыв не опубликован: {own.reason}. Исправьте и отправьте ещё раз.</Note>
      ) : null}
      {own?.state === 'new' ? <Note>Ваш отзыв ждёт проверки. Пока её нет, его можно изменить.</Note> : null}
      {answer?.error ? (
        <Note kind="err" role="alert">
          {answer.error}
        </Note>
      ) : null}
      <StarField value={typed.rating ?? ''} error={errors.rating} />
      <TextArea
        name="text"
        label="Отзыв"
        required
        rows={6}
        maxLength={reviewLimits.text}
        defaultValue={typed.text}
        error={errors.text ?? null}
        hint="Что делали, сколько ушло, что получилось. Без телефонов, адресов и ссылок."
      />
      <TextArea
        name="pros"
        label="Достоинства"
        maxLength={reviewLimits.side}
        defaultValue={typed.pros}
        error={errors.pros ?? null}
      />
      <TextArea
        name="cons"
        label="Недостатки"
        maxLength={reviewLimits.side}
        defaultValue={typed.cons}
        error={errors.cons ?? null}
      />
      <FileField
        name="photos"
        label="Фотографии"
        multiple
        accept={photoAccept}
        error={errors.photos ?? null}
        hint={`До ${reviewLimits.photos} фото png или jpg, каждое не больше 5 МБ. Место и время съёмки из файла удалим.`}
      />
      {own && own.photos > 0 ? (
        <Tick name="drop_photos" value="1">
          Убрать приложенные раньше фотографии: {own.photos}
        </Tick>
      ) : null}
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
      {line.needs_consent ? (
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
      ) : null}
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

function StarField({ value, error }: { value: string; error: string | undefined }) {
  return (
    <fieldset className="rstars" aria-describedby={error ? 'rating-error' : undefined}>
      <legend className="field__label">
        Оценка
        <span className="req" aria-hidden="true">
          {' '}
          *
        </span>
      </legend>
      <div className="rstars__row">
        {[5, 4, 3, 2, 1].map((stars) => (
          <label key={stars} className="rstars__one">
            <input type="radio" name="rating" value={stars} defaultChecked={value === String(stars)} />
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

function check(form: FormData, needsConsent: boolean): Problems {
  const text = (name: string) => String(form.get(name) ?? '');
  const files = form.getAll('photos').filter((file): file is File => file instanceof File && file.name !== '');
  const wrongFiles = photoProblem(files) ?? uploadProblem(files);
  return {
    ...reviewProblems({
      rating: text('rating'),
      text: text('text'),
      pros: text('pros'),
      cons: text('cons'),
      author_name: text('author_name'),
    }),
    ...(wrongFiles && { photos: wrongFiles }),
    ...(needsConsent && !form.get('consent_personal_data') && { consent_personal_data: 'Обязательно для выбора' }),
  };
}
