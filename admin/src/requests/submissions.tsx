import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { CursorList } from '../parts/cursor-list.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useCursorList } from '../parts/use-cursor-list.ts';
import { SubmissionDialog } from './submission-dialog.tsx';

type Row = Got<'/api/admin/submissions'>['items'][number];

/** What visitors have sent in forms of every kind, newest first. */
export function Submissions() {
  const address = useListAddress(['code'], '-id');
  const { code: [code = ''] = [] } = address.filter;
  const [open, setOpen] = useState<number | null>(null);
  const list = useCursorList<Row>('/api/admin/submissions', code ? { code } : {});
  return (
    <>
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
        label="Заявки с форм"
        columns={columnsOf(setOpen)}
        keyOf={({ id }) => String(id)}
        open={({ id }) => setOpen(id)}
        empty={<Empty title="Заявок ещё не было" />}
      />
      {open === null ? null : <SubmissionDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function columnsOf(open: (id: number) => void): Column<Row>[] {
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
