/**
 * As texts are compared: lower case, «е» for «ё», which people type one for the other. Scripts of the shop's pages
 * have the line itself: four that are loaded apart would share a file of their own, and every page would name it.
 */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}
