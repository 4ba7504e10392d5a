/** Digits only, a leading 8 becomes 7 (S5-01): '8 (8172) 00-35-35' → '78172003535'. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^8/, '7');
}

/** How a phone is shown (S5-01): +7-XXX-XXX-XX-XX. A number of another length is returned as it was given. */
export function formatPhone(text: string): string {
  const match = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phoneDigits(text));
  return match ? `+7-${match.slice(1).join('-')}` : text;
}

/** A Russian or foreign phone as typed, spaces, brackets and hyphens included (S5-01) → E.164 ('+79210001234'); null when no phone looks like this. */
export function toE164(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (/\p{L}/u.test(typed)) return null;
  if (digits.length === 10 && digits.startsWith('9')) return `+7${digits}`;
  if (digits.length === 11 && /^[78]/.test(digits)) return `+7${digits.slice(1)}`;
  return typed.trim().startsWith('+') && /^[1-9][0-9]{9,14}$/.test(digits) ? `+${digits}` : null;
}

/** What `tel:` needs: '+78172003535'. */
export function phoneHref(text: string): string {
  return `tel:+${phoneDigits(text)}`;
}

/** S3-01: `phones` is an object whose first value is a list separated by '|'. */
export function phoneList(phones: Record<string, string>): string[] {
  const [first = ''] = Object.values(phones);
  return first
    .split('|')
    .map((phone) => phone.trim())
    .filter(Boolean);
}
