import type { FieldProps } from '#web/parts/forms/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { fillBeside } from './fill-beside.ts';

type RecipientFieldsProps = {
  name: FieldProps;
  phone: FieldProps;
  /** What the profile keeps, phones masked. */
  saved?: { name: string; phone: string }[] | undefined;
};

/** Who else receives the order, with suggestions. */
export function RecipientFields({ name, phone, saved = [] }: RecipientFieldsProps) {
  return (
    <>
      <Field
        {...name}
        list="saved-recipients"
        onInput={({ currentTarget: { form, value } }) =>
          fillBeside(form, phone.name, saved.find((other) => other.name === value)?.phone)
        }
      />
      <datalist id="saved-recipients">
        {saved.map((other) => (
          <option key={`${other.name} ${other.phone}`} value={other.name} label={other.phone} />
        ))}
      </datalist>
      <PhoneField {...phone} />
    </>
  );
}
