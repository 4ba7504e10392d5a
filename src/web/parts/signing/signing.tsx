import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { loginUrl, personalUrl, safeBack } from '#shared/urls.ts';
import { accountChangedEvent, isSigned, readSignedMark } from '#web/parts/visitor/signed-mark.ts';
import { signingInPages } from '#web/parts/visitor/signing-in-pages.ts';
import { isPlainClick } from '#web/ui/plain-click.ts';
import type { LoginDialogProps } from './login-dialog.tsx';

/** Set while somebody is, or was, signed in on this page; a plain guest's page never asks for it. */
let authModule: Promise<typeof import('#web/parts/visitor/auth.ts')> | null = null;

/** What waits for the sign-in: the page to be on, and the form that was pressed. */
type Asked = { back: string; again?: () => void };

/**
 * Signing in, as far as every page needs it: links to the login page open its dialog, and whoever is signed in is read
 * after load. Everything else of it is loaded then.
 */
export function Signing() {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [Dialog, setDialog] = useState<ComponentType<LoginDialogProps> | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
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
    const ask = async (event: Event, what: Asked, otherwise: () => void) => {
      event.preventDefault();
      try {
        const { LoginDialog } = await import('./login-dialog.tsx');
        setDialog(() => LoginDialog);
        setAsked(what);
      } catch {
        otherwise();
      }
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/login/"], a[href^="/personal/"]');
      const { pathname, search } = window.location;
      if (!link || link.closest('#login-dialog') || !isPlainClick(event) || isSigned() || signingInPages.test(pathname))
        return;
      const back = new URL(link.href).searchParams.get('back');
      const isLogin = link.pathname === loginUrl();
      const where = isLogin ? safeBack(back, pathname + search) : link.pathname + link.search;
      ask(event, { back: where }, () => window.location.assign(link.href));
    };
    // The session ended while the page stood open: what was pressed is done after signing in again, with all that was
    // typed.
    const submit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      const { pathname, search } = window.location;
      // Not form.action: in the filters of a list a field of that name, the promotion, would answer.
      if (isSigned() || !new URL(form.getAttribute('action') ?? '', location.href).pathname.startsWith(personalUrl()))
        return;
      event.stopPropagation();
      const again = () => form.isConnected && form.requestSubmit(event.submitter);
      ask(event, { back: pathname + search, again }, () => form.submit());
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('submit', submit, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('submit', submit, true);
    };
  }, []);

  if (!Dialog) return null;
  return (
    <Dialog
      isOpen={asked !== null}
      back={asked?.back ?? here}
      onClose={(isSignedIn) => {
        setAsked(null);
        if (!isSignedIn || !asked) return;
        if (asked.back !== here) navigate(asked.back);
        asked.again?.();
      }}
    />
  );
}

function follow(): void {
  readSignedMark();
  if (!isSigned() && !authModule) return;
  authModule ??= import('#web/parts/visitor/auth.ts');
  authModule.then(
    ({ followSignedMark }) => followSignedMark(),
    () => {
      authModule = null;
    },
  );
}
