import { Refusal } from './refusal.ts';

export type WorkQueueOptions = {
  /** How many run at once. */
  atOnce: number;
  /** How many may wait; one more is refused. */
  mostWaiting: number;
  /** How many of one owner may wait. */
  mostOfOwner?: number;
};

type Waiting = { weight: number; owner: string; start: () => void };

/**
 * A bounded queue for costly work inside one process. What it returns runs `work` when its turn comes, the smallest `weight` first and equal ones as they
 * came. Throws the refusal `busy` (503 with Retry-After) at once when the queue is full, or full of this `owner`.
 */
export function createWorkQueue({ atOnce, mostWaiting, mostOfOwner = mostWaiting }: WorkQueueOptions) {
  const waiting: Waiting[] = [];
  let running = 0;

  return async function inTurn<Result>(
    work: () => Promise<Result>,
    { weight = 0, owner = '' }: { weight?: number; owner?: string } = {},
  ): Promise<Result> {
    if (running < atOnce) running++;
    else {
      const own = waiting.filter((one) => one.owner === owner).length;
      if (waiting.length >= mostWaiting || own >= mostOfOwner) throw new Refusal('busy', { retry_after: 5 });
      await new Promise<void>((start) => {
        const at = waiting.findIndex((one) => one.weight > weight);
        waiting.splice(at < 0 ? waiting.length : at, 0, { weight, owner, start });
      });
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else running--;
    }
  };
}
