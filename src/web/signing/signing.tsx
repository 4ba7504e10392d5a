import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { safeBack } from '#shared/urls.ts';
import { authPages } from './cabinet-button.ts';
import type { LoginDialogProps } from './login-dialog.tsx';
import { accountChangedEvent, isSigned, readSignedMark } from './signed-mark.ts';

/** Set while somebody is, or was, signed in on this page; a plain guest's page never asks for it. */
let authModule: Promise<typeof import('./auth.ts')> | null = null;

/**
 * Signing in, as far as every page needs it: links to the login page open its dialog, and whoever is signed in is read after load.
 * Everything else of it is loaded then.
 */
export function Signing() {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [Dialog, setDialog] = useState<ComponentType<LoginDialogProps> | null>(null);
  const [back, setBack] = useState<string | null>(null);
  const here = pathname + search;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have changed the cookie
  useEffect(follow, [key]);
  useEffect(() => {
    const changed = () => {
      readSignedMark();
      revalidate();
    };
    window.addEventListener(accountChangedEvent, changed);
    document.addEventListener('visibilitychange', follow);
    return () => {
      window.removeEventListener(accountChangedEvent, changed);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [revalidate]);
  useEffect(() => {
    const ask = async (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/login/"]');
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !isPlain || isSigned() || authPages.test(window.location.pathname)) return;
      event.preventDefault();
      try {
        const { LoginDialog } = await import('./login-dialog.tsx');
        setDialog(() => LoginDialog);
        setBack(
          safeBack(new URL(link.href).searchParams.get('back'), window.location.pathname + window.location.search),
        );
      } catch {
        window.location.assign(link.href);
      }
    };
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, []);

  if (!Dialog) return null;
  return (
    <Dialog
      isOpen={back !== null}
      back={back ?? here}
      onClose={(isSignedIn) => {
        setBack(null);
        if (isSignedIn && back !== null && back !== here) navigate(back);
      }}
    />
  );
}

function follow(): void {
  readSignedMark();
  if (!isSigned() && !authModule) return;
  authModule ??= import('./auth.ts');
  authModule.then(
    ({ followSignedMark }) => followSignedMark(),
    () => {
      authModule = null;
    },
  );
}
