import { formatDateTime } from '#shared/dates.ts';
import { plural } from '#shared/plurals.ts';

/**
 * How often a task comes round, in Russian and by the shop's clock: «каждые 15 минут», «каждый день в 03:17». `match`:
 * minute, hour, day, month and weekday in UTC. Throws for a pattern of another form than those of the timetable.
 */
export function howOften(match: string): string {
  const [minute = '', hour = '', ...rest] = match.split(' ');
  const isDaily = rest.length === 3 && rest.every((part) => part === '*');
  if (isDaily && hour === '*') {
    if (minute === '*') return 'каждую минуту';
    const every = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (every !== undefined && 60 % Number(every) === 0)
      return `каждые ${every} ${plural(Number(every), 'минуту', 'минуты', 'минут')}`;
    if (/^\d+$/.test(minute)) return `каждый час, на ${Number(minute)}-й минуте`;
  }
  if (isDaily && /^\d+$/.test(minute) && /^\d+(,\d+)*$/.test(hour))
    return `каждый день в ${listed(hour.split(',').map((one) => clock(Number(one), Number(minute))))}`;
  throw new Error(`no words for the pattern '${match}'`);
}

/** The shop's clock at a time of UTC; Moscow has known no summer time since 2014. */
function clock(hour: number, minute: number): string {
  return formatDateTime(new Date(Date.UTC(2026, 0, 1, hour, minute))).slice(11);
}

function listed(times: string[]): string {
  const sorted = times.sort();
  return sorted.length < 2 ? sorted.join('') : `${sorted.slice(0, -1).join(', ')} и ${sorted.at(-1)}`;
}
