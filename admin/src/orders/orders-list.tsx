import { useQueryClient } from '@tanstack/react-query';
import { Clock, Download, FileText, Hand, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { listSearch } from '../data-provider.ts';
import { Button } from '../parts/button.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch } from '../request.ts';
import { useCan } from '../session/session.ts';
import type { OrderRow } from './order-types.ts';
import { OrderTags, paymentTones, stateTones } from './order-words.tsx';
import { askedOrders, OrdersFilters, orderFilterKeys } from './orders-filters.tsx';
import { RouteSheet } from './route-sheet.tsx';
import { NewOrder, Views } from './views.tsx';

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
    key: 'state',
    label: 'Состояние',
    sort: 'state',
    render: ({ state, state_words: words }) => <Tag tone={stateTones[state]}>{words}</Tag>,
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
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
  const [chosen, setChosen] = useState<string[]>([]);
  const { filter, sort } = address;
  const asked = askedOrders(filter);
  const list = useGetList<OrderRow>(
    'orders',
    { filter: asked, sort, ...pageOf(address) },
    { placeholderData: (before) => before },
  );
  const { data: rows, meta } = list;
  const branch = useSearchParams()[0].get('branch');
  const shown = [
    boxColumn(rows ?? [], chosen, setChosen),
    ...(branch ? columns.filter(({ key }) => key !== 'department') : columns),
  ];

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
            <BulkBar
              key={JSON.stringify(asked)}
              chosen={chosen}
              filter={asked}
              total={meta?.more === true ? null : (list.total ?? null)}
              clear={() => setChosen([])}
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

function boxColumn(rows: OrderRow[], chosen: string[], choose: (ids: string[]) => void): Column<OrderRow> {
  return {
    key: 'box',
    label: 'Выбор',
    isAction: true,
    render: ({ id, number }) => (
      <label className="box">
        <span className="hidden-words">Выбрать заказ {number}</span>
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          onChange={(event) => {
            const isRange = (event.nativeEvent as MouseEvent).shiftKey;
            choose(isRange ? rangeOf(rows, chosen, id) : toggled(chosen, id));
          }}
        />
      </label>
    ),
  };
}

function toggled(chosen: string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

/** All rows between the last chosen one and this. */
function rangeOf(rows: OrderRow[], chosen: string[], id: string): string[] {
  const at = rows.findIndex((row) => row.id === id);
  const last = rows.findIndex((row) => row.id === chosen.at(-1));
  if (last === -1) return toggled(chosen, id);
  const between = rows.slice(Math.min(at, last), Math.max(at, last) + 1).map((row) => row.id);
  return [...new Set([...chosen, ...between])];
}

type BulkProps = {
  chosen: string[];
  filter: Record<string, unknown>;
  /** How many orders fit the filter; null: more than are counted. */
  total: number | null;
  clear: () => void;
};

/** A bulk action takes so many orders of a filter. */
const mostOfFilter = 500;

function BulkBar({ chosen, filter, total, clear }: BulkProps) {
  const [isAll, setAll] = useState(false);
  const queries = useQueryClient();
  const canAssemble = useCan('orders.assemble');
  const [result, setResult] = useState<string | null>(null);
  const take = useVerb<{ taken: number; skipped: number }>(({ taken, skipped }) =>
    finish(`Взято: ${taken}${skipped > 0 ? `, уже ведут другие: ${skipped}` : ''}`),
  );
  const assemble = useVerb<{ moved: number; skipped: number }>(({ moved, skipped }) =>
    finish(`Собирается: ${moved}${skipped > 0 ? `, сборку не начать: ${skipped}` : ''}`),
  );
  const isBusy = take.isBusy || assemble.isBusy;

  const count = isAll ? (total ?? 0) : chosen.length;
  const mayTakeAll = !isAll && total !== null && total > chosen.length && total <= mostOfFilter;
  const body = isAll ? { filter: given(filter), count } : { ids: chosen.slice(0, 200) };

  function finish(words: string) {
    setResult(words);
    setAll(false);
    clear();
    void queries.invalidateQueries({ queryKey: ['orders'] });
  }

  if (chosen.length === 0)
    return result ? (
      <p className="bulk" role="status">
        {result}
      </p>
    ) : null;
  return (
    <div className="bulk">
      <b>
        {isAll ? 'Все по отбору: ' : ''}
        {countOf(count, 'заказ', 'заказа', 'заказов')}
      </b>
      {mayTakeAll ? (
        <Button kind="text" size="small" onClick={() => setAll(true)}>
          Выбрать все {formatCount(total)} по отбору
        </Button>
      ) : null}
      {canAssemble ? (
        <>
          <Button
            size="small"
            icon={<Hand size={14} aria-hidden="true" />}
            isBusy={isBusy}
            onClick={() => take.run('/api/admin/orders/assign', body)}
          >
            Взять себе
          </Button>
          <Button
            size="small"
            icon={<PackageOpen size={14} aria-hidden="true" />}
            isBusy={isBusy}
            onClick={() => assemble.run('/api/admin/orders/assemble', body)}
          >
            Собрать
          </Button>
          {!isAll && chosen.length <= 50 ? (
            <a
              className="btn btn-plain btn-small"
              target="_blank"
              rel="noreferrer"
              href={`/api/admin/orders/picking-lists?ids=${chosen.join(',')}`}
            >
              <FileText size={14} aria-hidden="true" />
              Листы сборки
            </a>
          ) : null}
        </>
      ) : null}
      <a className="btn btn-plain btn-small" href={exportPath(isAll ? { filter } : { ids: chosen.slice(0, 200) })}>
        <Download size={14} aria-hidden="true" />
        Выгрузить
      </a>
      <Button
        kind="text"
        size="small"
        onClick={() => {
          setAll(false);
          clear();
        }}
      >
        Снять выбор
      </Button>
      <Problem words={take.problem ?? assemble.problem} />
    </div>
  );
}

/** Fields that the filter names. */
function given(filter: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function exportPath(of: { ids: string[] } | { filter: Record<string, unknown> }): string {
  const search = 'ids' in of ? new URLSearchParams({ ids: of.ids.join(',') }) : listSearch({ filter: of.filter });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return `/api/admin/orders/export?${search}`;
}

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
