import { createContext, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';

/** The key that was pressed while the chosen one was loading: the field of this key takes the cursor as it comes. */
export const AwaitedKey = createContext<string | null>(null);

type Props<Item> = {
  label: string;
  /** /api/admin/… of the list. */
  path: string;
  /** Choices of the filter; `filter` is what the server is asked by. The first one is meant by default. */
  choices: { value: string; label: string; filter: object }[];
  empty: string;
  keyOf: (item: Item) => string;
  line: (item: Item) => ReactNode;
  /** The chosen one at the side, with what can be done. */
  detail: (item: Item) => ReactNode;
  /** By the key of the keyboard (`KeyA`): a button of the chosen one with this `data-key` is pressed. */
  help: string;
};

/** A queue at the left, the chosen one at the right; `J` and `K` go through it, letters decide. */
export function Queue<Item>({ label, path, choices, empty, keyOf, line, detail, help }: Props<Item>) {
  const [search, setSearch] = useSearchParams();
  const place = useRef<HTMLDivElement>(null);
  const [awaited, setAwaited] = useState<string | null>(null);
  const choice = choices.find(({ value }) => value === search.get('state')) ?? choices[0];
  const page = search.get('page') ?? '1';
  const filter = encodeURIComponent(JSON.stringify(choice?.filter ?? {}));
  const { data, error, refetch } = useGot<{ items: readonly Item[]; next: string | null }>(
    `${path}?page=${page}&filter=${filter}`,
    { every: 30_000 },
  );
  const items = data?.items ?? [];
  const chosen = items.find((item) => keyOf(item) === search.get('id')) ?? items[0];
  const to = (changes: Record<string, string>) => {
    setAwaited(null);
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next, { replace: 'id' in changes });
  };

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const inField = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { KeyJ: 1, KeyK: -1 }[event.code];
    const at = chosen ? items.indexOf(chosen) : -1;
    const next = step ? items[at + step] : undefined;
    if (next) {
      to({ id: keyOf(next) });
      event.preventDefault();
      return;
    }
    // Words typed on after `R` must not be taken for keys that decide.
    if (place.current?.querySelector('.onec-card [aria-busy="true"]')) {
      setAwaited((before) => before ?? event.code);
      event.preventDefault();
      return;
    }
    const button = place.current?.querySelector<HTMLElement>(`[data-key="${event.code}"]`);
    if (!button) return;
    event.preventDefault();
    setAwaited(null);
    if (button instanceof HTMLButtonElement) button.click();
    else button.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole queue; all of it can be pressed as well
    <div ref={place} className="request-queue" onKeyDown={onKeyDown}>
      <div className="request-list panel">
        <fieldset className="chips padded">
          <legend className="hidden-words">Какие показать</legend>
          {choices.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="chip"
              aria-pressed={value === choice?.value}
              onClick={() => to({ state: value, page: '', id: '' })}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={8} height={52} /> : null}
        {data && items.length === 0 ? <Empty title={empty} /> : null}
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={keyOf(item)}>
              <button
                type="button"
                aria-current={item === chosen ? 'true' : undefined}
                onClick={() => to({ id: keyOf(item) })}
              >
                {line(item)}
              </button>
            </li>
          ))}
        </ul>
        {page !== '1' || data?.next ? (
          <p className="rows-foot">
            <Button size="small" disabled={page === '1'} onClick={() => to({ page: String(Number(page) - 1), id: '' })}>
              Назад
            </Button>
            <Button size="small" disabled={!data?.next} onClick={() => to({ page: data?.next ?? '', id: '' })}>
              Дальше
            </Button>
          </p>
        ) : null}
        <p className="rows-foot soft small">{help}</p>
      </div>
      {chosen ? (
        <section className="panel onec-card" aria-label="Выбранное" key={keyOf(chosen)}>
          <AwaitedKey value={awaited}>{detail(chosen)}</AwaitedKey>
        </section>
      ) : null}
    </div>
  );
}
