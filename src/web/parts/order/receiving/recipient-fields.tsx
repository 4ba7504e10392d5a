import type { FieldProps } from '#web/parts/forms/use-form-check.ts';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SuggestField } from '#web/ui/suggest-field.tsx';
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
      <SuggestField
        {...name}
        suggestions={saved.map((other) => ({ value: other.name, note: other.phone }))}
        onTake={(taken, form) => fillBeside(form, phone.name, taken.note)}
      />
      <PhoneField {...phone} />
    </>
  );
}
