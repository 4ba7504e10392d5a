/**
 * The first words of an email to a person. Only a name of one word is known to be what they are called by; a name with
 * a surname, in whatever order it was typed, is not repeated.
 */
export function greetingOf(name: string): string {
  return /^\p{L}[\p{L}-]+$/u.test(name.trim()) ? `${name.trim()}, здравствуйте.` : 'Здравствуйте.';
}
