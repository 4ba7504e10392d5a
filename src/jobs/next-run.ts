import { parseCronItem } from 'graphile-worker';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Longer than a leap year: a pattern that fits no moment of it fits none. */
const longestMs = 400 * dayMs;
/** A week and a day: within it whatever comes round weekly or oftener has shown its longest pause. */
const watchedMs = 8 * dayMs;

/**
 * The first whole minute after `after` at which a task with this pattern comes round (minute, hour, day, month, weekday
 * in UTC, as graphile-worker reads them). Throws when there is none in 400 days.
 */
export function nextRun(match: string, after: Date): Date {
  for (const moment of runsAfter(match, after)) return moment;
  throw new Error(`no run of '${match}' in 400 days`);
}

/** The longest pause between two runs of the week after `after`, or of as long as three runs take; whole seconds. */
export function longestPause(match: string, after: Date): number {
  let [longest, count, before] = [0, 0, 0];
  for (const moment of runsAfter(match, after)) {
    count += 1;
    if (count > 1) longest = Math.max(longest, moment.getTime() - before);
    before = moment.getTime();
    if (count >= 3 && before - after.getTime() > watchedMs) break;
  }
  if (longest === 0) throw new Error(`'${match}' comes round less than twice in 400 days`);
  return longest / 1_000;
}

function* runsAfter(match: string, after: Date): Generator<Date> {
  const { match: fits } = parseCronItem({ match, task: 'any' });
  const first = (Math.floor(after.getTime() / minuteMs) + 1) * minuteMs;
  for (let at = first; at < first + longestMs; at += minuteMs) {
    const moment = new Date(at);
    const isFit = fits({
      min: moment.getUTCMinutes(),
      hour: moment.getUTCHours(),
      date: moment.getUTCDate(),
      month: moment.getUTCMonth() + 1,
      dow: moment.getUTCDay(),
    });
    if (isFit) yield moment;
  }
}
