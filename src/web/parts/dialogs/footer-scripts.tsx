import { type ComponentType, useEffect, useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';

/** A dialog that opens over any page; `url`: the address of the link, which is the same form as a page. */
export type DialogProps = { isOpen: boolean; url: URL; onClose: () => void };

/**
 * Which links open a dialog where JavaScript runs. Its code comes with the first press; without it the link is a page.
 */
const dialogs: Record<string, () => Promise<{ default: ComponentType<DialogProps> }>> = {
  '/subscription/alert/': () => import('./alert-dialog.tsx'),
  '/support/': () => import('./support-dialog.tsx'),
};

type Opened = { Dialog: ComponentType<DialogProps>; url: URL; isOpen: boolean };

/** What the footer needs of a script, brought when it is needed. */
export function FooterScripts() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const section = document.querySelector<HTMLElement>('[data-subscription]');
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!section || !entry?.isIntersecting) return;
        seen.disconnect();
        import('#web/parts/forms/subscription-form.ts').then((work) => work.wakeSubscription(section), ignore);
      },
      { rootMargin: '400px' },
    );
    if (section) seen.observe(section);
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
      const load = link?.origin === window.location.origin ? dialogs[link.pathname] : undefined;
      if (!link || !load || !isPlainClick(event) || link.pathname === window.location.pathname) return;
      event.preventDefault();
      const url = new URL(link.href);
      load().then(
        (loaded) => setOpened({ Dialog: loaded.default, url, isOpen: true }),
        () => window.location.assign(url),
      );
    };
    document.addEventListener('click', onClick, { capture: true });
    const fileAgain = () => {
      if (localStorage.getItem('support-outbox')) import('./outbox.ts').then((box) => box.fileAgain(), ignore);
    };
    fileAgain();
    window.addEventListener('online', fileAgain);
    window.addEventListener('beforeprint', datePaper);
    return () => {
      seen.disconnect();
      document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('online', fileAgain);
      window.removeEventListener('beforeprint', datePaper);
    };
  }, []);
  if (!opened) return null;
  return (
    <opened.Dialog
      isOpen={opened.isOpen}
      url={opened.url}
      onClose={() => setOpened((before) => before && { ...before, isOpen: false })}
    />
  );
}

/** The head of a printed page says when that was (`shell/static/footer.tsx`). */
function datePaper() {
  const place = document.querySelector('[data-printed]');
  if (place)
    place.textContent = `Напечатано ${formatDateTime(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
}

/** A lost chunk: forms and links work without it. */
function ignore() {}
