const dayMs = 86_400_000;

/** The calendar date and the minute from midnight that a clock in `zone` shows at this moment. */
export function localTime(moment: Date, zone: string): { date: string; minute: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return { date: `${parts.year}-${parts.month}-${parts.day}`, minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

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

/** 1 = Monday … 7 = Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
