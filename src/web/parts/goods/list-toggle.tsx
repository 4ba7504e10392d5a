import { type FormEvent, useEffect } from 'react';
import { useFetcher } from 'react-router';
import { compareUrl, favoritesUrl } from '#shared/urls.ts';
import { refreshVisitorLists, useIsListed } from '#web/parts/visitor/visitor-lists.ts';
import { Icon } from '#web/ui/icon.tsx';

type ListToggleProps = { list: 'favourites' | 'compare'; product: { id: number; name: string }; className?: string };

export type ListAnswer = { is_on: boolean; message: string | null };

const kinds = {
  favourites: { url: favoritesUrl(), icon: 'heart', label: 'В избранное', className: '' },
  compare: { url: compareUrl(), icon: 'scale', label: 'Сравнить', className: ' tool--scale' },
} as const;

/**
 * Heart or scales (S4-14): a form to the page that owns the list. Without JavaScript it comes back here by a redirect.
 */
export function ListToggle({ list, product, className = '' }: ListToggleProps) {
  const fetcher = useFetcher<ListAnswer>({ key: `${list}-${product.id}` });
  const isListed = useIsListed(list, product.id);
  const isOn = fetcher.state === 'submitting' ? !isListed : isListed;
  const kind = kinds[list];
  useEffect(() => {
    if (fetcher.data) refreshVisitorLists();
  }, [fetcher.data]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // `stay`: the answer is words for this button, not a redirect to a page.
    fetcher.submit({ product_id: product.id, stay: 1 }, { method: 'post', action: kind.url });
  };
  return (
    <form method="post" action={kind.url} onSubmit={submit}>
      <input type="hidden" name="product_id" value={product.id} />
      <button
        type="submit"
        className={`tool${kind.className}${isOn ? ' is-on' : ''} ${className}`}
        aria-label={`${kind.label}: ${product.name}`}
        aria-pressed={isOn}
        title={kind.label}
      >
        <Icon name={kind.icon} />
      </button>
      {fetcher.data?.message ? (
        <span className="tool__note" role="status">
          {fetcher.data.message}
        </span>
      ) : null}
    </form>
  );
}
