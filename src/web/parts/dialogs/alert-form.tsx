import { Link } from 'react-router';
import { type AlertTopic, alertProblems, frequencies } from '#modules/subscriptions/schema.ts';
import { infoUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Field, SelectField } from '#web/ui/field.tsx';
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

type AlertFieldsProps = {
  /** Goes before every id: dialog and page may stand in one document. */
  prefix: string;
  found: AlertData;
  answer: FormAnswer | null;
  /** What the browser found; without it, what the server said. */
  errors?: Record<string, string | undefined>;
};

/** What is asked of whoever wants to be told. */
export function AlertFields({ prefix, found, answer, errors = answer?.errors ?? {} }: AlertFieldsProps) {
  const shared = (name: string) => ({ id: `${prefix}-${name}`, name, error: errors[name] ?? null });
  return (
    <>
      <p className="soft">
        {found.topic === 'price_drops'
          ? `Сейчас в ${found.city} товар стоит ${found.price}. Когда цена станет ниже, придёт письмо.`
          : `Когда товар появится в ${found.city}, придёт одно письмо, и уведомление отключится само.`}
      </p>
      {answer?.error ? (
        <Note kind="err" role="alert">
          {answer.error}
        </Note>
      ) : null}
      <Field
        {...shared('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        label="Email"
        required
        maxLength={254}
        defaultValue={answer?.values?.email ?? found.email}
      />
      <SelectField
        {...shared('frequency')}
        label="Как часто писать"
        defaultValue={answer?.values?.frequency ?? 'at_once'}
      >
        {Object.entries(frequencies).map(([frequency, words]) => (
          <option key={frequency} value={frequency}>
            {words}
          </option>
        ))}
      </SelectField>
      <Tick
        {...shared('consent_personal_data')}
        value="1"
        defaultChecked={Boolean(answer?.values?.consent_personal_data)}
      >
        Согласен на{' '}
        <Link className="link" to={infoUrl('consent-personal-data')} target="_blank">
          обработку персональных данных
        </Link>
      </Tick>
    </>
  );
}

/** Instead of the form: it is done, or there is nothing to wait for. */
export function AlertSaid({ found, isDone }: { found: AlertData; isDone: boolean }) {
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
        На адрес, который мы ещё не знаем, отправлено письмо со ссылкой: подтвердите его, и уведомление начнёт работать.
        Отключить его можно по ссылке в любом письме.
      </p>
    </>
  );
}

/** The rules of the form as it stands. */
export function problemsOf(form: FormData): Record<string, string> {
  return alertProblems({
    email: String(form.get('email') ?? ''),
    frequency: String(form.get('frequency') ?? ''),
    consent_personal_data: form.has('consent_personal_data'),
  });
}
