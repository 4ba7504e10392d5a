import type { supportForm } from '#modules/support/schema.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { PersonFields } from '#web/parts/forms/person-fields.tsx';
import type { FormCheck } from '#web/parts/forms/use-form-check.ts';

/** S3-13: theme, name, email, phone; and room for words, which may stay empty. */
export function TicketFields({ of }: { of: FormCheck<keyof typeof supportForm> }) {
  return (
    <>
      <FormField of={of} name="theme" />
      <PersonFields of={of} />
      <FormField of={of} name="text" />
      <ConsentFields of={of} />
    </>
  );
}
