import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-router';
import { type FieldValues, textsOf } from '#shared/form-rules.ts';
import { loginUrl } from '#shared/urls.ts';
import type { FormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { SignInIntent, SignInState } from './sign-in-state.ts';

export type StepsProps = {
  state: SignInState;
  /** Where the forms go: the page they stand on, or /login/ for the dialog. */
  action: string;
  back: string;
  isBusy: boolean;
  hasYandex: boolean;
  /** The step is one part of a page among others: it takes the focus only when something was sent. */
  isBeside?: boolean;
  /** Its page has no other ways: nothing leads to them. */
  isOnly?: boolean;
  /** The dialog sends the values itself and moves between steps; on a page both are left to forms and links. */
  send?: ((intent: SignInIntent, values: FieldValues) => void) | undefined;
  go?: ((state: SignInState) => void) | undefined;
};

type StepFormProps = Pick<StepsProps, 'action' | 'send' | 'isBusy'> & { of: FormCheck; children: ReactNode };

/** The form of a step: sent by the browser, or by the dialog once nothing is broken. */
export function StepForm({ action, send, isBusy, of, children }: StepFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault();
    of.form.onSubmit(event);
    if (event.defaultPrevented || !send) return;
    event.preventDefault();
    send(intentOf(event) as SignInIntent, textsOf(new FormData(event.currentTarget)));
  };
  return (
    <Form {...of.form} method="post" action={action} className="signin__form" onSubmit={submit}>
      {children}
    </Form>
  );
}

/** What the pressed button asks for. */
export function intentOf(event: FormEvent): string | undefined {
  const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
  return button?.value;
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

/** An arrow back only where the ways were seen before. */
export function OtherWay({ back, go, isBeside }: Pick<StepsProps, 'back' | 'go' | 'isBeside'>) {
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
      {isBeside ? null : <Icon name="arrow-left" />}
      Войти другим способом
    </Link>
  );
}

/** Fields of the dialog stand over a page that may have an email field of its own. */
export const signInPrefix = 'signin-';
