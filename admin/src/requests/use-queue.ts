import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useGot } from '../parts/got.ts';

/** `filter` is what the server is asked by. */
export type QueueChoice = { value: string; label: string; filter: object };

/** A list and the chosen one of it; which filter, page and one are kept in the address. The first choice is usual. */
export function useQueue<Item>(path: string, choices: QueueChoice[], keyOf: (item: Item) => string) {
  const [search, setSearch] = useSearchParams();
  // Whoever comes to answer writes at once, as after `R`.
  const [awaited, setAwaited] = useState<string | null>(search.has('answer') ? 'KeyR' : null);
  const choice = choices.find(({ value }) => value === search.get('state')) ?? choices[0];
  const page = search.get('page') ?? '1';
  const q = search.get('q') ?? '';
  // What is looked for by its number or its author is found in whatever state it is.
  const filter = encodeURIComponent(JSON.stringify(q ? { q } : (choice?.filter ?? {})));
  const list = useGot<{ items: readonly Item[]; next: string | null; more: boolean }>(
    `${path}?page=${page}&filter=${filter}`,
    {
      every: 30_000,
    },
  );
  const items = list.data?.items ?? [];
  return {
    /** None is pressed while words are looked for. */
    choice: q ? undefined : choice,
    page,
    q,
    list,
    items,
    chosen: items.find((item) => keyOf(item) === search.get('id')) ?? items[0],
    /** The key that was pressed while the chosen one was loading. */
    awaited,
    setAwaited,
    to: (changes: { state?: string; page?: string; id?: string; q?: string }) => {
      setAwaited(null);
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      next.delete('answer');
      setSearch(next, { replace: 'id' in changes });
    },
  };
}

/** `J` and `K` go through the list; other keys press the button of the chosen one with this `data-key`, if any. */
export function useQueueKeys<Item>(queue: ReturnType<typeof useQueue<Item>>, keyOf: (item: Item) => string) {
  const place = useRef<HTMLDivElement>(null);
  const { items, chosen, to, setAwaited } = queue;

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

  return { place, onKeyDown };
}

/**
 * The chosen one of the list has the cursor when the queue comes, and again when what was decided has left with it: the
 * keys work without a press. `chosen`: names it. Whoever is somewhere else is left there.
 */
export function useKeysAtOnce(place: RefObject<HTMLDivElement | null>, chosen: string | undefined): void {
  const hasCome = useRef(false);
  useEffect(() => {
    if (chosen === undefined) return;
    const at = document.activeElement;
    const isNowhere = at === null || at === document.body || (!hasCome.current && at.matches('a'));
    hasCome.current = true;
    if (isNowhere) place.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, [place, chosen]);
}
