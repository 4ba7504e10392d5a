import { useLocation } from 'react-router';
import { mergedWords } from '#shared/merged-words.ts';
import { cartUrl } from '#shared/urls.ts';
import { showMerged, useMerged } from '#web/parts/visitor/merged-news.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

/**
 * «В корзину добавлено из гостевой: …» on whatever page the visitor is after signing in; the cart says it in its own
 * place.
 */
export function MergedRibbon() {
  const merged = useMerged();
  const { pathname } = useLocation();
  return (
    <div className="ribbon" role="status">
      {merged && !pathname.startsWith(cartUrl()) ? (
        <p>
          <Icon name="shopping-cart" />
          <span>
            {mergedWords(merged, 2)} <Link to={cartUrl()}>Открыть корзину</Link>
          </span>
          <button type="button" aria-label="Закрыть" onClick={() => showMerged(null)}>
            <Icon name="x" />
          </button>
        </p>
      ) : null}
    </div>
  );
}
