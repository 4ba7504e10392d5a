import { useId } from 'react';
import { type Days, RecentDays } from './periods.tsx';

type Props = {
  label: string;
  /** 'YYYY-MM-DD' or '', both days included. */
  from: string;
  to: string;
  onChange: (dates: Days) => void;
  /** Today, a week and thirty days stand before them as buttons. */
  hasRecent?: boolean;
};

/** Two days between which something happened. */
export function FilterDates({ hasRecent = false, ...props }: Props) {
  const { label, from, to, onChange } = props;
  if (!hasRecent) return <TwoDays {...props} />;
  return (
    <>
      <RecentDays label={label} days={{ from, to }} onChange={onChange} />
      <TwoDays {...props} />
    </>
  );
}

function TwoDays({ label, from, to, onChange }: Omit<Props, 'hasRecent'>) {
  const id = useId();
  return (
    <fieldset className="filter-dates">
      <legend className="hidden-words">{label}</legend>
      <label htmlFor={`${id}-from`}>{label} с</label>
      <input
        id={`${id}-from`}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <label htmlFor={`${id}-to`}>по</label>
      <input
        id={`${id}-to`}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </fieldset>
  );
}
