/** Digits only, a leading 8 becomes 7 (S5-01): '8 (8172) 00-35-35' → '78172003535'. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^8/, '7');
}

/** How a phone is shown (S5-01): +7-XXX-XXX-XX-XX. A number of another length is returned as it was given. */
export function formatPhone(text: string): string {
  const match = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phoneDigits(text));
  return match ? `+7-${match.slice(1).join('-')}` : text;
}

/**
 * A complete phone as typed, spaces, brackets and hyphens included (S5-01) → E.164 ('+79210001234'); null for anything
 * else (S5-02). A number of +7 has exactly ten digits after it, the first of them 3–9: area codes 3xx, 4xx and 8xx,
 * mobile 9xx, Kazakhstan 6xx and 7xx. A foreign one begins with + and has 10 to 15 digits (E.164).
 */
export function toE164(typed: string): string | null {
  if (typed.length > 40 || /\p{L}/u.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  if (/^[78][3-9][0-9]{9}$/.test(digits)) return `+7${digits.slice(1)}`;
  if (/^9[0-9]{9}$/.test(digits)) return `+7${digits}`;
  return typed.trim().startsWith('+') && /^[1-689][0-9]{9,14}$/.test(digits) ? `+${digits}` : null;
}

/** What `tel:` needs: '+78172003535'. */
export function phoneHref(text: string): string {
  return `tel:+${phoneDigits(text)}`;
}

/** S3-01: `phones` is an object whose first value is a list separated by '|'. Each as it is shown (S5-01). */
export function phoneList(phones: Record<string, string>): string[] {
  const [first = ''] = Object.values(phones);
  return first
    .split('|')
    .map((phone) => formatPhone(phone.trim()))
    .filter(Boolean);
}
