/** As texts are compared: lower case, «е» for «ё», which people type one for the other. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}

/** As headings and names of a table are compared: spaces besides, which spreadsheets double and wrap. */
export function foldedCell(text: string): string {
  return folded(text).replace(/\s+/g, ' ').trim();
}
