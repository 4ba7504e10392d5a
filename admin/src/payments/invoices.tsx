import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { InvoiceDialog } from '../orders/invoice-dialog.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';

type Answer = paths['/api/admin/invoices']['get']['responses'][200]['content']['application/json'];
type Invoice = Answer['items'][number];

/** Invoices that wait for money, the first due first; the accountant marks here what came. */
export function Invoices() {
  const queries = useQueryClient();
  const address = useListAddress(['q', 'due'], 'due_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], due = [] } = filter;
  const [paid, setPaid] = useState<Invoice | null>(null);
  const mayMark = useCan('payments.account');
  const list = useGetList<Invoice>(
    'invoices',
    {
      filter: { q, ...(due.length === 1 ? { is_overdue: due[0] === 'over' } : {}) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const totals: Answer['totals'] | undefined = list.meta?.totals;
  const act: Column<Invoice> = {
    key: 'actions',
    label: 'Действия',
    isAction: true,
    render: (invoice) => (
      <Button size="small" aria-label={`Деньги пришли: заказ ${invoice.number}`} onClick={() => setPaid(invoice)}>
        Деньги пришли
      </Button>
    ),
  };
  return (
    <>
      <div className="filters">
        <FilterText
          label="Номер заказа, фирма или ИНН"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <FilterChips
          label="Срок"
          choices={[
            { value: 'over', label: 'Просрочены' },
            { value: 'in_time', label: 'В срок' },
          ]}
          chosen={due}
          onChange={(next) => address.setFilter({ due: next })}
        />
      </div>
      <RecordList
        name="invoices"
        list={list}
        address={address}
        label="Счета"
        columns={mayMark ? [...columns, act, ...further] : [...columns, ...further]}
        keyOf={({ id }) => id}
        toneOf={({ is_overdue: isOver }) => (isOver ? 'bad' : null)}
        empty={<Empty title="Все счета оплачены">Здесь стоят заказы фирм, по которым ещё ждут перевода.</Empty>}
        below={
          totals ? (
            <p className="list-total">
              Всего по отбору: <b className="num">{formatPrice(totals.sum)}</b>
            </p>
          ) : null
        }
      />
      {paid ? (
        <InvoiceDialog
          order={{ ...paid, payer: paid.company_name }}
          onClose={() => setPaid(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['invoices'] })}
        />
      ) : null}
    </>
  );
}

const columns: Column<Invoice>[] = [
  {
    key: 'number',
    label: 'Заказ',
    render: ({ id, number }) => (
      <PageLink to={`/orders/${id}`} className="num strong">
        {number}
      </PageLink>
    ),
  },
  {
    key: 'created_at',
    label: 'Создан',
    render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  {
    key: 'company',
    label: 'Фирма',
    render: ({ company_name: name, company_id: company }) => (
      <span className="cell-cut">
        {company ? <PageLink to={`/customers/firms/${company}`}>{name}</PageLink> : name}
      </span>
    ),
  },
  { key: 'city', label: 'Филиал', render: ({ city }) => city },
  {
    key: 'total',
    label: 'Сумма',
    align: 'right',
    render: ({ total }) => <b className="num">{formatPrice(total)}</b>,
  },
  {
    key: 'due',
    label: 'Оплатить до',
    render: (invoice) => <Due {...invoice} />,
  },
];

const further: Column<Invoice>[] = [
  { key: 'state', label: 'Состояние', render: ({ state_words: words }) => words },
  {
    key: 'issued',
    label: 'Счёт',
    render: ({ issued_at: at }) => (at ? `выписан ${shortMoment(at)}` : <span className="soft">ещё не открывали</span>),
  },
];

function Due({ due_at: due, is_overdue: isOver, is_handed_over: isGiven, deferral_days: days }: Invoice) {
  const deferral = days === null ? null : `отсрочка ${countOf(days, 'день', 'дня', 'дней')}`;
  const why = isGiven ? (deferral ?? 'отсрочка не задана') : deferral ? `${deferral} после выдачи` : 'конец резерва';
  return (
    <>
      {due ? <span className="num">{formatDate(due)}</span> : 'без срока'}{' '}
      {isOver ? <Tag tone="bad">просрочен</Tag> : null}{' '}
      <span className="soft small">{due || isGiven || deferral ? why : ''}</span>
    </>
  );
}
