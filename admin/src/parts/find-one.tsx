import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { RequestError } from '../request.ts';
import { usePaused } from './use-paused.ts';
import { useTakesFocus } from './use-takes-focus.ts';

type Props<Item> = {
  label: string;
  placeholder: string;
  /** Names what is searched, for the cache. */
  about: readonly unknown[];
  search: (q: string, signal: AbortSignal) => Promise<readonly Item[]>;
  keyOf: (item: Item) => string | number;
  render: (item: Item) => ReactNode;
  /** It is shown, and cannot be taken. */
  isOff?: (item: Item) => boolean;
  onFound: (item: Item) => void;
  /** So many letters at least. */
  least?: number;
  /** The typing has paused for so long before it is searched. */
  pauseMs?: number;
  /** What is searched is typed at once, without a press into the field. */
  takesFocus?: boolean;
  error?: string | undefined;
};

/** One of many by the search of the server; the field is kept for the next one. */
export function FindOne<Item>(props: Props<Item>) {
  const { label, placeholder, about, search, keyOf, render, isOff, onFound, least = 2, pauseMs = 0 } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = usePaused(typed.trim(), pauseMs);
  const isAsked = q.length >= least;
  const { data, error, isFetching } = useQuery({
    queryKey: [...about, q],
    queryFn: ({ signal }) => search(q, signal),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const items = isAsked ? (data ?? []) : [];
  function take(item: Item | undefined) {
    if (item === undefined || isOff?.(item)) return;
    onFound(item);
    setTyped('');
    setAt(0);
  }
  const found = items[at];
  return (
    <div className="find-goods">
      <label htmlFor={id}>{label}</label>
      <span className="find-field">
        <Search size={16} aria-hidden="true" />
        <input
          ref={useTakesFocus(props.takesFocus)}
          id={id}
          type="text"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found === undefined ? undefined : `${id}-${keyOf(found)}`}
          aria-invalid={props.error === undefined ? undefined : true}
          aria-describedby={props.error === undefined ? undefined : `${id}-error`}
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) setAt((before) => Math.min(items.length - 1, Math.max(0, before + step)));
            else if (event.key === 'Enter') take(items[at]);
            else return;
            event.preventDefault();
          }}
        />
      </span>
      <div id={`${id}-list`} role="listbox" aria-label="Найденное" aria-busy={isFetching} className="found">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={keyOf(item)}
            id={`${id}-${keyOf(item)}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-disabled={isOff?.(item) ?? false}
            onClick={() => take(item)}
          >
            {render(item)}
          </div>
        ))}
      </div>
      {isAsked && data?.length === 0 && !isFetching ? <p className="soft small">Ничего не нашлось</p> : null}
      {error ? (
        <p className="bad small">{error instanceof RequestError ? error.message : 'Поиск не ответил. Повторите'}</p>
      ) : null}
      {props.error === undefined ? null : (
        <p id={`${id}-error`} className="field-error small">
          {props.error}
        </p>
      )}
    </div>
  );
}
