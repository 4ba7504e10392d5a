import { Fragment } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export type Crumb = { name: string; url: string };

type BreadcrumbsProps = { crumbs: Crumb[]; here: string; device: 'desktop' | 'mobile' };

/** The way from home. Phones show the step back only; the rest stays for robots in the page's JSON-LD. */
export function Breadcrumbs({ crumbs, here, device }: BreadcrumbsProps) {
  const last = crumbs.at(-1);
  if (device === 'mobile' && last) {
    return (
      <nav className="crumbs crumbs--back" aria-label="Путь">
        <Link to={last.url} className="row">
          <Icon name="chevron-left" />
          {unbroken(last.name)}
        </Link>
      </nav>
    );
  }
  return (
    <nav className="crumbs" aria-label="Путь">
      {crumbs.map((crumb) => (
        <Fragment key={crumb.url}>
          <Link to={crumb.url}>{unbroken(crumb.name)}</Link>
          <Icon name="chevron-right" />
        </Fragment>
      ))}
      <span aria-current="page">{unbroken(here)}</span>
    </nav>
  );
}
