import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { OthersHere } from './others-here.tsx';
import { PageLink } from './page-link.tsx';

type Props = {
  title: string;
  /** Where the page stands, from above; without the page itself. */
  crumbs?: { label: string; to: string }[];
  /** Tags of the state, tabs and whatever stands beside the title. */
  beside?: ReactNode;
  /** Other buttons, then the primary one. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Every page: where it stands, what it is, its state, one primary button, its content. */
export function PageFrame({ title, crumbs = [], beside, actions, children }: Props) {
  return (
    <main id="content" className="page" tabIndex={-1}>
      <title>{`${title} · Управление магазином`}</title>
      <div className="page-head">
        {crumbs.length > 0 ? (
          <nav className="crumbs" aria-label="Путь">
            {crumbs.map(({ label, to }) => (
              <Fragment key={to}>
                <PageLink to={to}>{label}</PageLink>
                <ChevronRight size={12} aria-hidden="true" />
              </Fragment>
            ))}
          </nav>
        ) : null}
        <h1>{title}</h1>
        {beside}
        {crumbs.length > 0 ? <OthersHere /> : null}
        {actions ? <div className="page-actions">{actions}</div> : null}
      </div>
      {children}
    </main>
  );
}
