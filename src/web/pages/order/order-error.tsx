import { isRouteErrorResponse } from 'react-router';
import { ErrorPage } from '#web/parts/shell/error-page.tsx';
import { LinkRequest } from './link-request.tsx';

/**
 * A stranger sees the page of an address that does not exist; a guest who lost the browser asks there for a fresh link.
 */
export function OrderError({ error }: { error: unknown }) {
  return (
    <>
      <ErrorPage error={error} />
      {isRouteErrorResponse(error) && error.status === 404 ? <LinkRequest /> : null}
    </>
  );
}
