import { notFound } from '#web/parts/request/page-failure.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import type { Route } from './+types/route.ts';

/** Any path no other route knows (S2-21): a real 404 with the path. */
export function loader(): never {
  throw notFound();
}

export const meta: Route.MetaFunction = ({ error }) => [{ title: errorTitle(error) }];

export default function NotFound() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
