import { unbroken } from '@shop/shared/unbroken.ts';
import { Fragment } from 'react';
import { Icon } from './icon.tsx';

export type Crumb = { name: string; url: string };

/** The way to a page, its heading and a note beside it. */
export function PageHead({ crumbs, title, note }: { crumbs: Crumb[]; title: string; note: string }) {
  return (
    <>
      <nav className="crumbs" aria-label="Путь">
        {crumbs.map(({ name, url }) => (
          <Fragment key={url}>
            <a href={url}>{unbroken(name)}</a>
            <Icon name="chevron-right" />
          </Fragment>
        ))}
        <span aria-current="page">{unbroken(title)}</span>
      </nav>
      <div className="title">
        <h1>{unbroken(title)}</h1>
        <span>{note}</span>
      </div>
    </>
  );
}
