import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useCan, useSession } from '../session/session.ts';
import type { PageRecord, VersionRow } from './content-types.ts';
import { pageStates } from './content-words.ts';
import { MovePageDialog } from './move-page-dialog.tsx';
import { NewVersionDialog } from './new-version-dialog.tsx';

const tabs = [
  { key: 'versions', label: 'Редакции' },
  { key: 'history', label: 'История' },
] as const;

/** A written page with every version of its text. */
export function PagePage() {
  const { slug = '' } = useParams();
  const { data: page, error, refetch } = useGot<PageRecord>(`/api/admin/pages/${encodeURIComponent(slug)}`);
  const crumbs = [{ label: 'Страницы', to: '/content' }];
  if (!page)
    return (
      <PageFrame title="Страница" crumbs={crumbs}>
        <div className="panel">
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
        </div>
      </PageFrame>
    );
  return <PageOf key={page.id} page={page} crumbs={crumbs} />;
}

function PageOf({ page, crumbs }: { page: PageRecord; crumbs: { label: string; to: string }[] }) {
  const [asked, setAsked] = useState<'version' | 'move' | null>(null);
  const mayPublish = useCan('content.publish');
  const { all_branches: isOfAll } = useSession().me;
  const canMove = mayPublish && isOfAll && !page.is_fixed && page.shown !== null;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const withBranch = useAddress();
  const columns = useColumns();
  const tab = useTab(tabs);
  return (
    <PageFrame
      title={page.title}
      crumbs={crumbs}
      beside={
        <>
          {page.is_legal ? <Tag tone="outline">юридическая</Tag> : null}
          {page.shown ? <Tag tone="good">на сайте</Tag> : <Tag>не на сайте</Tag>}
        </>
      }
      actions={
        <>
          <a className="btn" href={page.url} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" />
            {page.url}
          </a>
          {canMove ? <Button onClick={() => setAsked('move')}>Сменить адрес</Button> : null}
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsked('version')}>
            Новая редакция
          </Button>
        </>
      }
    >
      <Tabs label="О странице" tabs={tabs} />
      {tab === 'history' ? (
        <RecordHistory resource="pages" id={page.id} />
      ) : (
        <div className="panel list-panel">
          <RecordTable
            label="Редакции"
            rows={[...page.versions]}
            columns={columns}
            keyOf={({ id }) => String(id)}
            open={({ id }) => void navigate(withBranch(`/content/texts/${id}`))}
          />
        </div>
      )}
      {asked === 'version' ? <NewVersionDialog page={page} onClose={() => setAsked(null)} /> : null}
      {asked === 'move' ? (
        <MovePageDialog
          page={page}
          onClose={() => setAsked(null)}
          onMoved={(slug) => {
            void queries.invalidateQueries();
            void navigate(withBranch(`/content/pages/${slug}`));
          }}
        />
      ) : null}
    </PageFrame>
  );
}

function useColumns(): Column<VersionRow>[] {
  const nameOf = useBranchName();
  return [
    {
      key: 'version',
      label: 'Редакция',
      render: ({ id, version, title }) => (
        <PageLink to={`/content/texts/${id}`} className="strong cell-cut">
          {`${version}. ${title}`}
        </PageLink>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state }) => <Tag tone={pageStates[state].tone}>{pageStates[state].label}</Tag>,
    },
    { key: 'branch', label: 'Для кого', render: ({ department_id_1c: branch }) => nameOf(branch) },
    { key: 'from', label: 'С', render: ({ published_at: at }) => <Moment at={at} /> },
    { key: 'to', label: 'До', render: ({ ends_at: at }) => <Moment at={at} /> },
    {
      key: 'consents',
      label: 'Согласий',
      align: 'right',
      render: ({ consents }) => (
        <span className="num" title={countOf(consents, 'согласие', 'согласия', 'согласий')}>
          {consents ? formatCount(consents) : '—'}
        </span>
      ),
    },
    { key: 'changed', label: 'Изменена', render: ({ changed_at: at }) => <Moment at={at} /> },
  ];
}

function Moment({ at }: { at: string | null }) {
  return at ? (
    <time className="num" dateTime={at}>
      {formatDateTime(at)}
    </time>
  ) : (
    '—'
  );
}
