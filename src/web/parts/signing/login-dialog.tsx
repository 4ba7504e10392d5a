import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cabinetDialogCloseMs } from '#shared/constants.ts';
import { loginUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { auth, useAuth } from '#web/parts/visitor/auth.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { type CallRefusal, postCall } from './calls.ts';
import { nothingSaid, type Said, type SignInIntent, type SignInState, type Values } from './sign-in-state.ts';
import { SignInStep } from './steps.tsx';

export type LoginDialogProps = { isOpen: boolean; back: string; onClose: (isSignedIn: boolean) => void };

/** S2-41. Speaks the calls of S7-06…S7-08; without JavaScript the same forms stand on /login/. */
export function LoginDialog({ isOpen, back, onClose }: LoginDialogProps) {
  const { device, product_code, has_yandex } = useShell();
  const [state, setState] = useState<SignInState>({ step: 'ways' });
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (!isDone || !isOpen) return;
    const timer = setTimeout(() => close.current(true), cabinetDialogCloseMs[device]);
    return () => clearTimeout(timer);
  }, [isDone, isOpen, device]);
  useEffect(() => {
    if (!isOpen) return;
    setState({ step: 'ways' });
    setDone(false);
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && state.step === 'ways') heading.current?.focus({ preventScroll: true });
  }, [isOpen, state.step]);

  const letIn = async () => {
    await auth.signedIn();
    setDone(true);
  };

  const requestCode = async (values: Values) => {
    const path = `/api/ecm/${product_code}/users/auth-code/`;
    const { data, refusal } = await postCall<CodeAnswer>(path, { email: values.email });
    if (refusal && state.step === 'entry') {
      return setState({ step: 'entry', said: { ...state.said, is_wrong: false, message: refusal.message } });
    }
    if (refusal) return setState({ step: 'email', said: saidOf(refusal, values) });
    const { resend_after_seconds: resend_in, checks } = data;
    setState({
      step: 'entry',
      said: {
        email: values.email ?? '',
        consent_personal_data: Boolean(values.consent_personal_data),
        resend_in,
        resend_at: Date.now() + resend_in * 1000,
        tries_left: checks,
        is_wrong: false,
        message: null,
      },
    });
  };

  /** S8-06: a refused code says nothing; the field is cleared and focused, and one try fewer is left. */
  const signInByCode = async (values: Values) => {
    const { email, auth_code } = values;
    const { refusal } = await postCall('/api/auth/email/', { email, auth_code });
    if (refusal?.code === 'sign_up_needed') return askName(String(refusal.details.proof), values);
    if (refusal && state.step === 'entry') {
      const { said } = state;
      const isWrong = refusal.code === 'wrong_code';
      const tries_left = isWrong ? triesLeft(refusal, said.tries_left) : said.tries_left;
      return setState({
        step: 'entry',
        said: { ...said, tries_left, is_wrong: true, message: isWrong ? null : refusal.message },
      });
    }
    await letIn();
  };

  const askName = (proof: string, { consent_personal_data }: Values) =>
    setState({ step: 'name', said: { ...nothingSaid, values: { proof, consent_personal_data } } });

  const signInByPassword = async (values: Values) => {
    const { username, password } = values;
    const { refusal } = await postCall('/api/auth/login', { username, password });
    if (refusal) setState({ step: 'password', said: saidOf(refusal, values) });
    else await letIn();
  };

  const signUp = async ({ proof, full_name, is_company, inn, ...consents }: Values) => {
    const { refusal } = await postCall('/api/auth/signup/', {
      proof,
      full_name,
      ...(is_company && { inn }),
      consent_personal_data: Boolean(consents.consent_personal_data),
      consent_advertising: Boolean(consents.consent_advertising),
    });
    const values = { proof, full_name, is_company, inn, ...consents };
    if (refusal) setState({ step: 'name', said: saidOf(refusal, values) });
    else await letIn();
  };

  const send = async (intent: SignInIntent, values: Values) => {
    setBusy(true);
    if (intent === 'request-code' || intent === 'resend') await requestCode(values);
    if (intent === 'sign-in-by-code') await signInByCode(values);
    if (intent === 'sign-in-by-password') await signInByPassword(values);
    if (intent === 'sign-up') await signUp(values);
    setBusy(false);
  };

  return (
    <Popup
      id="login-dialog"
      className="dlg signin"
      isOpen={isOpen}
      onClose={() => onClose(isDone)}
      labelledBy={isDone ? 'login-done' : 'login-title'}
    >
      {isDone ? (
        <Done />
      ) : (
        <>
          <h2 id="login-title" ref={heading} tabIndex={-1}>
            Вход в личный кабинет
          </h2>
          <SignInStep
            key={state.step}
            state={state}
            action={loginUrl(back)}
            back={back}
            isBusy={isBusy}
            hasYandex={has_yandex}
            send={send}
            go={setState}
          />
        </>
      )}
    </Popup>
  );
}

function Done() {
  const { cabinet_url } = useShell();
  const { currentUser } = useAuth();
  return (
    <div className="signin__done">
      <span className="signin__ok">
        <Icon name="check" size="l" />
      </span>
      <div role="status">
        <h2 id="login-done">Вы успешно вошли на сайт</h2>
        <p className="soft">{currentUser?.buyer.full_name}</p>
      </div>
      <Link className="btn btn--primary" to={cabinet_url}>
        Перейти в кабинет
      </Link>
    </div>
  );
}

type CodeAnswer = { resend_after_seconds: number; checks: number };

/** The server counts; where it does not tell, one try fewer than before. */
function triesLeft({ details }: CallRefusal, before: number): number {
  return typeof details.checks_left === 'number' ? details.checks_left : Math.max(0, before - 1);
}

function saidOf({ message, fields }: CallRefusal, values: Values): Said {
  const hasFields = Object.keys(fields).length > 0;
  return { values, message: hasFields ? null : message, errors: fields };
}
