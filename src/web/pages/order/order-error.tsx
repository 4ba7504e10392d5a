import { isRouteErrorResponse } from 'react-router';
import { unbroken } from '#shared/unbroken.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { NarrowSheet } from '#web/parts/signing/auth-sheet.tsx';
import { LinkRequestForm } from './link-request.tsx';

const heading = 'Заказ по этой ссылке не открылся';

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

export const orderErrorTitle = (error: unknown) => (isNotFound(error) ? `${heading} — ИДД` : errorTitle(error));

/**
 * A link that opens no order, be it old, cut short or of somebody else's: all are told the same, and whoever lost the
 * browser or the email asks for a fresh link.
 */
export function OrderError({ error }: { error: unknown }) {
  if (!isNotFound(error)) return <ErrorPage error={error} />;
  return (
    <NarrowSheet title={heading}>
      <p className="signin__lead">{unbroken('Возможно, ссылка устарела или скопирована не целиком.')}</p>
      <LinkRequestForm answer={null} />
    </NarrowSheet>
  );
}
