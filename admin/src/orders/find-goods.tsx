import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Picture } from '../parts/picture.tsx';
import { request } from '../request.ts';
import type { FoundGoods } from './order-types.ts';
import { amount } from './order-words.tsx';

type Props = {
  departmentId: string;
  userId: string | null;
  label: string;
  onFound: (goods: FoundGoods) => void;
};

/** Goods by the shop's own search, with price and stock of the branch for this buyer; the field is kept for the next. */
export function FindGoods({ departmentId, userId, label, onFound }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = useDeferredValue(typed.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['phone-order', 'goods', departmentId, userId, q],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ q, department_id_1c: departmentId, ...(userId && { user_id: userId }) });
      return request<{ items: FoundGoods[] }>(`/api/admin/phone-order/goods?${search}`, { signal }).then(
        ({ body }) => body.items,
      );
    },
    enabled: q.length >= 2,
    placeholderData: (before) => before,
  });
  const items = q.length >= 2 ? (data ?? []) : [];
  function take(goods: FoundGoods | undefined) {
    if (!goods || goods.price === null) return;
    onFound(goods);
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
          placeholder="Название, артикул, код"
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
        {items.map((goods, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
          <div
            key={goods.id}
            id={`${id}-${goods.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-disabled={goods.price === null}
            onClick={() => take(goods)}
          >
            <Picture image={goods.image} />
            <span className="found-name">
              {goods.name}
              <span className="soft small">{goods.article ?? ''}</span>
            </span>
            <span className="num">{goods.price === null ? 'по запросу' : formatPrice(goods.price)}</span>
            <span className={goods.available ? 'soft small num' : 'bad small'}>
              {goods.available ? amount(goods.available, goods.unit) : 'нет'}
            </span>
          </div>
        ))}
      </div>
      {q.length >= 2 && data?.length === 0 && !isFetching ? <p className="soft small">Ничего не нашлось</p> : null}
      {error ? <p className="bad small">Поиск не ответил. Повторите</p> : null}
    </div>
  );
}
