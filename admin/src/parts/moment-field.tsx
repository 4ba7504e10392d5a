import { localTime, momentOf } from '#shared/zoned-time.ts';

/** The clock of the back office. */
const zone = 'Europe/Moscow';

type Props = {
  given: object;
  /** ISO; null: no moment. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A day and a time by the Moscow clock, as the lists show them. */
export function MomentField({ given, value, onChange }: Props) {
  return (
    <input
      {...given}
      type="datetime-local"
      value={value === null ? '' : typedMoment(value)}
      onChange={({ target }) => onChange(readMoment(target.value))}
    />
  );
}

function typedMoment(moment: string): string {
  const { date, minute } = localTime(new Date(moment), zone);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function readMoment(typed: string): string | null {
  const [, date, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(typed) ?? [];
  if (!date) return null;
  return momentOf(date, Number(hours) * 60 + Number(minutes), zone).toISOString();
}
