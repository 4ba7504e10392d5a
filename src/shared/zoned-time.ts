const dayMs = 86_400_000;

type Shown = Readonly<{ date: string; minute: number }>;

/**
 * By time zone: making a formatter costs a hundred times more than using it, and one request asks for the same minute
 * again and again.
 */
const clocks = new Map<string, { format: Intl.DateTimeFormat; minutes: number; shown: Shown }>();

/** The calendar date and the minute from midnight that a clock in `zone` shows at this moment. */
export function localTime(moment: Date, zone: string): Shown {
  const minutes = Math.floor(moment.getTime() / 60_000);
  const known = clocks.get(zone);
  if (known?.minutes === minutes) return known.shown;
  const format = known?.format ?? new Intl.DateTimeFormat('en-CA', { ...shownParts, timeZone: zone });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const shown = { date, minute: Number(parts.hour) * 60 + Number(parts.minute) };
  clocks.set(zone, { format, minutes, shown });
  return shown;
}

const shownParts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** The moment when a clock in `zone` shows this date ('YYYY-MM-DD') and minute (1440 = midnight after). */
export function momentOf(date: string, minute: number, zone: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  let guess = wanted;
  // Twice, because the offset at the first guess may differ from the offset at the answer.
  for (let round = 0; round < 2; round++) {
    const shown = localTime(new Date(guess), zone);
    guess += wanted - (Date.parse(`${shown.date}T00:00:00Z`) + shown.minute * 60_000);
  }
  return new Date(guess);
}

/** 'YYYY-MM-DD' so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** «сегодня», «завтра», and any other day as `other` has it; both 'YYYY-MM-DD'. */
export function nearDay(date: string, today: string, other: (date: string) => string): string {
  if (date === today) return 'сегодня';
  return date === addDays(today, 1) ? 'завтра' : other(date);
}

/** 1 = Monday … 7 = Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

export function isMidnight(moment: Date, timeZone: string): boolean {
  return localTime(moment, timeZone).minute === 0;
}

/** A moment of the last day: what ends at midnight ends with the day before it. */
export function lastMoment(ends_at: Date, timeZone: string): Date {
  return isMidnight(ends_at, timeZone) ? new Date(ends_at.getTime() - 1) : ends_at;
}
