import { FormField } from './form-field.tsx';
import type { FormCheck } from './use-form-check.ts';

/** A card by its number and the code that came with it. */
export function CardNumberFields({ of }: { of: FormCheck<'number' | 'code'> }) {
  return (
    <>
      <FormField of={of} name="number" />
      <FormField of={of} name="code" defaultValue={undefined} />
    </>
  );
}
