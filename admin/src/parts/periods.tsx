import { countOf } from '#shared/plurals.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';

export type Days = { from: string; to: string };

/** Days of the shop begin by this clock, as on the start page. */
const zone = 'Europe/Moscow';
const periods = [7, 28, 90, 365];
const usualPeriod = 28;

/** So many days up to today. */
function lastDays(count: number): Days {
  const to = localTime(new Date(), zone).date;
  return { from: addDays(to, 1 - count), to };
}

/** Those that the address names, the last 28 where it names none. */
export function daysOf(from: string | undefined, to: string | undefined): Days {
  const usual = lastDays(usualPeriod);
  return { from: from ?? (to && to < usual.from ? to : usual.from), to: to ?? usual.to };
}

/** As they were chosen; of days the wrong way round the one that was changed is meant. */
export function orderedDays(chosen: Days, before: Days): Days {
  const { from, to } = chosen;
  if (!from || !to || from <= to) return chosen;
  return from === before.from ? { from: to, to } : { from, to: from };
}

/** A week, four weeks, three months or a year up to today; the usual four weeks are '' and ''. */
export function Periods({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <fieldset className="segments">
      <legend className="hidden-words">За последние</legend>
      {periods.map((count) => {
        const own = lastDays(count);
        return (
          <button
            key={count}
            type="button"
            aria-pressed={own.from === days.from && own.to === days.to}
            onClick={() => onChange(count === usualPeriod ? { from: '', to: '' } : own)}
          >
            {count === 365 ? 'Год' : countOf(count, 'день', 'дня', 'дней')}
          </button>
        );
      })}
    </fieldset>
  );
}
