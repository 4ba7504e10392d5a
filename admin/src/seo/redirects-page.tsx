import { useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatCount } from '#shared/plurals.ts';
import { listSearch } from '../data-provider.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useRemoval } from '../parts/use-removal.ts';
import { currentBranch } from '../request.ts';
import { ImportDialog } from './import-dialog.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';
import { SeoTabs } from './seo-tabs.tsx';
import type { Redirect } from './seo-types.ts';

const targets = { path: null, product: 'товар', category: 'раздел' } as const;

/** Old addresses and where they lead, those that people use most first. */
export function RedirectsPage() {
  const address = useListAddress(['q'], '-hits');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [] } = filter;
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Redirect | 'new' | null>(null);
  const [isImporting, setImporting] = useState(false);
  const reload = () => void queries.invalidateQueries();
  const removal = useRemoval('/api/admin/redirects', toSave);
  const { removed } = removal;
  const columns = useColumns(setEdited, removal);
  const list = useGetList<Redirect>(
    'redirects',
    { filter: { q }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Перенаправления"
      crumbs={[{ label: 'SEO', to: '/seo' }]}
      beside={<SeoTabs />}
      actions={
        <>
          <a className="btn btn-plain" href={tableAddress(q)}>
            <Download size={16} aria-hidden="true" />
            Выгрузить
          </a>
          <Button icon={<Upload size={16} aria-hidden="true" />} onClick={() => setImporting(true)}>
            Загрузить
          </Button>
          <Button kind="primary" onClick={() => setEdited('new')}>
            Добавить
          </Button>
        </>
      }
    >
      <div className="filters">
        <FilterText label="Адрес" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
      </div>
      <Problem words={removal.problem} />
      {removed ? (
        <UndoNote
          words={`Снято: ${removed.from_path} → ${removed.to_path}`}
          isBusy={removal.isRestoring}
          onOver={removal.forget}
          onUndo={() => removal.restore(removed)}
        />
      ) : null}
      <RecordList
        name="redirects"
        list={list}
        address={address}
        label="Перенаправления"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={
          <Empty title="Перенаправлений пока нет">
            Старый адрес ведёт на новый, и покупатель не видит страницу об ошибке.
          </Empty>
        }
      />
      {edited ? (
        <RedirectDialog
          {...(edited === 'new' ? {} : { redirect: edited })}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            reload();
          }}
        />
      ) : null}
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} onDone={reload} /> : null}
    </PageFrame>
  );
}

function useColumns(
  edit: (redirect: Redirect) => void,
  removal: { remove: (redirect: Redirect) => void; isRemoving: boolean },
): Column<Redirect>[] {
  const branchName = useBranchName();
  return [
    {
      key: 'from',
      label: 'Откуда',
      sort: 'from_path',
      render: ({ from_path: path }) => (
        <span className="path cell-cut strong" title={path}>
          {path}
        </span>
      ),
    },
    {
      key: 'to',
      label: 'Куда',
      render: ({ to_path: path, target }) => (
        <span className="row-tags">
          <span className="path cell-cut" title={path}>
            {path}
          </span>
          {targets[target] ? <Tag>{targets[target]}</Tag> : null}
        </span>
      ),
    },
    { key: 'branch', label: 'Филиал', render: ({ department_id_1c: branch }) => branchName(branch) },
    { key: 'status', label: 'Код', render: ({ status }) => <span className="num">{status}</span> },
    {
      key: 'hits',
      label: 'Переходов',
      sort: 'hits',
      align: 'right',
      render: ({ hits }) => <b className="num">{formatCount(hits)}</b>,
    },
    {
      key: 'last',
      label: 'Последний',
      sort: 'last_hit_at',
      render: ({ last_hit_at: at }) => <span className="num">{at ? shortMoment(at) : '—'}</span>,
    },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: (redirect) => (
        <span className="row-buttons">
          <Button size="small" aria-label={`Изменить ${redirect.from_path}`} onClick={() => edit(redirect)}>
            Изменить
          </Button>
          <Button
            size="small"
            isBusy={removal.isRemoving}
            aria-label={`Снять ${redirect.from_path}`}
            onClick={() => removal.remove(redirect)}
          >
            Снять
          </Button>
        </span>
      ),
    },
  ];
}

function toSave({ from_path, to_path, department_id_1c, status }: Redirect) {
  return { from_path, to_path, department_id_1c, status };
}

function tableAddress(q: string): string {
  const search = listSearch({ filter: { q } });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return `/api/admin/redirects/table?${search}`;
}
