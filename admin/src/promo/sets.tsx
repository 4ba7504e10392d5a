import { Plus } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useRemoval } from '../parts/use-removal.ts';
import { PromoTabs } from './promo-tabs.tsx';
import type { SetRow } from './set-words.ts';

const path = '/promo/sets';
const states = [
  { value: 'on', label: 'Показываются' },
  { value: 'off', label: 'Выключены' },
];

/** Ready sets of the page «Мастерская Нового года», in the order in which it shows them. */
export function SetsList() {
  const address = useListAddress(['q', 'state'], 'position');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const isOwn = useMayWriteIn()(null);
  const removal = useRemoval('/api/admin/ready-sets', toSave);
  const { removed } = removal;
  const list = useGetList<SetRow>(
    'ready-sets',
    {
      // Both or none of the states are all sets.
      filter: { q, ...(state.length === 1 && { is_on: state[0] === 'on' }) },
      sort: { field: 'position', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Наборы"
      beside={<PromoTabs />}
      actions={
        isOwn ? (
          <PageLink to={`${path}/new`} className="btn btn-primary">
            <Plus size={16} aria-hidden="true" /> Новый набор
          </PageLink>
        ) : null
      }
    >
      <div className="filters">
        <FilterText label="Название или товар" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <Problem words={removal.problem} />
      {removed ? (
        <UndoNote
          words={`Набор «${removed.name}» убран`}
          isBusy={removal.isRestoring}
          onOver={removal.forget}
          onUndo={() => removal.restore(removed)}
        />
      ) : null}
      <RecordList
        name="ready-sets"
        list={list}
        address={address}
        label="Наборы"
        columns={isOwn ? [...columns, removeColumn(removal)] : columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`${path}/${id}`))}
        empty={
          <Empty title="Наборов пока нет" action={isOwn ? <PageLink to={`${path}/new`}>Собрать набор</PageLink> : null}>
            Товары, которые покупают вместе: страница «Мастерская Нового года» кладёт набор в корзину целиком.
          </Empty>
        }
      />
    </PageFrame>
  );
}

const columns: Column<SetRow>[] = [
  {
    key: 'name',
    label: 'Набор',
    render: ({ id, name, goods }) => (
      <span className="promo-name">
        <Picture image={goods[0]?.image ?? null} />
        <PageLink to={`${path}/${id}`} className="strong cell-cut">
          {name}
        </PageLink>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ is_on: isOn, goods }) => (
      <span className="row-tags">
        {isOn ? <Tag tone="good">показывается</Tag> : <Tag>выключен</Tag>}
        {goods.some((product) => !product.is_on) ? <Tag tone="warn">товар снят с продажи</Tag> : null}
      </span>
    ),
  },
  {
    key: 'goods',
    label: 'Товаров',
    align: 'right',
    render: ({ goods }) => <span className="num">{formatCount(goods.length)}</span>,
  },
  {
    key: 'what',
    label: 'Состав',
    render: ({ goods }) => (
      <span className="cell-cut">{goods.map(({ name, idcode }) => name ?? idcode).join(', ')}</span>
    ),
  },
  { key: 'text', label: 'Описание', render: ({ text }) => <span className="cell-cut">{text || '—'}</span> },
  {
    key: 'position',
    label: 'Место',
    align: 'right',
    render: ({ position }) => <span className="num">{position}</span>,
  },
  {
    key: 'changed_at',
    label: 'Изменён',
    render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
];

function removeColumn(removal: { remove: (row: SetRow) => void; isRemoving: boolean }): Column<SetRow> {
  return {
    key: 'actions',
    label: 'Действия',
    isAction: true,
    align: 'right',
    render: (row) => (
      <Button
        size="small"
        isBusy={removal.isRemoving}
        aria-label={`Убрать набор ${row.name}`}
        onClick={() => removal.remove(row)}
      >
        Убрать
      </Button>
    ),
  };
}

function toSave({ id, name, text, position, is_on, goods }: SetRow): object {
  return { slug: id, name, text, position, is_on, goods: goods.map(({ idcode, count }) => ({ idcode, count })) };
}
