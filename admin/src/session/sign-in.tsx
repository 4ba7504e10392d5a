import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { RequestError } from '../request.ts';
import { CodeCells } from './code-cells.tsx';
import { sendCode, sendPassword } from './me.ts';
import type { Lock } from './session.ts';

type Props = {
  step: Lock;
  /** Known when the session is only continued: the mail need not be typed again. */
  email?: string;
  /** The person passed this step: what follows is asked of the server. */
  onPassed: () => Promise<void>;
  onLeave?: (() => void) | undefined;
};

/** Signing in, one step of two: mail with password, or the code. */
export function SignIn({ step, email, onPassed, onLeave }: Props) {
  return step === 'password' ? (
    <PasswordStep email={email ?? ''} onPassed={onPassed} />
  ) : (
    <CodeStep onPassed={onPassed} onLeave={onLeave} />
  );
}

function PasswordStep({ email, onPassed }: { email: string; onPassed: () => Promise<void> }) {
  const id = useId();
  const [username, setUsername] = useState(email);
  const [password, setPassword] = useState('');
  const { isSent, error, send } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      await sendPassword(username.trim(), password);
      await onPassed();
    });
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-mail`}>Почта</label>
        <input
          id={`${id}-mail`}
          type="email"
          autoComplete="username"
          required
          // biome-ignore lint/a11y/noAutofocus: the only thing to do on this page
          autoFocus={!email}
          value={username}
          onChange={({ target }) => setUsername(target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-password`}>Пароль</label>
        <input
          id={`${id}-password`}
          type="password"
          autoComplete="current-password"
          required
          // biome-ignore lint/a11y/noAutofocus: the mail is known, the password is what is asked for
          autoFocus={Boolean(email)}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : null}
      <Button kind="primary" type="submit" isBusy={isSent}>
        Войти
      </Button>
    </form>
  );
}

function CodeStep({ onPassed, onLeave }: { onPassed: () => Promise<void>; onLeave?: (() => void) | undefined }) {
  const [code, setCode] = useState('');
  const { isSent, error, send, forget } = useSending();
  const submit = (full: string) =>
    void send(async () => {
      await sendCode(full).catch((failure: unknown) => {
        setCode('');
        throw failure;
      });
      await onPassed();
    });
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) submit(code);
      }}
    >
      <CodeCells
        value={code}
        onChange={(value) => {
          forget();
          setCode(value);
        }}
        onFull={submit}
        error={error}
      />
      <Button kind="primary" type="submit" isBusy={isSent} disabled={code.length < 6}>
        Продолжить
      </Button>
      {onLeave ? (
        <Button kind="text" onClick={onLeave}>
          Выйти
        </Button>
      ) : null}
    </form>
  );
}

/** One call at a time, with the words of its refusal. */
function useSending() {
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function send(call: () => Promise<void>) {
    if (isSent) return;
    setSent(true);
    setError(null);
    try {
      await call();
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setError(failure.fields.code ?? failure.message);
    } finally {
      setSent(false);
    }
  }
  return { isSent, error, send, forget: () => setError(null) };
}

/** A page of one thing in the middle: signing in, or why nothing else is shown. */
export function LonePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="lone">
      <title>{`${title} · Управление магазином`}</title>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
