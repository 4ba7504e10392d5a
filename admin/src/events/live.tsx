import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type OfficeEvent, officeTopics } from '#shared/office-events.ts';
import { currentBranch } from '../request.ts';
import { isConcerned, isOfBranch } from './concerned.ts';
import { followOffice } from './connect.ts';

const LiveContext = createContext(false);

/** Work that becomes late, and what nobody tells of, is still seen by the clock. */
const seldomMs = 5 * 60_000;

/** How often to ask, in ms: so often without events, seldom while changes are told. */
export function useEvery(everyMs: number, whileLiveMs = seldomMs): number {
  return useContext(LiveContext) ? Math.max(everyMs, whileLiveMs) : everyMs;
}

/** Browsers do not ask all in the same moment: so long at most until one does. */
const gatherMs = 600;

/** What is on the screen is read again when the shop says that it changed. */
export function Live({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const gathered = new Gathered(queries);
    const unfollow = followOffice({
      onChanged: (event) => gathered.add(event),
      onLive(isLive) {
        setLive(isLive);
        // Something may have been missed since the last one.
        if (isLive) for (const topic of officeTopics) gathered.add({ topic });
      },
      onEnded: () => void queries.invalidateQueries(),
    });
    return () => {
      unfollow();
      gathered.stop();
    };
  }, [queries]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

/** Events of a moment make each reading once. */
class Gathered {
  readonly #queries: QueryClient;
  #events: OfficeEvent[] = [];
  #timer: number | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  add(event: OfficeEvent): void {
    if (!isOfBranch(event, currentBranch())) return;
    this.#events.push(event);
    this.#timer ??= window.setTimeout(() => this.#read(), gatherMs * (0.3 + 0.7 * Math.random()));
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    this.#events = [];
  }

  #read(): void {
    const events = this.#events;
    this.#events = [];
    this.#timer = undefined;
    void this.#queries.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isConcerned(queryKey, event)),
    });
  }
}
