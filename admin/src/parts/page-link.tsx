import type { ComponentProps } from 'react';
import { Link, NavLink, useSearchParams } from 'react-router';

/** The address of a page of the back office with the branch the person works with now. */
export function useAddress(): (to: string) => string {
  const [search] = useSearchParams();
  const branch = search.get('branch');
  return (to) => {
    if (!branch || /[?&]branch=/.test(to)) return to;
    const [page = '', place] = to.split('#');
    const address = `${page}${page.includes('?') ? '&' : '?'}branch=${encodeURIComponent(branch)}`;
    return place === undefined ? address : `${address}#${place}`;
  };
}

export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link to={useAddress()(to)} {...rest} />;
}

export function PageNavLink({ to, ...rest }: Omit<ComponentProps<typeof NavLink>, 'to'> & { to: string }) {
  return <NavLink to={useAddress()(to)} {...rest} />;
}
