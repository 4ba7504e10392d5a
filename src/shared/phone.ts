/** Removes spaces, brackets and hyphens (S5-01). */
export function cleanPhone(text: string): string {
  return text.replace(/[\s()\u00a0-]/g, '');
}

/** Digits only, a leading 8 becomes 7 (S5-01): '8 (8172) 00-35-35' → '78172003535'. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^8/, '7');
}

/** How a phone is shown (S5-01): +7-XXX-XXX-XX-XX. A number of another length is returned as it was given. */
export function formatPhone(text: string): string {
  const match = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phoneDigits(text));
  return match ? `+7-${match.slice(1).join('-')}` : text;
}

/** Input that begins '+7 (8' starts over as '+7 (' (S5-01): people type the 8 of the long-distance call. */
export function restartEight(text: string): string {
  return text.startsWith('+7 (8') ? '+7 (' : text;
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
