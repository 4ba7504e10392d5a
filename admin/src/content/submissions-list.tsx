import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { CursorList } from '../parts/cursor-list.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useCursorList } from '../parts/use-cursor-list.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { SubmissionRow } from './content-types.ts';
import { SubmissionDialog } from './submission-dialog.tsx';

/** What visitors have sent in forms of every kind, newest first. */
export function SubmissionsList() {
  const address = useListAddress(['code'], '-id');
  const { code: [code = ''] = [] } = address.filter;
  const [open, setOpen] = useState<number | null>(null);
  const list = useCursorList<SubmissionRow>('/api/admin/submissions', code ? { code } : {});
  return (
    <PageFrame title="Заявки с форм">
      <ContentTabs />
      <div className="filters">
        <FilterText
          label="Код формы: callback"
          value={code}
          onChange={(typed) => address.setFilter({ code: [typed] })}
        />
      </div>
      <CursorList
        name="submissions"
        list={list}
        address={address}
        label="Заявки"
        columns={columnsOf(setOpen)}
        keyOf={({ id }) => String(id)}
        open={({ id }) => setOpen(id)}
        empty={<Empty title="Заявок ещё не было" />}
      />
      {open === null ? null : <SubmissionDialog id={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

function columnsOf(open: (id: number) => void): Column<SubmissionRow>[] {
  return [
    {
      key: 'id',
      label: '№',
      render: ({ id }) => (
        <button type="button" className="link-button strong" onClick={() => open(id)}>
          {id}
        </button>
      ),
    },
    { key: 'code', label: 'Форма', render: ({ code }) => code },
    {
      key: 'words',
      label: 'Ответы',
      render: ({ words }) => <span className="cell-cut">{words || 'удалены по сроку'}</span>,
    },
    {
      key: 'about',
      label: 'О чём',
      render: ({ about_title: about }) => <span className="cell-cut">{about || '—'}</span>,
    },
    { key: 'city', label: 'Город', render: ({ city }) => city },
    {
      key: 'files',
      label: 'Файлов',
      align: 'right',
      render: ({ files }) => <span className="num">{files || '—'}</span>,
    },
    {
      key: 'created_at',
      label: 'Отправлена',
      render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
    },
  ];
}
