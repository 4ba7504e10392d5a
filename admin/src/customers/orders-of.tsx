import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { orderStates, orderStateWord } from '#shared/order-states.ts';
import { orderColumns } from '../orders/order-columns.tsx';
import type { OrderRow } from '../orders/order-types.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';

const filterKeys = ['state'] as const;

const columns: Column<OrderRow>[] = [
  orderColumns.number,
  orderColumns.created_at,
  { key: 'city', label: 'Филиал', render: ({ city }) => city },
  {
    key: 'buyer',
    label: 'Кто покупал',
    render: ({ company_name: firm, contact_name: name }) => (
      <span className="cell-cut">{firm ? `${name}, ${firm}` : name}</span>
    ),
  },
  orderColumns.total,
  orderColumns.payment,
  orderColumns.way,
  orderColumns.state,
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
