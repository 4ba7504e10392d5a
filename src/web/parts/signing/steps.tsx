import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form, Link } from 'react-router';
import { plural } from '#shared/plurals.ts';
import { forgotPasswordUrl, infoUrl, loginUrl, signupUrl, yandexUrl } from '#shared/urls.ts';
import { Tick } from '#web/ui/choice.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import {
  type CodeSaid,
  emailRules,
  nameRules,
  nothingSaid,
  passwordRules,
  type Said,
  type SignInIntent,
  type SignInState,
  type Values,
} from './sign-in-state.ts';
import { useFormCheck } from './use-form-check.ts';

export type StepsProps = {
  state: SignInState;
  /** Where the forms go: the page they stand on, or /login/ for the dialog. */
  action: string;
  back: string;
  isBusy: boolean;
  hasYandex: boolean;
  /** The step is one part of a page among others: it takes the focus only when something was sent. */
  isBeside?: boolean;
  /** The dialog sends the values itself and moves between steps; on a page both are left to forms and links. */
  send?: ((intent: SignInIntent, values: Values) => void) | undefined;
  go?: ((state: SignInState) => void) | undefined;
};

/** One step of signing in (S4-05): the same markup in the dialog and, working without JavaScript, on the pages. */
export function SignInStep(props: StepsProps) {
  const { state } = props;
  switch (state.step) {
    case 'ways':
      return <Ways {...props} />;
    case 'email':
      return <EmailStep {...props} said={state.said} />;
    case 'entry':
      return <CodeStep {...props} said={state.said} />;
    case 'password':
      return <PasswordStep {...props} said={state.said} />;
    case 'name':
      return <NameStep {...props} said={state.said} />;
  }
}

function Ways({ back, hasYandex, go }: StepsProps) {
  const choose = (step: 'email' | 'password') => (event: React.MouseEvent) => {
    if (!go) return;
    event.preventDefault();
    go({ step, said: nothingSaid });
  };
  return (
    <>
      <p className="soft signin__lead">Заказы, бонусы и цены для бизнеса</p>
      <div className="signin__ways">
        <Link className="btn btn--primary btn--lg" to={wayUrl('code', back)} onClick={choose('email')}>
          <Icon name="mail" />
          По коду из письма
        </Link>
        <Link className="btn btn--line btn--lg" to={wayUrl('password', back)} onClick={choose('password')}>
          <Icon name="key-round" />
          По паролю
        </Link>
        {hasYandex ? <YandexButton back={back} /> : null}
      </div>
      <p className="small soft signin__foot">
        Нет кабинета?{' '}
        <Link className="link" to={signupUrl(back)}>
          Зарегистрируйтесь
        </Link>
        , это займёт минуту.
      </p>
    </>
  );
}

function YandexButton({ back }: { back: string }) {
  return (
    <a className="btn btn--lg btn--dark" href={yandexUrl(back)}>
      <Icon name="circle-user" />
      Через Яндекс ID
    </a>
  );
}

type StepProps = StepsProps & { said: Said };

function EmailStep({ said, isBeside = false, ...props }: StepProps) {
  const { form, field, tick, mayGo, valuesNow } = useFormCheck(() => emailRules, said.errors, idOf);
  useFirstField(isBeside && said === nothingSaid ? null : 'email');
  return (
    <StepForm {...props} form={form} mayGo={mayGo} values={valuesNow}>
      <ErrorBox>{said.message}</ErrorBox>
      <Field
        {...field('email')}
        label="E-mail"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={said.values.email}
      />
      <Tick {...tick('consent_personal_data')} defaultChecked={Boolean(said.values.consent_personal_data)}>
        Согласен на <PersonalDataLink />
      </Tick>
      <SendButton intent="request-code" isBusy={props.isBusy} busyWords="Отправляем…">
        Получить код
      </SendButton>
      <OtherWay {...props} />
    </StepForm>
  );
}

function CodeStep({ action, isBusy, send, go, said }: StepsProps & { said: CodeSaid }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const intent = (button?.value ?? 'sign-in-by-code') as SignInIntent;
    const auth_code = String(new FormData(event.currentTarget).get('auth_code')).replace(/\D/g, '');
    const isUnfinished = intent === 'sign-in-by-code' && auth_code.length < 6;
    const values = { email: said.email, auth_code, ...(said.consent_personal_data && { consent_personal_data: '1' }) };
    if (isBusy || isUnfinished || send) event.preventDefault();
    if (isBusy || isUnfinished || !send) return;
    if (intent === 'change-email' && go) go({ step: 'email', said: { ...nothingSaid, values } });
    else send(intent, values);
  };
  return (
    <Form method="post" action={action} noValidate className="signin__code" onSubmit={submit}>
      {/* Enter presses a form's first button. */}
      <button type="submit" name="intent" value="sign-in-by-code" className="sr" tabIndex={-1} aria-hidden="true" />
      <p className="signin__sent">
        Код отправлен на <b className="b">{said.email}</b>{' '}
        <button type="submit" name="intent" value="change-email" className="link small">
          Изменить
        </button>
      </p>
      <ErrorBox>{said.message}</ErrorBox>
      <input type="hidden" name="email" value={said.email} />
      <input type="hidden" name="resend_at" value={said.resend_at} />
      <input type="hidden" name="tries_left" value={said.tries_left} />
      {said.consent_personal_data ? <input type="hidden" name="consent_personal_data" value="1" /> : null}
      <CodeField
        key={`${said.resend_at} ${said.tries_left}`}
        id={idOf('auth_code')}
        isWrong={said.is_wrong}
        describedBy={idOf('tries')}
      />
      <p className="small soft num signin__again">
        {isBusy ? 'Проверяем…' : <Resend seconds={said.resend_in} at={said.resend_at} />}{' '}
        <span id={idOf('tries')} role="status">
          {triesWords(said.tries_left)}
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

/** 0 on the server; in the browser it counts down from the arrival of the letter's answer, whatever clock the server has. */
function useSecondsLeft(seconds: number, of: number): number {
  const [left, setLeft] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts its own count
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

function PasswordStep({ said, ...props }: StepProps) {
  const { form, field, mayGo, valuesNow } = useFormCheck(() => passwordRules, said.errors, idOf);
  useFirstField('username');
  return (
    <StepForm {...props} form={form} mayGo={mayGo} values={valuesNow}>
      <ErrorBox>{said.message}</ErrorBox>
      <Field
        {...field('username')}
        label="E-mail"
        required
        type="email"
        autoComplete="username"
        maxLength={254}
        defaultValue={said.values.username}
      />
      <PasswordField
        {...field('password')}
        label="Пароль"
        autoComplete="current-password"
        aside={
          <Link className="link" to={forgotPasswordUrl(props.back)}>
            Забыли пароль?
          </Link>
        }
      />
      <SendButton intent="sign-in-by-password" isBusy={props.isBusy} busyWords="Входим…">
        Войти
      </SendButton>
      <OtherWay {...props} />
    </StepForm>
  );
}

/** The last step of somebody new: the address is proven, the account is made with this form. */
function NameStep({ said, ...props }: StepProps) {
  const { form, errors, field, tick, mayGo, valuesNow } = useFormCheck(nameRules, said.errors, idOf);
  const { values } = said;
  useFirstField('full_name');
  return (
    <StepForm {...props} form={form} mayGo={mayGo} values={valuesNow}>
      <p className="soft">Почта подтверждена. Осталось представиться.</p>
      <ErrorBox>{said.message}</ErrorBox>
      <ErrorSummary broken={brokenFields(errors, nameLabels)} />
      <input type="hidden" name="proof" value={values.proof} />
      <Field
        {...field('full_name')}
        label="Имя и фамилия"
        required
        autoComplete="name"
        maxLength={120}
        defaultValue={values.full_name}
      />
      <div className="signin__firm">
        <Tick name="is_company" id={idOf('is_company')} value="1" defaultChecked={Boolean(values.is_company)}>
          Покупаю для компании
        </Tick>
        <Field
          {...field('inn')}
          label="ИНН"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={values.inn}
          hint="10 цифр у организации, 12 у предпринимателя"
        />
      </div>
      <div>
        <Tick {...tick('consent_personal_data')} defaultChecked={Boolean(values.consent_personal_data)}>
          Согласен на <PersonalDataLink />
        </Tick>
        <Tick
          name="consent_advertising"
          id={idOf('consent_advertising')}
          value="1"
          defaultChecked={Boolean(values.consent_advertising)}
        >
          Хочу получать <ConsentLink slug="consent-advertising">рекламные сообщения</ConsentLink>
        </Tick>
      </div>
      <SendButton intent="sign-up" isBusy={props.isBusy} busyWords="Сохраняем…">
        Зарегистрироваться
      </SendButton>
    </StepForm>
  );
}

const nameLabels: Record<string, string> = {
  full_name: 'Имя и фамилия',
  inn: 'ИНН',
  consent_personal_data: 'Согласие на обработку персональных данных',
};

type StepFormProps = Pick<StepsProps, 'action' | 'send' | 'isBusy'> & {
  form: React.Ref<HTMLFormElement>;
  mayGo: (event: FormEvent) => boolean;
  values: () => Values;
  children: ReactNode;
};

function StepForm({ action, send, isBusy, form, mayGo, values, children }: StepFormProps) {
  const submit = (event: FormEvent) => {
    if (isBusy) return event.preventDefault();
    if (!mayGo(event) || !send) return;
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    send(button?.value as SignInIntent, values());
  };
  return (
    <Form ref={form} method="post" action={action} noValidate className="signin__form" onSubmit={submit}>
      {children}
    </Form>
  );
}

/** S8-05: what the server refused, in one box, its lines one under another. */
export function ErrorBox({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <Note kind="err" role="alert" className="signin__err">
      {children}
    </Note>
  );
}

/** One broken field has the focus and needs no list. */
function brokenFields(errors: Values, labels: Record<string, string>) {
  const broken = Object.keys(labels).filter((name) => errors[name]);
  return broken.length < 2 ? [] : broken.map((name) => ({ id: idOf(name), text: labels[name]! }));
}

type SendButtonProps = { intent: string; isBusy: boolean; busyWords: string; children: ReactNode };

export function SendButton({ intent, isBusy, busyWords, children }: SendButtonProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="btn btn--primary btn--lg btn--wide"
      aria-busy={isBusy}
    >
      {isBusy ? <span className="spin" aria-hidden="true" /> : null}
      {isBusy ? busyWords : children}
    </button>
  );
}

function PersonalDataLink() {
  return <ConsentLink slug="consent-personal-data">обработку персональных данных</ConsentLink>;
}

function ConsentLink({ slug, children }: { slug: string; children: ReactNode }) {
  return (
    <Link className="link" to={infoUrl(slug)} target="_blank">
      {children}
    </Link>
  );
}

function OtherWay({ back, go }: Pick<StepsProps, 'back' | 'go'>) {
  return (
    <Link
      className="btn btn--wide signin__other"
      to={loginUrl(back)}
      onClick={(event) => {
        if (!go) return;
        event.preventDefault();
        go({ step: 'ways' });
      }}
    >
      <Icon name="arrow-left" />
      Другой способ
    </Link>
  );
}

/** A step that has just come is where the visitor goes on. */
function useFirstField(name: string | null): void {
  useEffect(() => {
    if (name) document.getElementById(idOf(name))?.focus({ preventScroll: true });
  }, [name]);
}

/** Fields of the dialog stand over a page that may have an e-mail field of its own. */
export function idOf(name: string): string {
  return `signin-${name}`;
}

function wayUrl(way: 'code' | 'password', back: string): string {
  return `/login/?${new URLSearchParams({ way, ...(back && { back }) })}`;
}
