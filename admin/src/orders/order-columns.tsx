import { formatPrice } from '#shared/money.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Tag } from '../parts/tag.tsx';
import type { OrderRow } from './order-types.ts';
import { paymentTones, stateTones } from './order-words.tsx';

/** Columns of every list of orders. */
export const orderColumns = {
  number: {
    key: 'number',
    label: '№',
    sort: 'number',
    render: ({ id, number }) => (
      <PageLink to={`/orders/${id}`} className="num strong">
        {number}
      </PageLink>
    ),
  },
  created_at: {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  total: {
    key: 'total',
    label: 'Сумма',
    sort: 'total',
    align: 'right',
    render: ({ total }) => <b className="num">{formatPrice(total)}</b>,
  },
  payment: {
    key: 'payment',
    label: 'Оплата',
    render: (order) => <Tag tone={paymentTones[order.payment_state]}>{order.payment_words}</Tag>,
  },
  way: { key: 'way', label: 'Способ', render: ({ payment_method_words: words }) => words },
  state: {
    key: 'state',
    label: 'Состояние',
    sort: 'state',
    render: ({ state, state_words: words }) => <Tag tone={stateTones[state]}>{words}</Tag>,
  },
} satisfies Record<string, Column<OrderRow>>;
