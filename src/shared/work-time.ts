import { addDays, localTime, nearDay, weekdayOf } from './zoned-time.ts';

/**
 * Minutes from midnight in the department's own zone; weekday 1 = Monday … 7 = Sunday. A weekday without a row is
 * closed.
 */
export type WeekHours = { weekday: number; opens_minute: number; closes_minute: number }[];

/** A date ('YYYY-MM-DD') that differs from its weekday; null minutes mean closed all day. */
export type HourExceptions = {
  date: string;
  opens_minute: number | null;
  closes_minute: number | null;
  note: string | null;
}[];

export type OpenState = {
  is_open: boolean;
  /** 'Открыто до 20:00', 'Откроется завтра в 08:30', 'Сегодня закрыто'. */
  words: string;
  /** Why today differs, as the shop wrote it: 'Новый год'. */
  note: string | null;
};

/** By the number of the day, 1 = Monday. */
const weekdayWords = [
  '',
  'в понедельник',
  'во вторник',
  'в среду',
  'в четверг',
  'в пятницу',
  'в субботу',
  'в воскресенье',
];

/** 'YYYY-MM-DD' → «в пятницу». */
export function weekdayWordOf(date: string): string {
  return weekdayWords[weekdayOf(date)] ?? '';
}

/** S3-01: the lines of work_time, which is split on ';'. */
export function workTimeLines(work_time: string): string[] {
  return work_time
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The lines in one text for people, which may end a line between them and nowhere else: «Пн–Пт» is not torn. */
export function wholeHours(lines: string[]): string {
  return lines.map((line) => line.replaceAll(' ', '\u00a0').replaceAll('–', '–\u2060')).join(', ');
}

/** What is said of a point, and of a phone that is answered while it is open. */
type Verbs = { open: string; opens: string; at: (span: { opens: number; closes: number }) => string; today?: string };

const doorVerbs: Verbs = { open: 'Открыто', opens: 'Откроется', at: ({ opens }) => `в ${clock(opens)}` };
export const phoneVerbs: Verbs = { open: 'На связи', opens: 'Ответим', at: ({ opens }) => `с ${clock(opens)}` };
const callVerbs: Verbs = {
  open: 'Перезвоним',
  opens: 'Перезвоним',
  at: ({ opens, closes }) => `с ${clock(opens)} до ${clock(closes)}`,
  today: 'сегодня ',
};

/**
 * Is the department open at this moment, until when, or when it opens next; by its own clock, exceptions before
 * weekdays.
 */
export function openState(
  hours: WeekHours,
  exceptions: HourExceptions,
  time_zone: string,
  now: Date = new Date(),
  verbs = doorVerbs,
): OpenState {
  const local = localTime(now, time_zone);
  const today = hoursOn(local.date, hours, exceptions);
  const note = today.note;
  if (today.span && local.minute >= today.span.opens && local.minute < today.span.closes) {
    const isAroundTheClock = today.span.opens === 0 && today.span.closes === 1440;
    return {
      is_open: true,
      words: `${verbs.open} ${isAroundTheClock ? 'круглосуточно' : `${verbs.today ?? ''}до ${clock(today.span.closes)}`}`,
      note,
    };
  }
  if (today.span && local.minute < today.span.opens) {
    return { is_open: false, words: `${verbs.opens} ${verbs.today ?? ''}${verbs.at(today.span)}`, note };
  }
  for (let days = 1; days <= 14; days++) {
    const date = addDays(local.date, days);
    const { span } = hoursOn(date, hours, exceptions);
    if (!span) continue;
    const day = nearDay(date, local.date, days < 7 ? weekdayWordOf : shortDate);
    return { is_open: false, words: `${verbs.opens} ${day} ${verbs.at(span)}`, note };
  }
  return { is_open: false, words: 'Сейчас закрыто', note };
}

/**
 * «Перезвоним сегодня до 20:00», «Перезвоним завтра с 08:30 до 20:00» of whoever waits for a call; null: it is not
 * known when the department opens.
 */
export function callBackWords(
  { hours, hour_exceptions, time_zone }: { hours: WeekHours; hour_exceptions: HourExceptions; time_zone: string },
  now: Date,
): string | null {
  const { words } = openState(hours, hour_exceptions, time_zone, now, callVerbs);
  return words.startsWith(callVerbs.opens) ? words : null;
}

/** «в 08:30», «завтра в 08:30» of a closed department; null while it is open, or closed for long. */
export function nextOpening({ is_open, words }: Pick<OpenState, 'is_open' | 'words'>): string | null {
  const [closed, opens] = words.split('Откроется ');
  return is_open || closed !== '' ? null : (opens ?? null);
}

/** 510 → '08:30'. */
export function clock(minute: number): string {
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** «08:30–20:00» of a day ('YYYY-MM-DD'); null: closed all of it. */
export function hoursWords(
  date: string,
  { hours, hour_exceptions }: { hours: WeekHours; hour_exceptions: HourExceptions },
): string | null {
  const { span } = hoursOn(date, hours, hour_exceptions);
  return span && `${clock(span.opens)}–${clock(span.closes)}`;
}

function hoursOn(date: string, hours: WeekHours, exceptions: HourExceptions) {
  const exception = exceptions.find((other) => other.date === date);
  if (exception) {
    const { opens_minute, closes_minute, note } = exception;
    return {
      span: opens_minute === null || closes_minute === null ? null : { opens: opens_minute, closes: closes_minute },
      note,
    };
  }
  const row = hours.find(({ weekday }) => weekday === weekdayOf(date));
  return { span: row ? { opens: row.opens_minute, closes: row.closes_minute } : null, note: null };
}

/** 'YYYY-MM-DD' → «04.12». */
export function shortDate(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}`;
}
