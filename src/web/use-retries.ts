import { useEffect, useRef } from 'react';

/** What an answer says of a change that did not reach the server. */
type Failed = { verb: string; error: { code: string } | null };

/** The last wait is repeated. */
const retryMs = [1_000, 3_000, 10_000, 30_000];

/** S8-08: a change of the cart that could not be saved is sent again until it arrives, at once when the connection is back; an order by its button only. */
export function useRetries(answer: Failed | null | undefined, again: () => void) {
  const failures = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is judged once
  useEffect(() => {
    if (!isRetried(answer)) {
      failures.current = 0;
      return;
    }
    window.addEventListener('online', again);
    const timer = setTimeout(again, retryMs[Math.min(failures.current++, retryMs.length - 1)]);
    return () => {
      window.removeEventListener('online', again);
      clearTimeout(timer);
    };
  }, [answer]);
}

/** Such a failure is no matter of the visitor's: nothing is said of it. */
export function isRetried(answer: Failed | null | undefined): boolean {
  return answer?.error?.code === 'unreachable' && answer.verb !== 'place' && answer.verb !== 'agree';
}
