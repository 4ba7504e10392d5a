import type { ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';

type SheetProps = { title: string; children: ReactNode };

/** One narrow sheet in the middle of the page. */
export function NarrowSheet({ title, children, isSigning }: SheetProps & { isSigning?: boolean }) {
  return (
    <div className="signpage" data-signing={isSigning}>
      <section className="panel">
        <h1>{unbroken(title)}</h1>
        {children}
      </section>
    </div>
  );
}

/** That of a page about signing in: its attribute marks «Кабинет» in the phone's bottom bar. */
export function AuthSheet(props: SheetProps) {
  return <NarrowSheet isSigning {...props} />;
}
