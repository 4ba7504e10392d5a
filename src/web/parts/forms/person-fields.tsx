import { fieldsOf } from '#shared/form-rules.ts';
import { FormField } from './form-field.tsx';
import type { FormCheck } from './use-form-check.ts';

/** Who somebody is and how to reach them: those of name, phone and email that the form asks for, in its order. */
export function PersonFields({ of }: { of: FormCheck }) {
  const asked = fieldsOf(of.rules).filter(([field]) => ['name', 'phone', 'email'].includes(field));
  return asked.map(([field]) => <FormField key={field} of={of} name={field} />);
}
