import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

type Shared = {
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: string | null;
  className?: string;
};

export type FieldProps = Shared &
  Omit<ComponentProps<'input'>, 'name' | 'className' | 'required'> & {
    ref?: ComponentProps<'input'>['ref'];
  };

/** A text field with its label always visible and its message under it (S2-45); `id` is the name unless given. */
export function Field({ label, required = false, hint, error, className = '', ...input }: FieldProps) {
  const id = input.id ?? input.name;
  return (
    <div className={`field ${className}`}>
      <FieldLabel id={id} label={label} required={required} />
      <input
        {...input}
        id={id}
        className={`input${error ? ' is-error' : ''}`}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The same for longer text. */
export function TextArea({
  label,
  required = false,
  hint,
  error,
  className = '',
  ...input
}: Shared & Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'required'>) {
  const id = input.id ?? input.name;
  return (
    <div className={`field ${className}`}>
      <FieldLabel id={id} label={label} required={required} />
      <textarea
        rows={2}
        {...input}
        id={id}
        className={`input input--area${error ? ' is-error' : ''}`}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** A choice from a list (S2-45: enumeration). */
export function SelectField({
  label,
  required = false,
  hint,
  error,
  className = '',
  children,
  ...input
}: Shared & Omit<ComponentProps<'select'>, 'name' | 'className' | 'required'>) {
  const id = input.id ?? input.name;
  return (
    <div className={`field ${className}`}>
      <FieldLabel id={id} label={label} required={required} />
      <select
        {...input}
        id={id}
        className={`input${error ? ' is-error' : ''}`}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        {children}
      </select>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

function FieldLabel({ id, label, required }: { id: string; label: string; required: boolean }) {
  return (
    <label className="field__label" htmlFor={id}>
      {label}
      {required ? (
        <span className="req" aria-hidden="true">
          {' '}
          *
        </span>
      ) : null}
    </label>
  );
}

function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | null }) {
  return (
    <>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
}
