import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { Picture } from '../parts/picture.tsx';
import { request } from '../request.ts';

export type FoundProduct = { id: number; name: string; article: string | null; image: string | null; is_on: boolean };

/** A product of the catalogue by its name, article or barcode. */
export function FindProduct({
  label,
  error,
  onFound,
}: {
  label: string;
  error?: string | undefined;
  onFound: (product: FoundProduct) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = useDeferredValue(typed.trim());
  const {
    data,
    error: failure,
    isFetching,
  } = useQuery({
    queryKey: ['find-product', q],
    queryFn: ({ signal }) => {
      const filter = encodeURIComponent(JSON.stringify({ q, is_on: true }));
      return request<{ items: FoundProduct[] }>(`/api/admin/products?filter=${filter}&sort=-popularity&per_page=8`, {
        signal,
      }).then(({ body }) => body.items);
    },
    enabled: q.length >= 2,
    placeholderData: (before) => before,
  });
  const items = q.length >= 2 ? (data ?? []) : [];
  function take(product: FoundProduct | undefined) {
    if (!product) return;
    onFound(product);
    setTyped('');
    setAt(0);
  }
  return (
    <div className="find-goods">
      <label htmlFor={id}>{label}</label>
      <span className="find-field">
        <Search size={16} aria-hidden="true" />
        <input
          id={id}
          type="text"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items[at] ? `${id}-${items[at].id}` : undefined}
          autoComplete="off"
          placeholder="Название, артикул, штрихкод"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) setAt((before) => Math.min(items.length - 1, Math.max(0, before + step)));
            else if (event.key === 'Enter') take(items[at]);
            else return;
            event.preventDefault();
          }}
        />
      </span>
      <div id={`${id}-list`} role="listbox" aria-label="Найденные товары" aria-busy={isFetching} className="found">
        {items.map((product, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={product.id}
            id={`${id}-${product.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => take(product)}
          >
            <Picture image={product.image} />
            <span className="found-name">
              {product.name}
              <span className="soft small">{product.article ?? ''}</span>
            </span>
          </div>
        ))}
      </div>
      {q.length >= 2 && data?.length === 0 && !isFetching ? <p className="soft small">Ничего не нашлось</p> : null}
      {failure ? <p className="bad small">Поиск не ответил. Повторите</p> : null}
      {error ? <p className="field-error small">{error}</p> : null}
    </div>
  );
}
