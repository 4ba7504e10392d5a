import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { loginByUserUrl } from '#shared/urls.ts';
import { Button } from '../parts/button.tsx';
import { LoadFailure, LoadingPage } from '../parts/states.tsx';
import { RequestError, send } from '../request.ts';
import { Cover } from './cover.tsx';
import { type Me, readMe, signOut } from './me.ts';
import { type Lock, lockOf, SessionContext, sessionSignals } from './session.ts';
import { LonePage, SignIn } from './sign-in.tsx';
import { useIdle } from './use-idle.ts';

type Entry =
  | { kind: 'unknown' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'asked'; step: Lock }
  | { kind: 'refused'; code: 'forbidden' | 'acting_now'; message: string }
  | { kind: 'in'; me: Me };

type Props = {
  /** Called when somebody else may be working now, and after a break: what was read before is read again. */
  onContinued: () => void;
  children: ReactNode;
};

/** Lets nobody in before the server has said who works here; covers the screen when a session must be continued. */
export function SessionGate({ onContinued, children }: Props) {
  const [entry, setEntry] = useState<Entry>({ kind: 'unknown' });
  const [lock, setLock] = useState<Lock | null>(null);
  const idle = useIdle(entry.kind === 'in' ? entry.me.idle_minutes * 60_000 : null);

  const enter = useCallback(async () => {
    const next = await judge();
    setEntry((entry) => (entry.kind === 'in' && next.kind === 'asked' ? entry : next));
    setLock(next.kind === 'asked' ? next.step : null);
  }, []);
  useEffect(() => void enter(), [enter]);
  useEffect(() => sessionSignals.follow(setLock), []);

  const session = useMemo(
    () =>
      entry.kind === 'in'
        ? {
            me: entry.me,
            noteHiddenColumns: (list: string, hidden: string[]) =>
              setEntry((before) => withHiddenColumns(before, list, hidden)),
            async leave() {
              await signOut();
              // Nothing of what this person saw stays in the memory of the page.
              window.location.assign('/admin/');
            },
          }
        : null,
    [entry],
  );

  if (!session)
    return (
      <Entrance
        entry={entry}
        enter={enter}
        onPassed={() => {
          idle.wake();
          return enter();
        }}
      />
    );
  const step = lock ?? (idle.isIdle ? 'code' : null);
  return (
    <SessionContext value={session}>
      {children}
      {step ? (
        <Cover
          step={step}
          email={session.me.person.email ?? ''}
          onLeave={() => void session.leave()}
          onPassed={async () => {
            idle.wake();
            const { person } = session.me;
            const next = await judge();
            if (next.kind === 'in' && next.me.person.id !== person.id) return window.location.assign('/admin/');
            setEntry((entry) => (next.kind === 'asked' ? entry : next));
            setLock(next.kind === 'asked' ? next.step : null);
            if (next.kind === 'in') onContinued();
          }}
        />
      ) : null}
    </SessionContext>
  );
}

type EntranceProps = { entry: Entry; enter: () => Promise<void>; onPassed: () => Promise<void> };

/** `onPassed`: password and code were shown just now. */
function Entrance({ entry, enter, onPassed }: EntranceProps) {
  switch (entry.kind) {
    case 'failed':
      return (
        <LonePage title="Управление магазином">
          <LoadFailure error={entry.error} retry={() => void enter()} />
        </LonePage>
      );
    case 'asked':
      return (
        <LonePage title={entry.step === 'password' ? 'Вход для сотрудников' : 'Введите код'}>
          <SignIn step={entry.step} onPassed={onPassed} onLeave={() => void signOut().then(enter)} />
        </LonePage>
      );
    case 'refused':
      return entry.code === 'acting_now' ? (
        <ActingNow message={entry.message} enter={enter} />
      ) : (
        <LonePage title="Нет доступа">
          <p>{entry.message}. Эта страница для сотрудников магазина: право на неё даёт владелец.</p>
          <Button onClick={() => void signOut().then(enter)}>Войти под другой почтой</Button>
        </LonePage>
      );
    default:
      return <LoadingPage />;
  }
}

function ActingNow({ message, enter }: { message: string; enter: () => Promise<void> }) {
  const [error, setError] = useState<unknown>(null);
  const exit = async () => {
    try {
      await send(loginByUserUrl(), { method: 'POST', body: new URLSearchParams({ intent: 'exit' }) });
      await enter();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <LonePage title="Вы в кабинете покупателя">
      <p>{message}. Пока вы в нём, управление магазином закрыто.</p>
      {error instanceof RequestError ? (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      ) : null}
      <Button kind="primary" onClick={() => void exit()}>
        Выйти из кабинета покупателя
      </Button>
    </LonePage>
  );
}

function withHiddenColumns(entry: Entry, list: string, hidden: string[]): Entry {
  if (entry.kind !== 'in') return entry;
  const hidden_columns = { ...entry.me.hidden_columns, [list]: hidden };
  return { kind: 'in', me: { ...entry.me, hidden_columns } };
}

async function judge(): Promise<Entry> {
  try {
    return { kind: 'in', me: await readMe() };
  } catch (error) {
    const step = lockOf(error);
    if (step) return { kind: 'asked', step };
    if (error instanceof RequestError && (error.code === 'forbidden' || error.code === 'acting_now'))
      return { kind: 'refused', code: error.code, message: error.message };
    return { kind: 'failed', error };
  }
}
