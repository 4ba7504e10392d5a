import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { mergeNoteCookie } from '#shared/constants.ts';
import { mergedWords } from '#shared/merged-words.ts';
import { cartUrl } from '#shared/urls.ts';
import { showMerged, useMerged } from '#web/parts/visitor/merged-news.ts';
import { Icon } from '#web/ui/icon.tsx';
import { forgetCookie } from '#web/ui/own-cookies.ts';

/** Shown so long, the note counts as read: a page on its way out does not take it along. */
const readMs = 3_000;

/**
 * «В корзину добавлено из гостевой: …» on whatever page the visitor is after signing in; the cart says it in its own
 * place.
 */
export function MergedRibbon() {
  const merged = useMerged();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!merged) return;
    const timer = setTimeout(forgetNote, readMs);
    return () => clearTimeout(timer);
  }, [merged]);
  return (
    <div className="ribbon" role="status">
      {merged && !pathname.startsWith(cartUrl()) ? (
        <p>
          <Icon name="shopping-cart" />
          <span>
            {mergedWords(merged, 2)} <Link to={cartUrl()}>Открыть корзину</Link>
          </span>
          <button type="button" aria-label="Закрыть" onClick={close}>
            <Icon name="x" />
          </button>
        </p>
      ) : null}
    </div>
  );
}

function close(): void {
  forgetNote();
  showMerged(null);
}

const forgetNote = () => forgetCookie(mergeNoteCookie);
