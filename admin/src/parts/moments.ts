import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';

/** '2026-11-23T09:00:00Z' → «23.11 12:00», with the year when it is another than now: for narrow columns. */
export function shortMoment(moment: string, now = new Date()): string {
  const [date = '', time = ''] = formatDateTime(moment).split(' ');
  const [, , year] = date.split('.');
  const isThisYear = formatDateTime(now).slice(6, 10) === year;
  return `${isThisYear ? date.slice(0, 5) : date} ${time}`;
}

/** 'YYYY-MM-DD' → the moment it begins here, or the day so many days later. */
export function startOfDay(day: string, later = 0): string {
  const moment = new Date(`${day}T00:00:00`);
  moment.setDate(moment.getDate() + later);
  return moment.toISOString();
}

/** How long ago a moment was: «5 минут назад», «2 дня назад». */
export function timeAgo(moment: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000);
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${countOf(minutes, 'минуту', 'минуты', 'минут')} назад`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${countOf(hours, 'час', 'часа', 'часов')} назад`;
  return `${countOf(Math.floor(hours / 24), 'день', 'дня', 'дней')} назад`;
}
