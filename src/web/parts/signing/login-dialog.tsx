import { useEffect, useRef, useState } from 'react';
import { cabinetDialogCloseMs } from '#shared/constants.ts';
import { loginUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { auth, useAuth } from '#web/parts/visitor/auth.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { SignInStep } from './steps.tsx';
import { useSignIn } from './use-sign-in.ts';

export type LoginDialogProps = { isOpen: boolean; back: string; onClose: (isSignedIn: boolean) => void };

/** S2-41. Speaks the calls of S7-06…S7-08; without JavaScript the same forms stand on /login/. */
export function LoginDialog({ isOpen, back, onClose }: LoginDialogProps) {
  const { device, has_yandex } = useShell();
  const [isDone, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const { state, setState, isBusy, send } = useSignIn(async () => {
    await auth.signedIn();
    setDone(true);
  });

  useEffect(() => {
    if (!isDone || !isOpen) return;
    const timer = setTimeout(() => close.current(true), cabinetDialogCloseMs[device]);
    return () => clearTimeout(timer);
  }, [isDone, isOpen, device]);
  useEffect(() => {
    if (!isOpen) return;
    setState({ step: 'ways' });
    setDone(false);
  }, [isOpen, setState]);
  useEffect(() => {
    if (isOpen && state.step === 'ways') heading.current?.focus({ preventScroll: true });
  }, [isOpen, state.step]);

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
