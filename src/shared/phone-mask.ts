import { toE164 } from './phone.ts';

/** Characters of a whole masked phone, `+7 (###)-###-##-##` (S5-02). */
export const maskedPhoneLength = 18;

/**
 * What stands in a phone field after each keystroke or paste (S5-02): as much of `+7 (###)-###-##-##` as there are
 * digits. A leading 8 becomes 7; input that begins '+7 (8' starts over as '+7 (' (S5-01): people type the 8 of the
 * long-distance call. Empty stays empty.
 */
export function maskPhone(text: string): string {
  const masked = maskDigits(text);
  return masked.startsWith('+7 (8') ? '+7 (' : masked;
}

/** The same in the support form, whose mask is `+7 (###) ###-##-##` (S5-02). */
export function maskSupportPhone(text: string): string {
  return maskPhone(text).replace(')-', ') ');
}

/** What the support form sends: digits and plus only (S5-02). */
export function digitsAndPlus(text: string): string {
  return text.replace(/[^\d+]/g, '');
}

/**
 * A stored phone, or one from a form without JavaScript, in the mask when it is a whole Russian number; anything else
 * stays as it was typed, so that nobody's number is bent into another one.
 */
export function maskTyped(text: string): string {
  const phone = toE164(text);
  return phone?.startsWith('+7') ? maskDigits(phone) : text.trim();
}

/** The mask over as many digits as there are, without starting over. */
function maskDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits === '') return '';
  const own = /^[78]/.test(digits) ? digits.slice(1, 11) : digits.slice(0, 10);
  const parts = [own.slice(0, 3), own.slice(3, 6), own.slice(6, 8), own.slice(8, 10)];
  return `+7 (${parts[0]}${parts[1] ? `)-${parts.slice(1).filter(Boolean).join('-')}` : ''}`;
}

/** Where the caret belongs in the masked text: after as many digits as stood before it. */
export function caretAfter(masked: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < masked.length; at++) {
    if (/\d/.test(masked[at] as string) && ++seen === digitsBefore) return at + 1;
  }
  return masked.length;
}
