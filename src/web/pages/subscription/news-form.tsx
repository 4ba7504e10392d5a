import { Form, useNavigation } from 'react-router';
import { newsForm, subscribedWords } from '#modules/subscriptions/schema.ts';
import { newsUrl } from '#shared/urls.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';

type NewsFormProps = { isDone: boolean; email: string; answer: FormAnswer | null };

/** The footer's subscription as a page of its own: where its form leads without JavaScript. */
export function NewsForm({ isDone, email, answer }: NewsFormProps) {
  const check = useFormCheck(newsForm, answer, { prefix: 'news-', values: { email } });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="narrow-page" id="news">
      <h1>Скидки и новинки на почту</h1>
      {isDone && !answer ? (
        <>
          <Note kind="ok" role="status">
            {subscribedWords}
          </Note>
          <p className="soft">
            Если адрес для нас новый, мы отправили на него письмо со ссылкой: подтвердите адрес, и раз в неделю будут
            приходить скидки и новинки.
          </p>
        </>
      ) : (
        <>
          <p className="soft">
            Письмо раз в неделю: только товары, которые есть в вашем городе. Отписаться можно в один клик.
          </p>
          <FormError words={answer?.error} />
          <Form method="post" action={newsUrl()} className="form form--narrow" {...check.form}>
            <FormField of={check} name="email" />
            <ConsentFields of={check} />
            <div className="row row--wrap">
              <button type="submit" className="btn btn--primary" name="intent" value="subscribe" aria-busy={isBusy}>
                Подписаться
              </button>
            </div>
          </Form>
        </>
      )}
    </div>
  );
}
