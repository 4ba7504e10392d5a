import { phoneDigits } from './phone.ts';

/**
 * 'anna@pochta.example' → 'a•••@pochta.example': enough to recognise an address one knows, not enough to write to it.
 */
export function hiddenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`;
}

/** '+79210001122' → '+7-921-•••-••-22'. */
export function hiddenPhone(phone: string): string {
  const digits = phoneDigits(phone);
  return digits.length === 11 ? `+7-${digits.slice(1, 4)}-•••-••-${digits.slice(9)}` : `•••${digits.slice(-2)}`;
}
