import { useState } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { idempotencyKey, RequestError, request } from '../request.ts';
import type { ChangedCell } from './sheet.ts';

/** Of one call. */
const mostCells = 500;

type Problem = { row: number; code: string; words: string };
type Given = {
  /** What was typed and differs from what the shop has. */
  cells: readonly ChangedCell[];
  /** These cells are saved. */
  forget: (keys: ReadonlySet<string>) => void;
  readAgain: () => Promise<void>;
};

/** Saves the cells of a sheet of prices and takes back what was saved last. */
export function usePriceWrites({ cells, forget, readAgain }: Given) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  /** The lines of the audit log by which what was saved last is taken back, the newest first. */
  const [lastSaved, setLastSaved] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);

  function forgetProblems() {
    setProblems(new Map());
    setAsked(new Set());
  }

  /** Writes the cells, as many as one call takes at a time; at the first refusal the rest stays typed. */
  async function save(sure: ReadonlySet<string>) {
    setBusy(true);
    setFailure(null);
    const saved: string[] = [];
    let part = cells;
    try {
      for (let begin = 0; begin < cells.length; begin += mostCells) {
        part = cells.slice(begin, begin + mostCells);
        const { headers } = await request('/api/admin/prices/cells', {
          method: 'POST',
          body: { cells: part.map(({ key, ...cell }) => ({ ...cell, is_sure: sure.has(key) })) },
          headers: { 'Idempotency-Key': idempotencyKey() },
        });
        forget(new Set(part.map(({ key }) => key)));
        saved.unshift(...[headers.get('Audit-Line') ?? []].flat());
      }
      forgetProblems();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const of = (error.details.problems ?? []) as Problem[];
      const keyed = of.flatMap(({ row, ...problem }) => {
        const cell = part[row];
        return cell ? [{ key: cell.key, ...problem }] : [];
      });
      setProblems(new Map(keyed.map(({ key, words }) => [key, words])));
      setAsked(new Set(keyed.filter(({ code }) => code === 'ask').map(({ key }) => key)));
      setFailure(of.length > 0 ? null : error.message);
    } finally {
      if (saved.length > 0) {
        setLastSaved(saved);
        await readAgain();
      }
      setBusy(false);
    }
  }

  async function undo() {
    setBusy(true);
    setFailure(null);
    let left = lastSaved;
    try {
      for (const line of lastSaved) {
        await request(`/api/admin/audit/${line}/undo`, { method: 'POST', body: {} });
        left = left.slice(1);
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(`Отменить нельзя: ${lowerFirst(error.message)}`);
    } finally {
      setLastSaved(left);
      await readAgain();
      setBusy(false);
    }
  }

  return { problems, asked, failure, isBusy, hasSaved: lastSaved.length > 0, save, undo, forgetProblems };
}
