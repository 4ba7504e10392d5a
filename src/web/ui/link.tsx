import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

/**
 * A link to a page of the shop, followed without a new document where scripts run. The server draws a plain anchor of
 * a whole address: resolving some seventy of them against the routes is a twentieth of the work on a category page.
 */
export function Link(props: ComponentProps<typeof RouterLink>) {
  if (import.meta.env.SSR && typeof props.to === 'string' && props.to.startsWith('/')) {
    const { to, prefetch, preventScrollReset, reloadDocument, replace, state, ...anchor } = props;
    return <a {...anchor} href={to} />;
  }
  // The list of routes stays whole (react-router.config.ts): there is nothing to discover by a link.
  return <RouterLink discover="none" {...props} />;
}
