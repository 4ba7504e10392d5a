import { Refusal } from './refusal.ts';

export type WorkQueueOptions = {
  /** How many run at once. */
  atOnce: number;
  /** How many may wait; one more is refused. */
  mostWaiting: number;
  /** How many of one owner may wait. */
  mostOfOwner?: number;
  /** What has waited for so long is refused like what comes to a full queue; without it all wait for their turn. */
  mostWaitMs?: number;
};

export type Place = {
  /**
   * Later work goes before this one when it comes within so many ms more than its own patience: small work first, and
   * none is passed for ever.
   */
  patienceMs?: number;
  /** Whom it is done for: all owners are served in turns, however much each of them asks for. */
  owner?: string;
};

/** `turn`: how many works had begun when this owner was served last, or came; the least has waited for most of them. */
type Waiting = { due: number; owner: string; turn: number; start: () => void };

const busy = () => new Refusal('busy', { retry_after: 5 });

/**
 * A bounded queue for costly work inside one process. What it returns runs `work` when its turn comes. Throws the
 * refusal `busy` (503 with Retry-After) at once when the queue is full, or full of this `owner`, and after `mostWaitMs`
 * when the turn has not come by then.
 */
export function createWorkQueue({ atOnce, mostWaiting, mostOfOwner = mostWaiting, mostWaitMs }: WorkQueueOptions) {
  const waiting: Waiting[] = [];
  let running = 0;
  let begun = 0;
  let lastOwner = '';

  return async function inTurn<Result>(
    work: () => Promise<Result>,
    { patienceMs = 0, owner = '' }: Place = {},
  ): Promise<Result> {
    if (running < atOnce) {
      running++;
      noteServed(owner);
    } else {
      const own = waiting.filter((one) => one.owner === owner).length;
      if (waiting.length >= mostWaiting || own >= mostOfOwner) throw busy();
      await turnOf(owner, patienceMs);
    }
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next.start();
      else running--;
    }
  };

  function turnOf(owner: string, patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        due: performance.now() + patienceMs,
        owner,
        turn: waiting.find((other) => other.owner === owner)?.turn ?? (owner === lastOwner ? begun + 1 : begun),
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer =
        mostWaitMs &&
        setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(busy());
        }, mostWaitMs);
      waiting.push(one);
    });
  }

  function takeNext(): Waiting | undefined {
    const [first, ...rest] = waiting;
    if (!first) return undefined;
    const next = rest.reduce((soonest, one) => (isBefore(one, soonest) ? one : soonest), first);
    waiting.splice(waiting.indexOf(next), 1);
    noteServed(next.owner);
    return next;
  }

  function noteServed(owner: string): void {
    begun++;
    lastOwner = owner;
    for (const one of waiting) if (one.owner === owner) one.turn = begun;
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.turn === other.turn ? one.due < other.due : one.turn < other.turn;
}
