import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { timeAgo } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { useCan } from '../session/session.ts';
import type { BranchRow } from './branch-types.ts';
import { NewBranch } from './new-branch.tsx';

const columns: Column<BranchRow>[] = [
  {
    key: 'name',
    label: 'Филиал',
    render: ({ id, name, is_main: isMain, is_draft: isDraft }) => (
      <span className="row-tags">
        <PageLink to={`/branches/${id}`} className="strong cell-cut">
          {name}
        </PageLink>
        {isMain ? <Tag tone="outline">главный</Tag> : null}
        {isDraft ? <Tag tone="warn">готовится</Tag> : null}
      </span>
    ),
  },
  {
    key: 'open',
    label: 'Сейчас',
    render: ({ is_open: isOpen, open_words: words, is_draft: isDraft }) =>
      isDraft ? '—' : <Tag tone={isOpen ? 'good' : 'plain'}>{words}</Tag>,
  },
  {
    key: 'readiness',
    label: 'Готовность',
    render: ({ readiness }) => {
      const lacking = readiness.filter(({ is_done: isDone }) => !isDone);
      return (
        <span title={lacking.length > 0 ? `Нет: ${lacking.map(({ words }) => words).join(', ')}` : 'Всё заполнено'}>
          <span className="num">
            {readiness.length - lacking.length} из {readiness.length}
          </span>
        </span>
      );
    },
  },
  {
    key: 'exchanged_at',
    label: 'Обмен с 1С',
    render: ({ exchanged_at: at }) =>
      at ? <span className="num">{timeAgo(at)}</span> : <span className="soft">не было</span>,
  },
  { key: 'domain', label: 'Домен', render: ({ domain }) => domain ?? '—' },
  { key: 'city', label: 'Город', render: ({ city }) => city },
  { key: 'address', label: 'Адрес', render: ({ address }) => <span className="cell-cut">{address}</span> },
  { key: 'base_price', label: 'Цены', render: ({ base_price: column }) => column },
  { key: 'b2b_price', label: 'Цены для бизнеса', render: ({ b2b_price: column }) => column ?? '—' },
  { key: 'store', label: 'Склад', render: ({ store }) => store },
  {
    key: 'points',
    label: 'Пунктов',
    align: 'right',
    render: ({ points_count: count }) => <span className="num">{formatCount(count)}</span>,
  },
];

/** The branches of the shop. */
export function BranchesList() {
  const navigate = useNavigate();
  const to = useAddress();
  const canCreate = useCan('branches.create');
  const [isNew, setNew] = useState(false);
  const list = useGot<{ items: BranchRow[] }>('/api/admin/branches');
  const branches = list.data?.items;
  return (
    <PageFrame
      title="Филиалы"
      actions={
        canCreate && branches?.length ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новый филиал
          </Button>
        ) : null
      }
    >
      <WholeList
        name="branches"
        list={list}
        rows={branches}
        label="Филиалы"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/branches/${id}`))}
        empty={<Empty title="Филиалов нет">Филиалы приходят с первым обменом.</Empty>}
      />
      {isNew && branches ? <NewBranch branches={branches} onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}
