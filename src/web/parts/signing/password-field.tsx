import { type ReactNode, useEffect, useState } from 'react';
import { FieldError } from '#web/ui/field-error.tsx';
import { Icon } from '#web/ui/icon.tsx';

type PasswordFieldProps = {
  name: string;
  id: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  error: string | null;
  onBlur?: () => void;
  hint?: string;
  /** Stands at the label's right end. */
  aside?: ReactNode;
};

/** A password that may be pasted and shown. The eye comes with JavaScript: without it there is nothing it could do. */
export function PasswordField({ name, id, label, autoComplete, error, onBlur, hint, aside }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const notes = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="row between field__label">
        <label htmlFor={id}>
          {label}
          <span className="req" aria-hidden="true">
            {' '}
            *
          </span>
        </label>
        {aside}
      </div>
      <div className="pw">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          className={`input${error ? ' is-error' : ''}`}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          onBlur={onBlur}
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
