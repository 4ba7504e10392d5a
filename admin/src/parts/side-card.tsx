import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type Props = {
  title: string;
  action?: ReactNode;
  children: ReactNode;
  /** By which an address leads here: `#payment`. */
  place?: string;
};

/** A panel beside the main thing of a page, with its heading and what may be done with it. */
export function SideCard({ title, action, children, place }: Props) {
  const { hash } = useLocation();
  const panel = useRef<HTMLElement>(null);
  const isMeant = place !== undefined && hash === `#${place}`;
  useEffect(() => {
    if (!isMeant) return;
    panel.current?.scrollIntoView({ block: 'center' });
    panel.current?.focus({ preventScroll: true });
  }, [isMeant]);
  return (
    <section
      ref={panel}
      id={place}
      tabIndex={place ? -1 : undefined}
      className={`panel side-card${isMeant ? ' meant' : ''}`}
      aria-label={title}
    >
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
