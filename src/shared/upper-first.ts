/** «нет связи» → «Нет связи», where a sentence begins with it. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
