import type { FieldSchema } from './form-rules.ts';

/**
 * What forms ask again and again, once: whoever asks for it asks by the same rules. A form adds its own label where it
 * needs one.
 */

export const personName = {
  label: 'Имя и фамилия',
  required: true,
  min: 2,
  max: 120,
  autoComplete: 'name',
} as const satisfies FieldSchema;

export const email = {
  label: 'Почта',
  type: 'email',
  required: true,
  max: 254,
  autoComplete: 'email',
} as const satisfies FieldSchema;

export const phone = {
  label: 'Телефон',
  type: 'phone',
  required: true,
  autoComplete: 'tel',
} as const satisfies FieldSchema;

export const inn = { label: 'ИНН', type: 'inn', required: true, autoComplete: 'off' } as const satisfies FieldSchema;

export const place = {
  label: 'Населённый пункт',
  required: true,
  min: 2,
  max: 120,
  autoComplete: 'address-level2',
} as const satisfies FieldSchema;

export const street = {
  label: 'Улица, дом, квартира',
  required: true,
  min: 3,
  max: 300,
  autoComplete: 'address-line1',
} as const satisfies FieldSchema;

/** A tick whose value is '1' when it is set; `consentGiven` where the person's earlier consent stands. */
export const personalDataConsent = {
  label: 'Согласие на обработку персональных данных',
  type: 'checkbox',
  required: true,
} as const satisfies FieldSchema;

export const advertisingConsent = {
  label: 'Согласие на рекламные сообщения',
  type: 'checkbox',
} as const satisfies FieldSchema;

/** Sent instead of the tick of `personalDataConsent` by who has given the consent already: the server looks. */
export const consentGiven = 'given';
