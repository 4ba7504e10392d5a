/**
 * Date or its ISO text → 'DD.MM.YYYY HH:MM' in the given zone (S9-07). Throws 'Не валидная строка даты' for anything
 * else (S5-03).
 */
export function formatDateTime(date: Date | string, timeZone = 'Europe/Moscow'): string {
  const parts = partsOf(date, timeZone);
  return `${parts.day}.${parts.month}.${parts.year} ${parts.hour}:${parts.minute}`;
}

/** 'DD.MM.YYYY' in the given zone. */
export function formatDate(date: Date | string, timeZone = 'Europe/Moscow'): string {
  const parts = partsOf(date, timeZone);
  return `${parts.day}.${parts.month}.${parts.year}`;
}

/** A date of the calendar: '2026-11-21' → «21.11.2026». */
export function formatDay(date: string): string {
  return date.split('-').reverse().join('.');
}

/** The moment so many times 24 hours later. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * 86_400_000);
}

/** The moment so many times 24 hours earlier. */
export function daysBefore(moment: Date, days: number): Date {
  return daysAfter(moment, -days);
}

function partsOf(date: Date | string, timeZone: string): Record<string, string> {
  const value = typeof date === 'string' ? new Date(date) : date;
  if (Number.isNaN(value.getTime())) throw new Error('Не валидная строка даты');
  const format = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(format.formatToParts(value).map(({ type, value }) => [type, value]));
}
