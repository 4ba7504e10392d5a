import type { ReactNode } from 'react';
import { Tick } from '#web/ui/choice.tsx';
import { Required } from '#web/ui/required.tsx';
import type { FieldProps } from './use-form-check.ts';

/** A tick of a schema with its label, or with these words; a set one is '1'. */
export function TickField({
  label,
  required,
  defaultValue,
  children,
  ...field
}: FieldProps & { children?: ReactNode }) {
  const { id, name, error, autoFocus } = field;
  return (
    <Tick
      id={id}
      name={name}
      value="1"
      defaultChecked={Boolean(defaultValue)}
      error={error}
      autoFocus={autoFocus}
      aria-required={required || undefined}
    >
      {children ?? label}
      {required ? <Required /> : null}
    </Tick>
  );
}
