import { Outlet } from 'react-router';
import { shop } from '#web/parts/request/context.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { refuseDuringMaintenance } from '#web/parts/shell/refuse-during-maintenance.server.ts';
import type { Route } from './+types/page-frame.ts';

export async function loader({ context }: Route.LoaderArgs) {
  await refuseDuringMaintenance(context.get(shop));
  return null;
}

export const meta: Route.MetaFunction = ({ error }) => (error ? [{ title: errorTitle(error) }] : []);

/** Holds a page inside the layout, so that its error replaces the page only and the header stays as it is. */
export default function PageFrame() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
