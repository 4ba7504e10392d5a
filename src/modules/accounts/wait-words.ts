import { plural } from '#shared/plurals.ts';

/** Seconds of waiting as a sentence's end: «через 45 секунд», «через 12 минут», «через 5 часов». Rounded up. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return `через ${seconds}\u00a0${plural(seconds, 'секунду', 'секунды', 'секунд')}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `через ${minutes}\u00a0${plural(minutes, 'минуту', 'минуты', 'минут')}`;
  const hours = Math.ceil(minutes / 60);
  return `через ${hours}\u00a0${plural(hours, 'час', 'часа', 'часов')}`;
}
