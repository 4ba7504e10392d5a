import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import type { ActingStay } from './staff-types.ts';

const columns: Column<ActingStay>[] = [
  {
    key: 'customer',
    label: 'Покупатель',
    render: ({ user_id: id, customer_name: name }) => <PageLink to={`/customers/${id}`}>{name}</PageLink>,
  },
  { key: 'reason', label: 'Зачем', render: ({ reason }) => reason },
  { key: 'from', label: 'Начало', render: ({ started_at: at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'to',
    label: 'Конец',
    render: ({ ended_at: at }) =>
      at === null ? <Tag tone="warn">ещё там</Tag> : <span className="num">{shortMoment(at)}</span>,
  },
  {
    key: 'done',
    label: 'Что сделано',
    render: ({ entries }) => (
      <ul className="stay-entries">
        {entries.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <span className="soft num">{shortMoment(at)}</span> {what}
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'orders',
    label: 'Заказы',
    render: ({ orders }) =>
      orders.length === 0
        ? '—'
        : orders.map(({ id, number }) => (
            <PageLink key={id} to={`/orders/${id}`} className="block num">
              № {number}
            </PageLink>
          )),
  },
];

/** When the member of staff worked in customers' cabinets, why, and what was changed there. */
export function Stays({ id }: { id: string }) {
  const list = useGot<{ items: ActingStay[] }>(`/api/admin/staff/${id}/acting`);
  return (
    <WholeList
      name="staff-acting"
      list={list}
      rows={list.data?.items}
      label="Работа в кабинетах покупателей"
      columns={columns}
      keyOf={(stay) => stay.id}
      empty={<Empty title="В кабинеты покупателей не входил">Здесь видно, к кому, зачем и что изменено.</Empty>}
    />
  );
}
