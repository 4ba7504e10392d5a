import { countOf } from '#shared/plurals.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';

export type Days = { from: string; to: string };

/** Days of the shop begin by this clock, as on the start page. */
const zone = 'Europe/Moscow';
const periods = [7, 28, 90, 365];
const usualPeriod = 28;
/** Of lists, whose last rows are asked for most. */
const recentPeriods = [1, 7, 30];
const periodWords: Record<number, string> = { 1: 'Сегодня', 365: 'Год' };

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
    <PeriodButtons
      legend="За последние"
      counts={periods}
      days={days}
      onPress={(count, own) => onChange(count === usualPeriod ? { from: '', to: '' } : own)}
    />
  );
}

/** Today, a week or thirty days up to today; a second press asks for all days again. */
export function RecentDays({ label, days, onChange }: { label: string; days: Days; onChange: (days: Days) => void }) {
  return (
    <PeriodButtons
      legend={`${label} за последние`}
      counts={recentPeriods}
      days={days}
      onPress={(_count, own, isChosen) => onChange(isChosen ? { from: '', to: '' } : own)}
    />
  );
}

type ButtonsProps = {
  legend: string;
  counts: readonly number[];
  days: Days;
  onPress: (count: number, own: Days, isChosen: boolean) => void;
};

function PeriodButtons({ legend, counts, days, onPress }: ButtonsProps) {
  return (
    <fieldset className="segments">
      <legend className="hidden-words">{legend}</legend>
      {counts.map((count) => {
        const own = lastDays(count);
        const isChosen = own.from === days.from && own.to === days.to;
        return (
          <button key={count} type="button" aria-pressed={isChosen} onClick={() => onPress(count, own, isChosen)}>
            {periodWords[count] ?? countOf(count, 'день', 'дня', 'дней')}
          </button>
        );
      })}
    </fieldset>
  );
}
