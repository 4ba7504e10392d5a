import { useLocation } from 'react-router';
import { loginUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { useIsSigned } from '#web/parts/visitor/signed-mark.ts';
import { signingInPages } from '#web/parts/visitor/signing-in-pages.ts';

/** S2-28, S2-41: «Войти», and for the signed-in visitor the cabinet in the same place. */
export function useCabinetButton(): { icon: string; text: string; to: string } {
  const { cabinet_url, is_signed } = useShell();
  const { pathname, search } = useLocation();
  const isSigned = useIsSigned(is_signed);
  if (isSigned) return { icon: 'circle-user', text: 'Кабинет', to: cabinet_url };
  const back = signingInPages.test(pathname) ? new URLSearchParams(search).get('back') : pathname + search;
  return { icon: 'log-in', text: 'Войти', to: loginUrl(back ?? undefined) };
}
