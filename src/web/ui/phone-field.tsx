import type { FormEvent } from 'react';
import { caretAfter, maskedPhoneLength, maskPhone } from '#shared/phone-mask.ts';
import { Field, type FieldProps } from './field.tsx';

type PhoneFieldProps = Omit<FieldProps, 'type' | 'inputMode'> & { mask?: (text: string) => string };

/**
 * A phone typed into the mask +7 (###)-###-##-## (S5-01, S5-02). Without JavaScript any way of writing it is accepted.
 */
export function PhoneField({ mask = maskPhone, ...props }: PhoneFieldProps) {
  return (
    <Field
      autoComplete="tel"
      maxLength={maskedPhoneLength + 12}
      {...props}
      placeholder={props.placeholder ?? mask('+70000000000').replaceAll('0', '_')}
      type="tel"
      inputMode="tel"
      onInput={(event) => applyMask(event, mask)}
    />
  );
}

function applyMask(event: FormEvent<HTMLInputElement>, mask: (text: string) => string) {
  const input = event.currentTarget;
  const { value, selectionStart } = input;
  const masked = mask(value);
  if (masked === value) return;
  const isAtEnd = selectionStart === null || selectionStart === value.length;
  const digitsBefore = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
  input.value = masked;
  if (!isAtEnd) input.setSelectionRange(caretAfter(masked, digitsBefore), caretAfter(masked, digitsBefore));
}
