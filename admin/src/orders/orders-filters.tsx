import { orderStates, orderStateWord, type PaymentState, paymentStateWords } from '#shared/order-states.ts';
import { addDays } from '#shared/zoned-time.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterSums } from '../parts/filter-sums.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type Got, useGot } from '../parts/got.ts';
import type { ListAddress } from '../parts/list-address.ts';
import { MoreFilters } from '../parts/more-filters.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { FirmFilter } from './firm-filter.tsx';

const moreKeys = [
  ...([
    'payment_state',
    'receiving_type',
    'point',
    'receiving_from',
    'receiving_to',
    'total_from',
    'total_to',
  ] as const),
  ...(['coupon', 'assigned', 'firm'] as const),
] as const;
export const orderFilterKeys = [
  ...(['state', 'q', 'created_from', 'created_to', 'flag', 'payment_method'] as const),
  ...moreKeys,
];

const flags = [
  { value: 'is_overdue', label: 'Просрочены' },
  { value: 'is_short', label: 'Не хватает' },
  { value: 'awaits_consent', label: 'Ждут согласия' },
  { value: 'is_unconfirmed', label: 'Не подтверждены' },
  { value: 'is_mine', label: 'Мои' },
  { value: 'is_unassigned', label: 'Никто не ведёт' },
  { value: 'is_by_phone', label: 'По телефону' },
  { value: 'is_business', label: 'Организации' },
];
const methods = [
  { value: 'on_receipt', label: 'При получении' },
  { value: 'online', label: 'Онлайн' },
  { value: 'invoice', label: 'По счёту' },
  { value: 'credit', label: 'В кредит' },
];
const ways = [
  { value: 'pickup', label: 'Самовывоз' },
  { value: 'delivery', label: 'Доставка' },
];
const paymentStates = Object.keys(paymentStateWords) as PaymentState[];

/** What the server is asked by, of what the address says; sums stand there in roubles. */
export function askedOrders(filter: ListAddress['filter']): Record<string, unknown> {
  const of = (key: (typeof orderFilterKeys)[number]) => filter[key]?.[0] ?? '';
  const many = (key: 'state' | 'payment_method' | 'payment_state' | 'receiving_type') =>
    filter[key]?.length ? { [key]: filter[key] } : {};
  const kopecks = (key: 'total_from' | 'total_to') => (/^\d{1,9}$/.test(of(key)) ? Number(of(key)) * 100 : undefined);
  const end = of('created_to');
  return {
    ...many('state'),
    ...many('payment_method'),
    ...many('payment_state'),
    ...many('receiving_type'),
    ...Object.fromEntries((filter.flag ?? []).map((name) => [name, true])),
    q: of('q'),
    created_from: of('created_from'),
    created_to: end && addDays(end, 1),
    receiving_from: of('receiving_from'),
    receiving_to: of('receiving_to'),
    total_gte: kopecks('total_from'),
    total_lte: kopecks('total_to'),
    coupon: of('coupon'),
    pickup_department_id_1c: of('point'),
    ...(filter.assigned?.length && { assigned_to: filter.assigned }),
    company_id: /^\d{1,9}$/.test(of('firm')) ? Number(of('firm')) : undefined,
  };
}

/** Which orders the list shows; what is asked for less often stands behind «Ещё отборы». */
export function OrdersFilters({ address }: { address: ListAddress }) {
  const { filter, setFilter } = address;
  const of = (key: (typeof orderFilterKeys)[number]) => filter[key]?.[0] ?? '';
  return (
    <div className="filters">
      <FilterText label="Номер, покупатель, телефон" value={of('q')} onChange={(words) => setFilter({ q: [words] })} />
      <FilterDates
        label="Создан"
        hasRecent
        from={of('created_from')}
        to={of('created_to')}
        onChange={({ from, to }) => setFilter({ created_from: [from], created_to: [to] })}
      />
      <FilterChips
        label="Состояние"
        choices={orderStates.map((value) => ({ value, label: orderStateWord(value, 'pickup') }))}
        chosen={filter.state ?? []}
        onChange={(state) => setFilter({ state })}
      />
      <FilterChips
        label="Способ оплаты"
        choices={methods}
        chosen={filter.payment_method ?? []}
        onChange={(payment_method) => setFilter({ payment_method })}
      />
      <FilterChips label="Отбор" choices={flags} chosen={filter.flag ?? []} onChange={(flag) => setFilter({ flag })} />
      <RarerFilters address={address} />
      <ResetFilter address={address} />
    </div>
  );
}

function RarerFilters({ address: { filter, setFilter } }: { address: ListAddress }) {
  const of = (key: (typeof moreKeys)[number]) => filter[key]?.[0] ?? '';
  const chosen = moreKeys.filter((key) => filter[key]?.length).length;
  return (
    <MoreFilters chosen={chosen}>
      <FilterChips
        label="Оплата"
        choices={paymentStates.map((value) => ({ value, label: paymentStateWords[value] }))}
        chosen={filter.payment_state ?? []}
        onChange={(payment_state) => setFilter({ payment_state })}
      />
      <FilterChips
        label="Получение"
        choices={ways}
        chosen={filter.receiving_type ?? []}
        onChange={(receiving_type) => setFilter({ receiving_type })}
      />
      <AssigneeFilter value={of('assigned')} onChange={(id) => setFilter({ assigned: [id] })} />
      <PointFilter value={of('point')} onChange={(id) => setFilter({ point: [id] })} />
      <FilterDates
        label="Обещан"
        from={of('receiving_from')}
        to={of('receiving_to')}
        onChange={({ from, to }) => setFilter({ receiving_from: [from], receiving_to: [to] })}
      />
      <FilterSums
        label="Сумма"
        from={of('total_from')}
        to={of('total_to')}
        onChange={({ from, to }) => setFilter({ total_from: [from], total_to: [to] })}
      />
      <FilterText label="Купон целиком" value={of('coupon')} onChange={(code) => setFilter({ coupon: [code] })} />
      <FirmFilter value={of('firm')} onChange={(id) => setFilter({ firm: [id] })} />
    </MoreFilters>
  );
}

function AssigneeFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useGot<Got<'/api/admin/orders/assignees'>>('/api/admin/orders/assignees');
  return (
    <label className="filter-choice">
      <span>Ведёт</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">кто угодно</option>
        {data?.items.map(({ id, full_name: name, is_dismissed: isDismissed }) => (
          <option key={id} value={id}>
            {isDismissed ? `${name} (уволен)` : name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Branches stand first: an order is picked up there when they have no points. */
function PointFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data } = useGot<Got<'/api/admin/branches'>>('/api/admin/branches');
  return (
    <label className="filter-choice">
      <span>Пункт</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">любой</option>
        {data?.items.map(({ id, name, address, points }) => (
          <optgroup key={id} label={name}>
            {[{ id, name, address }, ...points].map((point) => (
              <option key={point.id} value={point.id}>
                {point.address || point.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
