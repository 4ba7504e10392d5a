import { useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type ListAddress, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { orderedCategories } from '../parts/product.ts';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCategories } from '../parts/use-categories.ts';
import { useVerb } from '../parts/use-verb.ts';
import { reaches } from './choices.tsx';
import { type CouponRow, offWords, stateTones, stateWords, usesWords } from './coupon-words.ts';
import { PromoTabs } from './promo-tabs.tsx';

const filterKeys = ['q', 'state', 'reach', 'category_id', 'personal', 'batch'] as const;
const states = [
  { value: 'running', label: 'Действуют' },
  { value: 'waiting', label: 'Ждут начала' },
  { value: 'draft', label: 'Черновики' },
  { value: 'ended', label: 'Закончились' },
  { value: 'used_up', label: 'Использованы' },
];

const columns: Column<CouponRow>[] = [
  {
    key: 'code',
    label: 'Код',
    sort: 'code',
    render: ({ id, is_personal: isPersonal }) => (
      <span className="row-tags">
        <PageLink to={`/promo/coupons/${encodeURIComponent(id)}`} className="strong num">
          {id}
        </PageLink>
        {isPersonal ? <Tag tone="outline">личный</Tag> : null}
      </span>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]}</Tag>,
  },
  { key: 'off', label: 'Скидка', align: 'right', render: (row) => <b className="num">{offWords(row)}</b> },
  {
    key: 'min',
    label: 'От суммы',
    align: 'right',
    render: ({ min_sum_kopecks: sum }) => <span className="num">{sum > 0 ? formatPrice(sum) : '—'}</span>,
  },
  {
    key: 'used',
    label: 'Использован',
    sort: 'used_count',
    align: 'right',
    render: (row) => <span className="num">{usesWords(row)}</span>,
  },
  {
    key: 'ends_at',
    label: 'Срок',
    sort: 'ends_at',
    render: ({ starts_at: from, ends_at: to }) => (
      <span className="num">
        {[from && `с ${shortMoment(from)}`, to && `до ${shortMoment(to)}`].filter(Boolean).join(' ') || 'без срока'}
      </span>
    ),
  },
  {
    key: 'category',
    label: 'Раздел',
    render: ({ category_name: name }) => <span className="cell-cut">{name ?? 'все товары'}</span>,
  },
  { key: 'branch', label: 'Филиал', render: ({ city }) => city ?? 'все' },
  { key: 'note', label: 'Заметка', render: ({ note }) => <span className="cell-cut">{note ?? '—'}</span> },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    render: ({ created_at: at }) => <span className="num">{at ? shortMoment(at) : '—'}</span>,
  },
];

/** Coupons that the person sees, the newest first. */
export function CouponsList() {
  const address = useListAddress(filterKeys, '-created_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [], reach = [], category_id: [category = ''] = [] } = filter;
  const [batch = ''] = filter.batch ?? [];
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGetList<CouponRow>(
    'coupons',
    {
      filter: {
        q,
        ...(state.length > 0 && { state }),
        ...(reach.length > 0 && { reach }),
        ...(category && { category_id: Number(category) }),
        ...(filter.personal && { is_personal: true }),
        ...(batch && { batch_id: Number(batch) }),
      },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const { total = 0 } = list;
  return (
    <PageFrame
      title="Акции и купоны"
      beside={<PromoTabs />}
      actions={
        <>
          <PageLink to="/promo/coupons/batch" className="btn">
            Партия кодов
          </PageLink>
          <PageLink to="/promo/coupons/new" className="btn btn-primary">
            <Plus size={16} aria-hidden="true" /> Новый купон
          </PageLink>
        </>
      }
    >
      <Filters address={address} />
      {batch ? <BatchBar id={batch} total={total} onLeave={() => address.setFilter({ batch: [] })} /> : null}
      <RecordList
        name="coupons"
        list={list}
        address={address}
        label="Купоны"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/promo/coupons/${encodeURIComponent(id)}`))}
        empty={
          <Empty title="Купонов пока нет" action={<PageLink to="/promo/coupons/new">Создать купон</PageLink>}>
            Код даёт скидку на заказ: процент или сумму, на все товары или на раздел.
          </Empty>
        }
      />
    </PageFrame>
  );
}

function Filters({ address }: { address: ListAddress }) {
  const { filter } = address;
  const { q: [q = ''] = [], state = [], reach = [], category_id: [category = ''] = [], personal = [] } = filter;
  const categories = orderedCategories(useCategories());
  return (
    <div className="filters">
      <FilterText label="Код или заметка" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
      <label className="filter-choice">
        <span>Раздел</span>
        <select value={category} onChange={({ target }) => address.setFilter({ category_id: [target.value] })}>
          <option value="">любой</option>
          {categories.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <FilterChips
        label="Состояние"
        choices={states}
        chosen={state}
        onChange={(chosen) => address.setFilter({ state: chosen })}
      />
      <FilterChips
        label="Где действует"
        choices={reaches}
        chosen={reach}
        onChange={(chosen) => address.setFilter({ reach: chosen })}
      />
      <FilterChips
        label="Чей"
        choices={[{ value: 'yes', label: 'Личные' }]}
        chosen={personal}
        onChange={(chosen) => address.setFilter({ personal: chosen })}
      />
      <ResetFilter address={address} />
    </div>
  );
}

/** Above the codes of one batch: ending all of them, and leaving the batch. */
function BatchBar({ id, total, onLeave }: { id: string; total: number; onLeave: () => void }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const end = useVerb<{ ended: number }>(() => {
    setAsked(false);
    void queries.invalidateQueries();
  });
  return (
    <div className="panel promo-batch">
      <b>Партия {id}</b>
      <span className="soft">{countOf(total, 'код', 'кода', 'кодов')} по фильтру</span>
      <span aria-live="polite">
        {end.answer ? `Завершено ${countOf(end.answer.ended, 'код', 'кода', 'кодов')}` : ''}
      </span>
      <Button size="small" kind="danger" onClick={() => setAsked(true)}>
        Завершить всю партию
      </Button>
      <button type="button" className="icon-button" aria-label="Показать купоны всех партий" onClick={onLeave}>
        <X size={16} aria-hidden="true" />
      </button>
      {isAsked ? (
        <Dialog title={`Завершить партию ${id}?`} onClose={() => setAsked(false)}>
          <p>Все её коды сразу перестанут действовать. Вернуть можно будет только по одному.</p>
          <Problem words={end.problem} />
          <div className="form-actions">
            <Button onClick={() => setAsked(false)}>Не завершать</Button>
            <Button kind="danger" isBusy={end.isBusy} onClick={() => end.run(`/api/admin/coupon-batches/${id}/end`)}>
              Завершить все коды
            </Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
