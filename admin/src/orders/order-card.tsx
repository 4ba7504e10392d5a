import { Move, Store, Truck } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formatPrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import type { OrderRow } from './order-types.ts';
import { OrderTags, Promised } from './order-words.tsx';

type Props = {
  order: OrderRow;
  isBusy: boolean;
  onMove: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
};

/** An order on the board: `→` moves it on, `M` asks where to, `Enter` opens it. */
export function OrderCard({ order, isBusy, onMove, onKeyDown, onDragStart, onDragEnd }: Props) {
  const Way = order.receiving_type === 'pickup' ? Store : Truck;
  const lines = countOf(order.lines_count, 'строка', 'строки', 'строк');
  return (
    <article
      className="order-card"
      aria-label={`Заказ ${order.number}, ${order.contact_name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the card is moved by keys
      tabIndex={0}
      draggable={!isBusy}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(order.number));
        onDragStart();
      }}
      onDragEnd={onDragEnd}
    >
      <div className="order-card-row">
        <PageLink to={`/orders/${order.id}`} className="num order-card-number">
          {order.number}
        </PageLink>
        <Promised order={order} />
      </div>
      <div className="order-card-row">
        <span className="cut">{order.company_name ?? order.contact_name}</span>
        <b className="num">{formatPrice(order.total)}</b>
      </div>
      <p className="soft small order-card-place">
        <Way size={13} aria-hidden="true" />
        <span className="cut">{order.place || order.city}</span>
        <span>· {lines}</span>
      </p>
      <div className="order-card-tags">
        {order.has_given && isActive(order.state) ? <Tag tone="warn">{order.state_words}</Tag> : null}
        <OrderTags order={order} />
        <button
          type="button"
          className="icon-button small-button"
          aria-label={`Переместить заказ ${order.number}`}
          onClick={onMove}
        >
          <Move size={14} aria-hidden="true" />
        </button>
      </div>
    </article>
  );
}
