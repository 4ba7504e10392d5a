import { type ReactNode, useEffect, useState } from 'react';
import { isNoConnection, RequestError } from '../request.ts';
import { Button } from './button.tsx';

const quickMs = 200;

/** True once waiting has become noticeable: what comes sooner does not flicker. */
function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setSlow(true), quickMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isWaiting]);
  return isWaiting && isSlow;
}

/** Bars in the size of what is to come. `rows`: how many lines, `height`: of each, px. */
export function Skeleton({ rows = 1, height = 36 }: { rows?: number; height?: number }) {
  const isSlow = useIsSlow(true);
  return (
    <div className="skeleton" aria-busy="true" style={{ minHeight: rows * height }}>
      {isSlow ? (
        <>
          <span className="hidden-words" role="status">
            Загружается
          </span>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all the same
            <i key={row} style={{ height: height - 12 }} />
          ))}
        </>
      ) : null}
    </div>
  );
}

export function LoadingPage() {
  return (
    <div className="loading-page">
      <Skeleton rows={8} />
    </div>
  );
}

/** In the place of what did not come: what happened, «Повторить», the number to tell whoever keeps the shop. */
export function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const isOffline = isNoConnection(error);
  const words = error instanceof RequestError ? error.message : null;
  const requestId = error instanceof RequestError ? error.requestId : null;
  return (
    <div className="state" role="alert">
      <p className="state-title">{isOffline ? 'Нет связи' : 'Не удалось загрузить'}</p>
      {words ? <p>{words}</p> : null}
      {requestId ? <p className="soft small">Номер запроса: {requestId}</p> : null}
      <Button onClick={retry}>Повторить</Button>
    </div>
  );
}

/** Nothing is here: never was (`action` begins it), or nothing fits the filter (`action` resets it). */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}
