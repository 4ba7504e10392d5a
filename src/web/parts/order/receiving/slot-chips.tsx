import { FieldError } from '#web/ui/field-error.tsx';
import { firstSlot, type SlotChoice } from './slot-choice.ts';

type SlotChipsProps = {
  legend: string;
  name: string;
  slots: SlotChoice[];
  chosen: string | undefined;
  /** Offered before the slots and chosen at first; without it the first free one is. */
  any?: string;
  error: string | null;
};

/** Hours to choose on the chosen day; what is taken stays in its place, so that one sees it is. */
export function SlotChips({ legend, name, slots, chosen, any, error }: SlotChipsProps) {
  if (slots.length === 0) return null;
  const asked = slots.find(({ value, is_full }) => value === chosen && !is_full)?.value;
  const first = any === undefined ? firstSlot(slots, chosen)?.value : (asked ?? '');
  return (
    <fieldset className="days">
      <legend className="small b">{legend}</legend>
      <div className="slots" id={name} tabIndex={-1}>
        {any === undefined ? null : (
          <label className="chip">
            <input type="radio" className="cover" name={name} value="" defaultChecked={first === ''} />
            {any}
          </label>
        )}
        {slots.map(({ value, words, is_full }) => (
          <label className={is_full ? 'chip chip--off' : 'chip'} key={value}>
            <input
              type="radio"
              className="cover"
              name={name}
              value={value}
              defaultChecked={value === first}
              disabled={is_full}
            />
            <span className="num">{words}</span>
            {is_full ? <span className="small">мест нет</span> : null}
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
