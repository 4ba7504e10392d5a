import { clock } from '#shared/work-time.ts';
import { Field } from '../parts/field.tsx';
import type { ReceivingOptions } from './order-types.ts';

type Way = 'pickup' | 'delivery';

type FieldProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** It may not be changed. */
  isOff?: boolean;
};

type ChoiceProps = FieldProps & {
  /** Shown while nothing is chosen. */
  none: string;
};

type WayProps = { value: Way; onChange: (way: Way) => void; isOff?: boolean };

/** Whether the buyer comes for the order or it is brought. */
export function WayField({ value, onChange, isOff = false }: WayProps) {
  return (
    <fieldset className="segments" disabled={isOff}>
      <legend className="hidden-words">Как получат</legend>
      <button type="button" aria-pressed={value === 'pickup'} onClick={() => onChange('pickup')}>
        Самовывоз
      </button>
      <button type="button" aria-pressed={value === 'delivery'} onClick={() => onChange('delivery')}>
        Доставка
      </button>
    </fieldset>
  );
}

type PointProps = ChoiceProps & { points: ReceivingOptions['points'] };

export function PointField({ value, onChange, error, isOff = false, points, none }: PointProps) {
  return (
    <Field label="Пункт" error={error}>
      {(given) => (
        <select {...given} disabled={isOff} value={value} onChange={({ target }) => onChange(target.value)}>
          {value === '' ? <option value="">{none}</option> : null}
          {points.map(({ id_1c, words }) => (
            <option key={id_1c} value={id_1c}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function AddressField({ value, onChange, error, isOff = false, hint }: FieldProps & { hint: string }) {
  return (
    <Field label="Адрес" error={error} hint={hint}>
      {(given) => (
        <input
          {...given}
          type="text"
          maxLength={400}
          disabled={isOff}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

type DayProps = ChoiceProps & { days: readonly string[] };

export function DayField({ value, onChange, error, isOff = false, days, none }: DayProps) {
  return (
    <Field label="День" error={error}>
      {(given) => (
        <select {...given} disabled={isOff} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{none}</option>
          {days.map((day) => (
            <option key={day} value={day}>
              {shownDay(day)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type SlotProps = FieldProps & { slots: ReceivingOptions['slots'] };

/** Hours of the day; nothing when it has none to choose of. */
export function SlotField({ value, onChange, error, isOff = false, slots }: SlotProps) {
  if (slots.length === 0) return null;
  return (
    <Field label="Время" error={error}>
      {(given) => (
        <select {...given} disabled={isOff} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">любое</option>
          {slots.map((slot) => (
            <option key={slotKey(slot)} value={slotKey(slot)} disabled={!slot.is_free}>
              {clock(slot.from)}–{clock(slot.to)}
              {slot.is_free ? '' : ', занято'}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type Slot = { from: number; to: number };

/** The value of hours in their field: 600–720 → «600-720». */
export function slotKey({ from, to }: Slot): string {
  return `${from}-${to}`;
}

/** The hours of a field's value; null: any. */
export function slotOf(key: string): Slot | null {
  const [from, to] = key.split('-').map(Number);
  return from === undefined || to === undefined ? null : { from, to };
}

/** «пн, 30 ноября». */
export function shownDay(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('ru-RU', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}
