import { PageNavLink } from './page-link.tsx';

/** Neighbouring pages of one section. */
export function LinkTabs({ label, tabs }: { label: string; tabs: { to: string; label: string; count?: number }[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label, count }) => (
        <PageNavLink key={to} to={to} end>
          {label}
          {count ? <b className="num">{count}</b> : null}
        </PageNavLink>
      ))}
    </nav>
  );
}
