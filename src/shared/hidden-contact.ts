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

/** 'Вологда, ул. Мира, 5' → 'Вологда, •••': the town, when it stands first; a house or a flat never. */
export function hiddenAddress(address: string): string {
  const [first = '', ...rest] = address.split(',');
  return rest.length > 0 && /^\D+$/.test(first) ? `${first.trim()}, •••` : '•••';
}

/** Every email and phone within a text half hidden: «Анна, +7-921-•••-••-22, a•••@pochta.example». */
export function hiddenContacts(text: string): string {
  return text.replace(/[^\s,]+@[^\s,]+/g, hiddenEmail).replace(/(?<![\w•@.-])\+?\d[\d\s()-]{8,}\d/g, hiddenPhone);
}
