/** As texts are compared: lower case, «е» for «ё», which people type one for the other. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}
