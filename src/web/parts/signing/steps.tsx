import { useEffect } from 'react';
import { codeRequestForm, passwordForm, signUpForm } from '#shared/account-forms.ts';
import { forgotPasswordUrl, loginUrl, signupUrl, yandexUrl } from '#shared/urls.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { CodeStep } from './code-step.tsx';
import { PasswordField } from './password-field.tsx';
import { notAnswered } from './sign-in-state.ts';
import { OtherWay, SendButton, StepForm, type StepsProps, signInPrefix } from './step-form.tsx';

/** One step of signing in (S4-05): the same markup in the dialog and, working without JavaScript, on the pages. */
export function SignInStep(props: StepsProps) {
  const { state } = props;
  switch (state.step) {
    case 'ways':
      return <Ways {...props} />;
    case 'email':
      return <EmailStep {...props} answer={state.answer} />;
    case 'entry':
      return <CodeStep {...props} answer={state.answer} />;
    case 'password':
      return <PasswordStep {...props} answer={state.answer} />;
    case 'name':
      return <NameStep {...props} answer={state.answer} />;
  }
}

function Ways({ back, hasYandex, go }: StepsProps) {
  const choose = (step: 'email' | 'password') => (event: React.MouseEvent) => {
    if (!go) return;
    event.preventDefault();
    go({ step, answer: notAnswered });
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
        {hasYandex ? (
          <a className="btn btn--lg btn--dark" href={yandexUrl(back)}>
            <Icon name="circle-user" />
            Через Яндекс ID
          </a>
        ) : null}
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

type StepProps = StepsProps & { answer: FormAnswer };

function EmailStep({ answer, isBeside = false, isOnly = false, ...props }: StepProps) {
  const check = useFormCheck(codeRequestForm, answer, { prefix: signInPrefix });
  useFirstField(isBeside && answer === notAnswered ? null : 'email');
  return (
    <StepForm {...props} of={check}>
      <FormError words={answer.error} className="signin__err" />
      <FormField of={check} name="email" />
      <ConsentFields of={check} />
      <SendButton intent="request-code" isBusy={props.isBusy} busyWords="Отправляем…">
        Получить код
      </SendButton>
      {isOnly ? null : <OtherWay {...props} isBeside={isBeside} />}
    </StepForm>
  );
}

function PasswordStep({ answer, ...props }: StepProps) {
  const check = useFormCheck(passwordForm, answer, { prefix: signInPrefix });
  useFirstField('username');
  return (
    <StepForm {...props} of={check}>
      <FormError words={answer.error} className="signin__err" />
      <FormField of={check} name="username" />
      <PasswordField
        of={check}
        name="password"
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
function NameStep({ answer, ...props }: StepProps) {
  const check = useFormCheck(signUpForm, answer, { prefix: signInPrefix });
  // One broken field has the focus and needs no list.
  const broken = check.broken.length < 2 ? [] : check.broken.map(({ id, label }) => ({ id, text: label }));
  useFirstField('full_name');
  return (
    <StepForm {...props} of={check}>
      <p className="soft">Почта подтверждена. Осталось представиться.</p>
      <FormError words={answer.error} className="signin__err" />
      <ErrorSummary broken={broken} />
      <input type="hidden" name="proof" value={answer.values?.proof} />
      <FormField of={check} name="full_name" />
      <div className="signin__firm">
        <FormField of={check} name="is_company" />
        <FormField of={check} name="inn" />
      </div>
      <div>
        <ConsentFields of={check} />
      </div>
      <SendButton intent="sign-up" isBusy={props.isBusy} busyWords="Сохраняем…">
        Зарегистрироваться
      </SendButton>
    </StepForm>
  );
}

/** A step that has just come is where the visitor goes on. */
function useFirstField(name: string | null): void {
  useEffect(() => {
    if (name) document.getElementById(signInPrefix + name)?.focus({ preventScroll: true });
  }, [name]);
}

function wayUrl(way: 'code' | 'password', back: string): string {
  return `${loginUrl()}?${new URLSearchParams({ way, ...(back && { back }) })}`;
}
