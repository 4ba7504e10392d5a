import { type ReactNode, useEffect, useState } from 'react';
import type { FormCheck } from '#web/parts/forms/use-form-check.ts';
import { FieldError } from '#web/ui/field-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Required } from '#web/ui/required.tsx';

type PasswordFieldProps<Name extends string> = {
  of: FormCheck<Name>;
  name: Name;
  /** Stands at the label's right end. */
  aside?: ReactNode;
};

/** A password that may be pasted and shown. The eye comes with JavaScript: without it there is nothing it could do. */
export function PasswordField<Name extends string>({ of, name, aside }: PasswordFieldProps<Name>) {
  const { id, label, error, hint, required, defaultValue: _, ...input } = of.field(name);
  const [isShown, setShown] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const notes = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="row between field__label">
        <label htmlFor={id}>
          {label}
          <Required />
        </label>
        {aside}
      </div>
      <div className="pw">
        <input
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          className={`input${error ? ' is-error' : ''}`}
          autoCapitalize={isShown ? 'off' : undefined}
          spellCheck={false}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        {isLive ? (
          <button
            type="button"
            className="ibtn pw__eye"
            aria-label="Показать пароль"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        ) : null}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
