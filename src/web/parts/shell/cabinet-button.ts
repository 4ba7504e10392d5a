import { useLocation } from 'react-router';
import { loginUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { useIsSigned } from '#web/parts/visitor/signed-mark.ts';
import { signingInPages } from '#web/parts/visitor/signing-in-pages.ts';

/** S2-28, S2-41: «Войти», and for the signed-in visitor the cabinet in its place. `isHere`: on a page of signing in. */
export function useCabinetButton(): { icon: string; text: string; to: string; isHere?: boolean } {
  const { cabinet_url, is_signed } = useShell();
  const { pathname, search } = useLocation();
  const isSigned = useIsSigned(is_signed);
  if (isSigned) return { icon: 'circle-user', text: 'Кабинет', to: cabinet_url };
  const isHere = signingInPages.test(pathname);
  const back = isHere ? new URLSearchParams(search).get('back') : pathname + search;
  return { icon: 'log-in', text: 'Войти', to: loginUrl(back ?? undefined), isHere };
}
