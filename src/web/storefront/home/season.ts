export type Season = 'newyear' | null;

/** The look of the season by the branch's own date: New Year from 15 November to 14 January. */
export function seasonOf(now: Date, timeZone: string): Season {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, month: '2-digit', day: '2-digit' }).formatToParts(now);
  const at = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = `${at('month')}-${at('day')}`;
  return day >= '11-15' || day <= '01-14' ? 'newyear' : null;
}
