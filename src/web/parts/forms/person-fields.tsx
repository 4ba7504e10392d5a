import { fieldsOf } from '#shared/form-rules.ts';
import { FormField } from './form-field.tsx';
import type { FormCheck } from './use-form-check.ts';

type PersonFieldsProps = {
  of: FormCheck;
  /** The names of the fields in this form, where there are two people in it. */
  name?: string;
  phone?: string;
  email?: string;
};

/** Who somebody is and how to reach them: those of name, phone and email that the form asks for, in its order. */
export function PersonFields({ of, name = 'name', phone = 'phone', email = 'email' }: PersonFieldsProps) {
  const asked = fieldsOf(of.rules).filter(([field]) => [name, phone, email].includes(field));
  return asked.map(([field]) => <FormField key={field} of={of} name={field} />);
}
