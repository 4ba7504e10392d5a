import type { ComponentProps, ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { FieldError } from './field-error.tsx';
import { Required } from './required.tsx';

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
export function Field(props: FieldProps) {
  const { frame, input } = framed(props);
  return (
    <Frame {...frame}>
      <input {...input} />
    </Frame>
  );
}

/** The same for longer text. */
export function TextArea(props: Shared & Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'required'>) {
  const { frame, input } = framed(props, 'input input--area');
  return (
    <Frame {...frame}>
      <textarea rows={2} {...input} />
    </Frame>
  );
}

/** A choice from a list (S2-45: enumeration). */
export function SelectField({
  children,
  ...props
}: Shared & Omit<ComponentProps<'select'>, 'name' | 'className' | 'required'>) {
  const { frame, input } = framed(props);
  return (
    <Frame {...frame}>
      <select {...input}>{children}</select>
    </Frame>
  );
}

/** What stands around a field, and the field's own attributes. */
export function framed<Props extends Shared & { id?: string | undefined }>(props: Props, look = 'input') {
  const { label, required = false, hint, error, className = '', ...input } = props;
  const id = input.id ?? input.name;
  return {
    frame: { id, label, required, hint, error, className },
    input: {
      ...input,
      id,
      className: `${look}${error ? ' is-error' : ''}`,
      'aria-required': required || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(id, hint, error),
    },
  };
}

type FrameProps = Omit<Shared, 'name'> & { id: string; children: ReactNode };

export function Frame({ id, label, required, hint, error, className, children }: FrameProps) {
  return (
    <div className={`field ${className}`}>
      <label className="field__label" htmlFor={id}>
        {unbroken(label)}
        {required ? <Required /> : null}
      </label>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {typeof hint === 'string' ? unbroken(hint) : hint}
        </p>
      ) : null}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
}
