import { type AlertTopic, alertForm, type Frequency } from '#modules/subscriptions/schema.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FormCheck, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';

/** What the page of one product to be watched answers with, to itself and to the dialog. */
export type AlertData = {
  isDone: boolean;
  topic: AlertTopic;
  title: string;
  /** «Череповце». */
  city: string;
  product: { id: number; name: string; url: string };
  price: string | null;
  can_alert: boolean;
  email: string;
};

type AlertFieldsProps = { of: FormCheck<keyof typeof alertForm>; found: AlertData; answer: FormAnswer | null };

/** What is asked of whoever wants to be told. */
export function AlertFields({ of, found, answer }: AlertFieldsProps) {
  return (
    <>
      <p className="soft">
        {found.topic === 'price_drops'
          ? `Сейчас в ${found.city} товар стоит ${found.price}. Когда цена станет ниже, придёт письмо.`
          : `Когда товар появится в ${found.city}, придёт одно письмо, и уведомление отключится само.`}
      </p>
      <FormError words={answer?.error} />
      <FormField of={of} name="email" />
      {found.topic === 'price_drops' ? (
        <FormField of={of} name="frequency" />
      ) : (
        <input type="hidden" name="frequency" value={'at_once' satisfies Frequency} />
      )}
      <ConsentFields of={of} />
    </>
  );
}

/** The form's fields before anything is typed. */
export function useAlertForm(prefix: string, answer: FormAnswer | null, found: AlertData | undefined) {
  return useFormCheck(alertForm, answer, { prefix, values: { email: found?.email ?? '', frequency: 'at_once' } });
}

/** Instead of the form: it is done, or there is nothing to wait for. */
export function AlertNotice({ found, isDone }: { found: AlertData; isDone: boolean }) {
  if (!isDone) {
    return (
      <Note>
        {found.topic === 'back_in_stock'
          ? `Товар есть в наличии в ${found.city}: ждать нечего.`
          : 'Цены у этого товара сейчас нет: следить не за чем.'}
      </Note>
    );
  }
  return (
    <>
      <Note kind="ok" role="status">
        Готово, мы сообщим.
      </Note>
      <p className="soft">
        Если адрес для нас новый, мы отправили на него письмо со ссылкой: подтвердите адрес, и уведомление начнёт
        работать. Отключить его можно по ссылке в любом письме.
      </p>
    </>
  );
}
