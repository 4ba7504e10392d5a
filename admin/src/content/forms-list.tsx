import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { formatCount } from '#shared/plurals.ts';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { FormRow } from './content-types.ts';
import { FormState } from './form-state.tsx';

const columns: Column<FormRow>[] = [
  {
    key: 'name',
    label: 'Форма',
    render: ({ id, name }) => (
      <PageLink to={`/content/forms/${id}`} className="strong cell-cut">
        {name}
      </PageLink>
    ),
  },
  { key: 'code', label: 'Код', render: ({ id }) => id },
  {
    key: 'state',
    label: 'Состояние',
    render: (form) => <FormState form={form} />,
  },
  { key: 'version', label: 'Версия', align: 'right', render: ({ version }) => <span className="num">{version}</span> },
  { key: 'fields', label: 'Полей', align: 'right', render: ({ fields }) => <span className="num">{fields}</span> },
  {
    key: 'sent',
    label: 'Заявок',
    align: 'right',
    render: ({ sent }) => <span className="num">{formatCount(sent)}</span>,
  },
  {
    key: 'published_at',
    label: 'Опубликована',
    render: ({ published_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
  },
];

/** Forms that staff put together; those of the shop itself (callback, delivery …) are part of it and not listed. */
export function FormsList() {
  const list = useGot<{ items: FormRow[] }>('/api/admin/forms');
  const mayPublish = useCan('content.publish');
  const { all_branches: isOfAll } = useSession().me;
  const navigate = useNavigate();
  const withBranch = useAddress();
  return (
    <PageFrame
      title="Формы"
      actions={
        mayPublish && isOfAll ? (
          <PageLink className="btn btn-primary" to="/content/forms/new">
            <Plus size={16} aria-hidden="true" />
            Новая форма
          </PageLink>
        ) : null
      }
    >
      <ContentTabs />
      <WholeList
        name="forms"
        list={list}
        rows={list.data?.items}
        label="Формы"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(withBranch(`/content/forms/${id}`))}
        empty={
          <Empty title="Своих форм нет">
            Звонок, консультация, доставка и вакансии уже есть в магазине. Здесь заводят другие: замер, опрос, запись.
          </Empty>
        }
      />
    </PageFrame>
  );
}
