import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { loginByUserUrl } from '#shared/urls.ts';
import { mayReload } from '#web/parts/chunk-guard/may-reload.ts';
import type { ShellData } from '#web/parts/request/read-shell.server.ts';
import { signedAs } from '#web/parts/visitor/signed-mark.ts';

type Acting = ShellData['acting'];

/**
 * S6-05: the red strip on every page while a member of staff works as a customer. Leaving is a form of its own page, so
 * that the whole document is made again, with JavaScript or without.
 */
export function ActingStrip({ acting }: { acting: Acting }) {
  useAgreement(acting);
  if (!acting) return null;
  return (
    <aside className="acting" data-ground="dark" aria-label="Работа за покупателя">
      <form className="wrap" method="post" action={loginByUserUrl()}>
        <p>
          Вы работаете как <b>{acting.customer}</b> —
        </p>
        <button type="submit" name="intent" value="exit">
          Выйти
        </button>
        <span className="num">до {acting.until}</span>
      </form>
    </aside>
  );
}

/**
 * The shell does not travel with navigations: when acting began or ended in another tab, or its term is over, the page
 * is loaded again, so that no page of the customer stands without the strip and none of one's own under it.
 */
function useAgreement(acting: Acting) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again at each navigation
  useEffect(() => {
    if ((signedAs() === 'staff') !== Boolean(acting)) reload();
  }, [acting, key]);
  useEffect(() => {
    if (!acting) return;
    const timer = setTimeout(reload, acting.seconds_left * 1_000 + 1_000);
    return () => clearTimeout(timer);
  }, [acting]);
}

function reload() {
  if (mayReload('acting', sessionStorage, Date.now())) location.reload();
}
