import { Field, type FieldProps } from './field.tsx';

/** An email address with the keyboard of one. */
export function EmailField(props: Omit<FieldProps, 'type' | 'inputMode'>) {
  return <Field autoComplete="email" {...props} type="email" inputMode="email" />;
}
