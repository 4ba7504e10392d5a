import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTakesFocus } from './use-takes-focus.ts';

const pauseMs = 400;

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Where the list is opened to find one thing: it is typed at once. */
  takesFocus?: boolean;
};

/** A field that filters a list once the typing pauses; `/` puts the cursor into it. */
export function FilterText({ label, value, onChange, takesFocus }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  // What comes from outside (a reset, «Назад») is shown; what was sent from here may have been typed on meanwhile.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  function submit() {
    sent.current = typed.trim();
    onChange(sent.current);
  }
  useEffect(() => {
    if (typed.trim() === sent.current) return undefined;
    const timer = setTimeout(submit, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div className="filter-text">
      <label className="hidden-words" htmlFor={id}>
        {label}
      </label>
      <Search size={16} aria-hidden="true" />
      <input
        ref={useTakesFocus(takesFocus)}
        id={id}
        type="search"
        data-list-filter
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') submit();
        }}
      />
    </div>
  );
}
