import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { codeStateChoices, codeStateTones, codeStateWords } from '../parts/code-states.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useCodeEnding } from '../parts/use-code-ending.ts';
import { CampaignCodeDialog } from './campaign-code-dialog.tsx';
import { CodeTermDialog } from './code-term-dialog.tsx';
import { PromoTabs } from './promo-tabs.tsx';

type CampaignCode = Got<'/api/admin/campaign-codes'>['items'][number];

const path = '/api/admin/campaign-codes';

/** Printed codes of campaigns, the newest first. */
export function CampaignCodesList() {
  const address = useListAddress(['q', 'state'], '-created_at');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const queries = useQueryClient();
  const [opened, setOpened] = useState<CampaignCode | 'new' | null>(null);
  const ending = useCodeEnding<CampaignCode>(path, ({ ends_at }) => ({ ends_at }));
  const { ended, isBusy, end } = ending;
  const isOwn = useMayWriteIn()(null);
  const branch = useSearchParams()[0].get('branch');
  const list = useGetList<CampaignCode>(
    'campaign-codes',
    {
      filter: { q, ...(state.length > 0 && { state }) },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  const close = () => setOpened(null);
  const done = () => {
    close();
    void queries.invalidateQueries();
  };
  return (
    <PageFrame
      title="Коды кампаний"
      beside={<PromoTabs />}
      actions={
        isOwn ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpened('new')}>
            Новый код
          </Button>
        ) : null
      }
    >
      <div className="filters">
        <FilterText label="Код, страница, пометка" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={codeStateChoices}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <Problem words={ending.problem} />
      {ended ? (
        <UndoNote
          words={`Код ${ended.id} больше никуда не ведёт`}
          isBusy={isBusy}
          onOver={ending.forget}
          onUndo={() => ending.resume(ended)}
        />
      ) : null}
      <RecordList
        name="campaign-codes"
        list={list}
        address={address}
        label="Коды кампаний"
        columns={[...columns, actionColumn({ isOwn, isBusy, branch, open: setOpened, end })]}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Кодов кампаний пока нет">
            Код на листовке, плакате или машине ведёт на страницу магазина и помечает, откуда пришли.
          </Empty>
        }
      />
      {opened === 'new' ? <CampaignCodeDialog onClose={close} onDone={done} /> : null}
      {opened && opened !== 'new' ? <CodeTermDialog code={opened} onClose={close} onDone={done} /> : null}
    </PageFrame>
  );
}

const columns: Column<CampaignCode>[] = [
  {
    key: 'code',
    label: 'Код',
    render: ({ id, path: at }) => (
      <a className="strong cell-cut" href={at} target="_blank" rel="noreferrer" title={at}>
        {id}
      </a>
    ),
  },
  {
    key: 'target',
    label: 'Куда ведёт',
    render: ({ target }) => (
      <span className="path cell-cut" title={target}>
        {target}
      </span>
    ),
  },
  {
    key: 'marks',
    label: 'Метки',
    render: ({ id, utm_source: source, utm_medium: medium, utm_campaign: campaign }) => (
      <span className="cell-cut">{[source, medium, campaign ?? id].filter(Boolean).join(' / ')}</span>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={codeStateTones[state]}>{codeStateWords[state]}</Tag>,
  },
  {
    key: 'ends_at',
    label: 'Конец',
    render: ({ ends_at: at }) => <span className="num">{at ? formatDateTime(at) : 'без срока'}</span>,
  },
  { key: 'note', label: 'Пометка', render: ({ note }) => <span className="cell-cut">{note || '—'}</span> },
  {
    key: 'made',
    label: 'Сделан',
    render: ({ created_at: at, created_by: who }) => (
      <span className="num" title={who}>
        {shortMoment(at)}
      </span>
    ),
  },
];

type Acts = {
  isOwn: boolean;
  isBusy: boolean;
  /** Whose host is printed; null: the main one's. */
  branch: string | null;
  open: (code: CampaignCode) => void;
  end: (code: CampaignCode) => void;
};

function actionColumn({ isOwn, isBusy, branch, open, end }: Acts): Column<CampaignCode> {
  const search = branch ? `?${new URLSearchParams({ branch })}` : '';
  return {
    key: 'actions',
    label: 'Действия',
    isAction: true,
    align: 'right',
    render: (code) => (
      <span className="row-buttons">
        {code.state === 'running' ? (
          <a
            className="btn btn-plain btn-small"
            href={`${path}/${code.id}/label${search}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`PDF: код ${code.id}`}
          >
            PDF
          </a>
        ) : null}
        {isOwn ? (
          <Button
            size="small"
            aria-label={code.state === 'ended' ? `Включить снова код ${code.id}` : `Срок кода ${code.id}`}
            onClick={() => open(code)}
          >
            {code.state === 'ended' ? 'Включить снова' : 'Срок'}
          </Button>
        ) : null}
        {isOwn && code.state === 'running' ? (
          <Button size="small" isBusy={isBusy} aria-label={`Отключить код ${code.id}`} onClick={() => end(code)}>
            Отключить
          </Button>
        ) : null}
      </span>
    ),
  };
}
