import { type FormEvent, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { plural } from '#shared/plurals.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { CodeField } from './code-field.tsx';
import type { CodeAnswer, SignInIntent } from './sign-in-state.ts';
import { intentOf, SendButton, type StepsProps, signInPrefix } from './step-form.tsx';

/**
 * The code of the email. A wrong one says nothing (S8-06), so this form has no sentences of its own and sends itself
 * when it is complete.
 */
export function CodeStep({ action, isBusy, send, go, answer }: StepsProps & { answer: CodeAnswer }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const intent = (intentOf(event) ?? 'sign-in-by-code') as SignInIntent;
    const auth_code = String(new FormData(event.currentTarget).get('auth_code')).replace(/\D/g, '');
    const isUnfinished = intent === 'sign-in-by-code' && auth_code.length < 6;
    const values = {
      email: answer.email,
      auth_code,
      ...(answer.consent_personal_data && { consent_personal_data: '1' }),
    };
    if (isBusy || isUnfinished || send) event.preventDefault();
    if (isBusy || isUnfinished || !send) return;
    if (intent === 'change-email' && go) go({ step: 'email', answer: { values } });
    else send(intent, values);
  };
  return (
    <Form method="post" action={action} noValidate className="signin__code" onSubmit={submit}>
      {/* Enter presses a form's first button. */}
      <button type="submit" name="intent" value="sign-in-by-code" className="sr" tabIndex={-1} aria-hidden="true" />
      <p className="signin__sent">
        Код отправлен на <b className="b">{answer.email}</b>{' '}
        <button type="submit" name="intent" value="change-email" className="link small">
          Изменить
        </button>
      </p>
      <FormError words={answer.error} className="signin__err" />
      <input type="hidden" name="email" value={answer.email} />
      <input type="hidden" name="resend_at" value={answer.resend_at} />
      <input type="hidden" name="tries_left" value={answer.tries_left} />
      {answer.consent_personal_data ? <input type="hidden" name="consent_personal_data" value="1" /> : null}
      <CodeField
        key={`${answer.resend_at} ${answer.tries_left}`}
        id={`${signInPrefix}auth_code`}
        isWrong={answer.is_wrong}
        describedBy={`${signInPrefix}tries`}
      />
      <p className="small soft num signin__again">
        {isBusy ? 'Проверяем…' : <Resend seconds={answer.resend_in} at={answer.resend_at} />}{' '}
        <span id={`${signInPrefix}tries`} role="status">
          {triesWords(answer.tries_left)}
        </span>
      </p>
      <noscript>
        <SendButton intent="sign-in-by-code" isBusy={false} busyWords="">
          Войти
        </SendButton>
      </noscript>
    </Form>
  );
}

/** The countdown, then the button; without JavaScript the button stands at once and the server watches the minute. */
function Resend({ seconds, at }: { seconds: number; at: number }) {
  const left = useSecondsLeft(seconds, at);
  if (left > 0) {
    return (
      <span>
        Отправить ещё раз через {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}.
      </span>
    );
  }
  return (
    <button type="submit" name="intent" value="resend" className="link">
      Отправить ещё раз
    </button>
  );
}

/** 0 on the server; in the browser it counts down from the arrival of the answer, whatever clock the server has. */
function useSecondsLeft(seconds: number, of: number): number {
  const [left, setLeft] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each email starts its own count
  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [of]);
  return left;
}

function triesWords(left: number): string {
  if (left <= 0) return 'Попыток не осталось: запросите новый код.';
  return `${plural(left, 'Осталась', 'Осталось', 'Осталось')} ${left} ${plural(left, 'попытка', 'попытки', 'попыток')}.`;
}
