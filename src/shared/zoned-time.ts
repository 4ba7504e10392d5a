const dayMs = 86_400_000;

/** Making a formatter costs a hundred times more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** The last answer of each zone: one request asks for the same minute again and again. */
const latest = new Map<string, { minutes: number; shown: { date: string; minute: number } }>();

/** The calendar date and the minute from midnight that a clock in `zone` shows at this moment. */
export function localTime(moment: Date, zone: string): Readonly<{ date: string; minute: number }> {
  const minutes = Math.floor(moment.getTime() / 60_000);
  const known = latest.get(zone);
  if (known?.minutes === minutes) return known.shown;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const shown = { date, minute: Number(parts.hour) * 60 + Number(parts.minute) };
  latest.set(zone, { minutes, shown });
  return shown;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
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
