import type { ReactNode } from 'react';

type Props = {
  /** How many of them narrow the list now; open from the start when there are any. */
  chosen: number;
  children: ReactNode;
};

/** Filters that are asked for less often. */
export function MoreFilters({ chosen, children }: Props) {
  return (
    <details className="more-filters" open={chosen > 0 || undefined}>
      <summary className="chip">
        Ещё отборы
        {chosen > 0 ? <b className="num">{chosen}</b> : null}
      </summary>
      <div className="filters">{children}</div>
    </details>
  );
}
