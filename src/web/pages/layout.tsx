import { Outlet } from 'react-router';
import { DialogsOnDemand } from '#web/parts/dialogs/dialogs-on-demand.tsx';
import { Shell } from '#web/parts/shell/shell.tsx';
import { Signing } from '#web/parts/signing/signing.tsx';

/** The default layout (S2-25): header, page, footer. Errors of pages are shown inside it, by `page-frame.tsx`. */
export default function StorefrontLayout() {
  return (
    <Shell signing={<Signing />} dialogs={<DialogsOnDemand />}>
      <Outlet />
    </Shell>
  );
}
