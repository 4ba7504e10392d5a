import type { FormEvent } from 'react';
import { caretAfter, maskPhone } from '#shared/phone-mask.ts';
import { Field, type FieldProps } from './field.tsx';

/** A phone typed into the mask +7 (###)-###-##-## (S5-01, S5-02). Without JavaScript any way of writing it is accepted. */
export function PhoneField(props: Omit<FieldProps, 'type' | 'inputMode'>) {
  return <Field autoComplete="tel" {...props} type="tel" inputMode="tel" onInput={applyMask} />;
}

function applyMask(event: FormEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const { value, selectionStart } = input;
  const masked = maskPhone(value);
  if (masked === value) return;
  const isAtEnd = selectionStart === null || selectionStart === value.length;
  const digitsBefore = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
  input.value = masked;
  if (!isAtEnd) input.setSelectionRange(caretAfter(masked, digitsBefore), caretAfter(masked, digitsBefore));
}
