import { type ComponentProps, type ComponentType, type MouseEvent, useState } from 'react';
import { once } from '#shared/per-object.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';
import type { Zoom } from './zoom.tsx';

const loadZoom = once(() => import('./zoom.tsx').then((loaded) => loaded.Zoom));

/** The enlarging, once its code is there; until it comes, or if it does not, the link opens the picture itself. */
export function useZoom() {
  const [Opened, setOpened] = useState<ComponentType<ComponentProps<typeof Zoom>> | null>(null);
  return {
    Opened,
    prepare: () => {
      loadZoom().catch(() => {});
    },
    /** Answers the press on a link to the picture; false: the press is the browser's own (a new tab, a new window). */
    open(event: MouseEvent, link = event.currentTarget as HTMLAnchorElement): boolean {
      if (!isPlainClick(event)) return false;
      event.preventDefault();
      const { href } = link;
      loadZoom().then(
        (Loaded) => setOpened(() => Loaded),
        () => window.location.assign(href),
      );
      return true;
    },
    close: () => setOpened(null),
  };
}
