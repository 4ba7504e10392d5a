import { useEffect, useRef } from 'react';
import type { Lock } from './session.ts';
import { SignIn } from './sign-in.tsx';

type Props = { step: Lock; email: string; onPassed: () => Promise<void>; onLeave: () => void };

/** Hides the screen until the person has shown who works here; what was typed stays below it. */
export function Cover({ step, email, onPassed, onLeave }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Modal: it stands over other dialogs, and nothing under it can be reached.
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="cover"
      aria-labelledby="cover-title"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A second Escape would close the dialog in spite of onCancel.
        if (event.key === 'Escape') event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div className="lone">
        <h1 id="cover-title">
          {step === 'code' ? 'Введите код, чтобы продолжить' : 'Войдите ещё раз, чтобы продолжить'}
        </h1>
        <p>Вы долго не работали здесь или вход закончился. Всё, что вы ввели, осталось на месте.</p>
        <SignIn key={step} step={step} email={email} onPassed={onPassed} onLeave={onLeave} />
      </div>
    </dialog>
  );
}
