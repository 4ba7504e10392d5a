import { useQueryClient } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch } from '../request.ts';
import { NewCodeDialog } from './new-code-dialog.tsx';
import { PromoTabs } from './promo-tabs.tsx';

type Row = Got<'/api/admin/codes'>['items'][number];

const kinds = [
  { value: 'c', label: 'Реклама' },
  { value: 'p', label: 'Ценники на полке' },
];
const states = [
  { value: 'living', label: 'Работают' },
  { value: 'ended', label: 'Отключены' },
];

const columns: Column<Row>[] = [
  { key: 'code', label: 'Код', render: ({ path }) => <b className="num">{path}</b> },
  {
    key: 'kind',
    label: 'Что это',
    render: ({ kind }) => (kind === 'c' ? <Tag tone="info">реклама</Tag> : <Tag>ценник</Tag>),
  },
  {
    key: 'target',
    label: 'Куда ведёт',
    render: ({ kind, target, product_id: id }) =>
      kind === 'p' ? (
        <PageLink to={`/catalogue/${id}`} className="cell-cut">
          {target}
        </PageLink>
      ) : (
        <a href={target} target="_blank" rel="noreferrer" className="cell-cut">
          {target}
        </a>
      ),
  },
  {
    key: 'marks',
    label: 'Метки',
    render: ({ utm_source: source, utm_medium: medium, utm_campaign: campaign }) => (
      <span className="cell-cut soft">{[source, medium, campaign].filter(Boolean).join(' / ') || '—'}</span>
    ),
  },
  { key: 'place', label: 'Где висит', render: ({ place }) => <span className="cell-cut">{place ?? '—'}</span> },
  { key: 'note', label: 'Заметка', render: ({ note }) => <span className="cell-cut">{note || '—'}</span> },
  {
    key: 'ends_at',
    label: 'Состояние',
    render: ({ is_ended: isEnded, ends_at: at }) =>
      isEnded ? <Tag tone="plain">отключён</Tag> : <Tag tone="good">{at ? `до ${shortMoment(at)}` : 'работает'}</Tag>,
  },
  {
    key: 'created_at',
    label: 'Заведён',
    render: ({ created_at: at, created_by: who }) => (
      <span className="cell-cut">
        <span className="num">{shortMoment(at)}</span> {who}
      </span>
    ),
  },
  { key: 'actions', label: 'Действия', isAction: true, render: (row) => <Actions row={row} /> },
];

/** Codes for print: of campaigns, and of labels on shelves. */
export function CodesList() {
  const address = useListAddress(['q', 'kind', 'state'], '-created_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], kind = [], state = [] } = filter;
  const [isNew, setNew] = useState(false);
  const queries = useQueryClient();
  const list = useGetList<Row>(
    'codes',
    {
      filter: { q, ...(kind.length > 0 && { kind }), ...(state.length > 0 && { state }) },
      sort,
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="QR-коды"
      beside={<PromoTabs />}
      actions={
        <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
          Новый код
        </Button>
      }
    >
      <div className="filters">
        <FilterText label="Код, товар, заметка" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Что это"
          choices={kinds}
          chosen={kind}
          onChange={(chosen) => address.setFilter({ kind: chosen })}
        />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        {Object.keys(filter).length > 0 ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <RecordList
        name="codes"
        list={list}
        address={address}
        label="QR-коды"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="QR-кодов пока нет" action={<Button onClick={() => setNew(true)}>Завести код</Button>}>
            Код на листовке ведёт на страницу магазина и говорит счётчику, откуда пришли; код на ценнике — на товар.
          </Empty>
        }
      />
      {isNew ? (
        <NewCodeDialog
          onClose={() => setNew(false)}
          onDone={() => {
            setNew(false);
            void queries.invalidateQueries();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

function Actions({ row: { id, path, is_ended: isEnded } }: { row: Row }) {
  const queries = useQueryClient();
  const end = useVerb(() => void queries.invalidateQueries());
  const branch = currentBranch();
  return (
    <span className="row-buttons">
      <a
        className="btn btn-plain btn-small"
        href={`/api/admin/codes/${encodeURIComponent(id)}/picture${branch ? `?branch=${encodeURIComponent(branch)}` : ''}`}
        aria-label={`SVG: ${path}`}
        download
      >
        <Download size={14} aria-hidden="true" />
        SVG
      </a>
      {isEnded ? null : (
        <Button
          size="small"
          aria-label={`Отключить: ${path}`}
          isBusy={end.isBusy}
          onClick={() => end.run(`/api/admin/codes/${encodeURIComponent(id)}/end`)}
        >
          Отключить
        </Button>
      )}
      <Problem words={end.problem} />
    </span>
  );
}
