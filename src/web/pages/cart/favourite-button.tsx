import { useFetcher } from 'react-router';
import { favoritesUrl } from '#shared/urls.ts';
import type { ListAnswer } from '#web/parts/goods/list-toggle.tsx';
import { useIsListed, useRefreshAfter } from '#web/parts/visitor/visitor-lists.ts';
import { Icon } from '#web/ui/icon.tsx';

/**
 * «В избранное» of a line. A button of the cart's own form that goes to the page owning the list, because forms do not
 * nest.
 */
export function FavouriteButton({ product }: { product: { id: number; name: string } }) {
  const fetcher = useFetcher<ListAnswer>({ key: `favourites-${product.id}` });
  const isListed = useIsListed('favourites', product.id);
  useRefreshAfter(fetcher.data);
  const words = isListed ? 'В избранном' : 'В избранное';
  return (
    <>
      <button
        type="submit"
        className={`ibtn cline__end cline__fav${isListed ? ' is-on' : ''}`}
        name="product_id"
        value={product.id}
        formAction={favoritesUrl()}
        aria-pressed={isListed}
        aria-label={`${words}: ${product.name}`}
        title={words}
        onClick={(event) => {
          event.preventDefault();
          fetcher.submit(
            { product_id: product.id, stay: 1 },
            { method: 'post', action: favoritesUrl(), defaultShouldRevalidate: false },
          );
        }}
      >
        <Icon name="heart" filled={isListed} />
      </button>
      {fetcher.data?.message ? (
        <span className="tiny cline__said" role="status">
          {fetcher.data.message}
        </span>
      ) : null}
    </>
  );
}
