import type { ReactNode } from 'react';
import { localTime, momentOf } from '#shared/zoned-time.ts';
import { Field } from './field.tsx';

/** Moments of the back office are shown and entered by this clock. */
const zone = 'Europe/Moscow';

type InputProps = {
  given: object;
  /** ISO with zone; null: none. */
  value: string | null;
  onChange: (moment: string | null) => void;
};

/** A day with a time, by the clock of Moscow, as the lists show them. */
export function MomentInput({ given, value, onChange }: InputProps) {
  return (
    <input
      {...given}
      type="datetime-local"
      max="2099-12-31T23:59"
      value={value === null ? '' : clockText(value)}
      onChange={({ target }) => onChange(momentText(target.value))}
    />
  );
}

type Props = {
  label: string;
  /** ISO with zone; anything else: none. */
  value: unknown;
  onChange: (moment: string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
};

/** The input of a moment with its label. */
export function MomentField({ label, value, onChange, error, hint, disabled }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => (
        <MomentInput
          given={{ ...given, disabled }}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function clockText(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const { date: day, minute } = localTime(date, zone);
  return `${day}T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function momentText(typed: string): string | null {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(typed) ?? [];
  if (day === undefined) return null;
  return momentOf(day, Number(hours) * 60 + Number(minutes), zone).toISOString();
}
