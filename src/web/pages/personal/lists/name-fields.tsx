import { FormField } from '#web/parts/forms/form-field.tsx';
import type { FormCheck } from '#web/parts/forms/use-form-check.ts';

/** A list's name, and the tick that takes the place of another list: it stands there once one of this name was met. */
export function NameFields({ check, placeholder }: { check: FormCheck<'name' | 'replace'>; placeholder?: string }) {
  return (
    <>
      <FormField of={check} name="name" {...(placeholder && { placeholder })} />
      {check.errors.replace || check.field('replace').defaultValue ? <FormField of={check} name="replace" /> : null}
    </>
  );
}
