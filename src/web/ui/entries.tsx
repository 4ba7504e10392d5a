import './entries.css';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What people come to a page for, side by side: each entry with its own way on. */
export function Entries({ children }: { children: ReactNode }) {
  return <div className="entries">{children}</div>;
}

type EntryProps = { icon: string; name: string; text: ReactNode; children: ReactNode };

export function Entry({ icon, name, text, children }: EntryProps) {
  return (
    <section className="panel panel--quiet entry">
      <Icon name={icon} />
      <h2 className="h3">{name}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
