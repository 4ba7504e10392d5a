import { Clock, Download } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatPhone } from '#shared/phone.ts';
import { listSearch } from '../data-provider.ts';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { MarkBox } from '../parts/mark-box.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { type Boxes, useBoxes } from '../parts/use-boxes.ts';
import { currentBranch } from '../request.ts';
import { orderColumns } from './order-columns.tsx';
import type { OrderRow } from './order-types.ts';
import { OrderTags } from './order-words.tsx';
import { OrdersBulk } from './orders-bulk.tsx';
import { askedOrders, OrdersFilters, orderFilterKeys } from './orders-filters.tsx';
import { RouteSheet } from './route-sheet.tsx';
import { NewOrder, Views } from './views.tsx';

const columns: Column<OrderRow>[] = [
  orderColumns.number,
  orderColumns.state,
  orderColumns.created_at,
  { key: 'department', label: 'Филиал', render: ({ city }) => city },
  {
    key: 'buyer',
    label: 'Покупатель',
    render: ({ company_name: firm, contact_name: name }) => <span className="cell-cut">{firm ?? name}</span>,
  },
  {
    key: 'phone',
    label: 'Телефон',
    render: ({ contact_phone: phone }) => <span className="num">{phone ? formatPhone(phone) : '—'}</span>,
  },
  orderColumns.total,
  orderColumns.payment,
  orderColumns.way,
  {
    key: 'receiving',
    label: 'Получение',
    render: ({ receiving_type: type, place }) => (
      <span className="cell-cut">{`${type === 'pickup' ? 'Самовывоз' : 'Доставка'}${place ? `, ${place}` : ''}`}</span>
    ),
  },
  { key: 'promised', label: 'Обещано', sort: 'promised_at', render: (order) => <Promised {...order} /> },
  { key: 'assigned', label: 'Ведёт', render: ({ assigned_name: name }) => name ?? '—' },
  { key: 'source', label: 'Откуда', render: ({ is_by_phone: isByPhone }) => (isByPhone ? 'Телефон' : 'Сайт') },
  { key: 'tags', label: 'Пометки', render: (order) => <span className="row-tags">{<OrderTags order={order} />}</span> },
];

/** All orders of the branch, newest first. */
export function OrdersList() {
  const address = useListAddress(orderFilterKeys, '-created_at');
  const navigate = useNavigate();
  const to = useAddress();
  const { filter, sort } = address;
  const asked = askedOrders(filter);
  const list = useGetList<OrderRow>(
    'orders',
    { filter: asked, sort, ...pageOf(address) },
    { placeholderData: (before) => before },
  );
  const { data: rows, meta } = list;
  const branch = useSearchParams()[0].get('branch');
  const boxes = useBoxes((rows ?? []).map(({ id }) => id));
  const shown = [boxColumn(boxes), ...(branch ? columns.filter(({ key }) => key !== 'department') : columns)];

  return (
    <PageFrame
      title="Заказы"
      beside={<Views />}
      actions={
        <>
          <RouteSheet />
          <ExportLink filter={asked} sort={sort} />
          <NewOrder />
        </>
      }
    >
      <OrdersFilters address={address} />
      <RecordList
        name="orders"
        list={list}
        address={address}
        below={
          <>
            <OrdersBulk
              key={JSON.stringify(asked)}
              boxes={boxes}
              filter={asked}
              total={meta?.more === true ? null : (list.total ?? null)}
            />
            <Total sum={(meta?.totals as { sum: number | null } | undefined)?.sum} />
          </>
        }
        label="Заказы"
        columns={shown}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/orders/${id}`))}
        toneOf={({ is_overdue: isOverdue, is_short: isShort }) => (isOverdue ? 'bad' : isShort ? 'warn' : null)}
        empty={<Empty title="Заказов пока нет">Здесь появится каждый заказ, как только покупатель его оформит.</Empty>}
      />
    </PageFrame>
  );
}

/** Of the whole filter; nothing while it is not known, or where there are too many orders to add up. */
function Total({ sum }: { sum: number | null | undefined }) {
  if (sum === null || sum === undefined) return null;
  return (
    <p className="list-total">
      Всего по отбору, без отменённых: <b className="num">{formatPrice(sum)}</b>
    </p>
  );
}

const boxColumn = (boxes: Boxes<string>): Column<OrderRow> => ({
  key: 'box',
  label: 'Выбор',
  isAction: true,
  render: ({ id, number }) => <MarkBox boxes={boxes} id={id} label={`Выбрать заказ ${number}`} />,
});

function ExportLink({
  filter,
  sort,
}: {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}) {
  const search = listSearch({ filter, sort });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return (
    <a className="btn btn-plain" href={`/api/admin/orders/export?${search}`}>
      <Download size={16} aria-hidden="true" />
      Выгрузить
    </a>
  );
}

function Promised({ promised_at: until, is_overdue: isOverdue }: OrderRow) {
  if (!until) return '—';
  return (
    <span className={`promised num${isOverdue ? ' late' : ''}`}>
      {isOverdue ? <Clock size={12} aria-hidden="true" /> : null}
      {isOverdue ? 'просрочен, ' : ''}до {shortMoment(until)}
    </span>
  );
}
