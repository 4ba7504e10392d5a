/**
 * What a person is called by; empty: not known. Only a name of one word is known; a name with a surname, in whatever
 * order it was typed, is not repeated.
 */
export function knownName(name: string): string {
  return /^\p{L}[\p{L}-]+$/u.test(name.trim()) ? name.trim() : '';
}

/** The first words of an email to a person. */
export function greetingOf(name: string): string {
  const known = knownName(name);
  return known === '' ? 'Здравствуйте.' : `${known}, здравствуйте.`;
}
