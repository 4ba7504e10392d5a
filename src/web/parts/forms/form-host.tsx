import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isPlainClick } from '#web/ui/plain-click.ts';
import type { FormDialogProps } from './form-dialog.tsx';

/**
 * Opens the form behind any `FormLink` of the page in a dialog (S2-26). The dialog is loaded when it is first asked
 * for.
 */
export function FormHost() {
  const { key } = useLocation();
  const [Dialog, setDialog] = useState<ComponentType<FormDialogProps> | null>(null);
  const [asked, setAsked] = useState<{ href: string; at: string } | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-form]');
      if (!link || !isPlainClick(event) || link.pathname === window.location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      import('./form-dialog.tsx').then(
        ({ FormDialog }) => {
          setDialog(() => FormDialog);
          setAsked({ href: link.href, at: window.location.href });
        },
        () => window.location.assign(link.href),
      );
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  // Another page has other forms.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it
  useEffect(() => setAsked(null), [key]);

  return Dialog && <Dialog href={asked?.href ?? null} onClose={() => setAsked(null)} />;
}
