import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { orderStates, orderStateWord } from '#shared/order-states.ts';
import type { OrderRow } from '../orders/order-types.ts';
import { paymentTones, stateTones } from '../orders/order-words.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';

const filterKeys = ['state'] as const;

const columns: Column<OrderRow>[] = [
  {
    key: 'number',
    label: '№',
    sort: 'number',
    render: ({ id, number }) => (
      <PageLink to={`/orders/${id}`} className="num strong">
        {number}
      </PageLink>
    ),
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  { key: 'city', label: 'Филиал', render: ({ city }) => city },
  {
    key: 'buyer',
    label: 'Кто покупал',
    render: ({ company_name: firm, contact_name: name }) => (
      <span className="cell-cut">{firm ? `${name}, ${firm}` : name}</span>
    ),
  },
  {
    key: 'total',
    label: 'Сумма',
    sort: 'total',
    align: 'right',
    render: ({ total }) => <b className="num">{formatPrice(total)}</b>,
  },
  {
    key: 'payment',
    label: 'Оплата',
    render: (order) => <Tag tone={paymentTones[order.payment_state]}>{order.payment_words}</Tag>,
  },
  { key: 'way', label: 'Способ', render: ({ payment_method_words: words }) => words },
  {
    key: 'state',
    label: 'Состояние',
    sort: 'state',
    render: ({ state, state_words: words }) => <Tag tone={stateTones[state]}>{words}</Tag>,
  },
];

type Props = {
  /** Whose, as the list of orders is filtered. */
  filter: { user_id: string } | { company_id: number };
  /** In the genitive: «покупателя». */
  whose: string;
};

/** Orders of a customer or of a firm, the newest first; the page of each is a press away. */
export function OrdersOf({ filter, whose }: Props) {
  const address = useListAddress(filterKeys, '-created_at');
  const navigate = useNavigate();
  const to = useAddress();
  const { state = [] } = address.filter;
  const list = useGetList<OrderRow>(
    'orders',
    {
      filter: { ...filter, ...(state.length > 0 && { state }) },
      sort: address.sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <div className="filters">
        <FilterChips
          label="Состояние"
          choices={orderStates.map((value) => ({ value, label: orderStateWord(value, 'pickup') }))}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
      </div>
      <RecordList
        name="customer-orders"
        list={list}
        address={address}
        isNested
        label={`Заказы ${whose}`}
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/orders/${id}`))}
        empty={<Empty title={`Заказов ${whose} нет`} />}
      />
    </>
  );
}
