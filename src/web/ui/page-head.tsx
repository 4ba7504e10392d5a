import type { ComponentProps, ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

type PageHeadProps = Omit<ComponentProps<typeof Breadcrumbs>, 'here'> & { title: string; note?: ReactNode };

/** The way to a page and its heading; `note` stands beside it. */
export function PageHead({ title, note, ...way }: PageHeadProps) {
  return (
    <>
      <Breadcrumbs {...way} here={title} />
      <div className="title">
        <h1>{unbroken(title)}</h1>
        {note ? <span>{note}</span> : null}
      </div>
    </>
  );
}
