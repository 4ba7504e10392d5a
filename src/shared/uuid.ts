/** A UUID as PostgreSQL writes it, lower case: what may be compared with a column of ids. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
