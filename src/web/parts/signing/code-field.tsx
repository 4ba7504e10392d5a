import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { codeDigits } from '#shared/constants.ts';

const cells = Array.from({ length: codeDigits }, (_, at) => at);

/**
 * One real input, so that the code can be pasted, filled in by the phone and read aloud; with JavaScript six cells are
 * drawn over it and the sixth digit sends the form. A code that was not accepted is cleared and focused, without a word
 * (S8-06).
 */
export function CodeField({ id, isWrong, describedBy }: { id: string; isWrong: boolean; describedBy?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [digits, setDigits] = useState('');
  const [isLive, setLive] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const sent = useRef('');
  const send = (typed: string) => {
    // A field that is filled in while the script comes is seen whole by both: a code is good for one sending.
    if (typed !== sent.current) sendWhole(typed, input.current?.form);
    sent.current = typed;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    setLive(true);
    input.current?.focus({ preventScroll: true });
    // What was typed, or filled in by the phone, before this script ran.
    const typed = digitsOf(input.current?.value ?? '');
    setDigits(typed);
    send(typed);
  }, []);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = digitsOf(event.target.value);
    setDigits(typed);
    send(typed);
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Код из письма, {codeDigits} цифр
      </label>
      <div className={isLive ? 'code is-live' : 'code'}>
        <input
          ref={input}
          id={id}
          name="auth_code"
          className={isWrong ? 'input code__input is-error' : 'input code__input'}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...(isLive ? { value: digits } : { defaultValue: '' })}
          onChange={change}
          aria-required
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        {isLive &&
          cells.map((at) => {
            const isNext = isFocused && at === Math.min(digits.length, codeDigits - 1);
            return (
              <span
                key={at}
                aria-hidden="true"
                className={`input${isNext ? ' is-focus' : ''}${isWrong ? ' is-error' : ''}`}
              >
                {digits[at]}
              </span>
            );
          })}
      </div>
    </div>
  );
}

function sendWhole(code: string, form: HTMLFormElement | null | undefined): void {
  if (code.length < codeDigits) return;
  // After the value is drawn, so that the form is sent with it.
  queueMicrotask(() => form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[value^="sign-"]')));
}

function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, codeDigits);
}
