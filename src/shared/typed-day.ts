/** A day in the query of an address, 'YYYY-MM-DD' of this century; null: the text is no such day. */
export function typedDay(text: string | null | undefined): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
