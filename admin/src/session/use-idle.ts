import { useLayoutEffect, useState } from 'react';

const noteMs = 15_000;
/** Shared by the tabs of this browser: whoever works in one is not idle in another. */
const key = 'idd-admin-active-at';

function readActiveAt(): number {
  return Number(localStorage.getItem(key)) || Date.now();
}

/**
 * Whether nothing was pressed or moved here for `idleMs`; null: nobody has entered yet, so nothing is judged. `wake`
 * begins again.
 */
export function useIdle(idleMs: number | null): { isIdle: boolean; wake: () => void } {
  const [isIdle, setIdle] = useState(false);

  // Before anything is painted: what was left open stays covered.
  useLayoutEffect(() => {
    if (isIdle || idleMs === null) return undefined;
    let noted = 0;
    const judge = () => {
      if (Date.now() - readActiveAt() >= idleMs) setIdle(true);
    };
    const note = () => {
      if (Date.now() - noted < noteMs) return;
      if (Date.now() - readActiveAt() >= idleMs) return setIdle(true);
      noted = Date.now();
      localStorage.setItem(key, String(noted));
    };
    note();
    const timer = setInterval(judge, noteMs);
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, note, { passive: true, capture: true });
    document.addEventListener('visibilitychange', judge);
    return () => {
      clearInterval(timer);
      for (const event of events) window.removeEventListener(event, note, { capture: true });
      document.removeEventListener('visibilitychange', judge);
    };
  }, [isIdle, idleMs]);

  return {
    isIdle,
    wake() {
      localStorage.setItem(key, String(Date.now()));
      setIdle(false);
    },
  };
}
