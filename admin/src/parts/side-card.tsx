import type { ReactNode } from 'react';

/** A panel beside the main thing of a page, with its heading and what may be done with it. */
export function SideCard({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel side-card" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        {action ? <span className="panel-actions">{action}</span> : null}
      </div>
      <div className="side-body">{children}</div>
    </section>
  );
}

/** Names and values; what has no value is left out. */
export function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="order-facts">
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
