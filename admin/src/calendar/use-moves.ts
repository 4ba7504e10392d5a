import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Dates, daysWords } from '#shared/calendar-days.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { RequestError, request } from '../request.ts';
import { type CalendarItem, keyOf } from './calendar-words.ts';
import { saveDates } from './save-dates.ts';

/** Saves the dates of what is moved in the calendar and takes back what was moved last. */
export function useMoves() {
  const queries = useQueryClient();
  /** Stands at its new place until the calendar is read again. */
  const [moving, setMoving] = useState<{ key: string; dates: Dates } | null>(null);
  const [done, setDone] = useState<{ words: string; line: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Does it and reads the calendar again; what came of it is told when the calendar stands. */
  async function run(change: () => Promise<() => void>, failed: (words: string) => string): Promise<string | null> {
    setDone(null);
    setFailure(null);
    setBusy(true);
    let refused: string | null = null;
    let showDone: (() => void) | null = null;
    try {
      showDone = await change();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      refused = Object.values(error.fields)[0] ?? error.message;
    } finally {
      await queries.invalidateQueries();
      setMoving(null);
      setBusy(false);
    }
    if (refused === null) showDone?.();
    else setFailure(failed(lowerFirst(refused)));
    return refused;
  }

  /** Returns what was refused, in words; null: the dates are saved. */
  function move(item: CalendarItem, dates: Dates): Promise<string | null> {
    setMoving({ key: keyOf(item), dates });
    return run(
      async () => {
        const line = await saveDates(item, dates);
        const words = `Перенесено: ${daysWords(dates, item.time_zone, isMoment(item))}`;
        return () => setDone(line === null ? null : { words, line });
      },
      (words) => `«${item.title}» не перенесено: ${words}`,
    );
  }

  async function undo(): Promise<void> {
    if (!done) return;
    const { line } = done;
    await run(
      async () => {
        await request(`/api/admin/audit/${line}/undo`, { method: 'POST', body: {} });
        return () => setDone(null);
      },
      (words) => `Отменить нельзя: ${words}`,
    );
  }

  return {
    moving,
    done,
    failure,
    isBusy,
    move,
    undo,
    forget: () => setDone(null),
    forgetFailure: () => setFailure(null),
  };
}

/** It has a beginning alone. */
export function isMoment({ save }: Pick<CalendarItem, 'save'>): boolean {
  return save?.ends_at === null;
}
