import type { ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';

/** One narrow sheet in the middle of the page: what all pages about signing in look like. */
export function AuthSheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="signpage">
      <section className="panel">
        <h1>{unbroken(title)}</h1>
        {children}
      </section>
    </div>
  );
}
