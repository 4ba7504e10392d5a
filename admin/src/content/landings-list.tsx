import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { slugOf } from '#shared/transliterate.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { LandingRow } from './content-types.ts';
import { landingStates } from './content-words.ts';

const columns: Column<LandingRow>[] = [
  {
    key: 'name',
    label: 'Посадочная',
    render: ({ id, name }) => (
      <PageLink to={`/content/landings/${id}`} className="strong cell-cut">
        {name}
      </PageLink>
    ),
  },
  { key: 'url', label: 'Адрес', render: ({ url }) => <span className="cell-cut">{url}</span> },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={landingStates[state].tone}>{landingStates[state].label}</Tag>,
  },
  {
    key: 'drafts',
    label: 'Правок',
    align: 'right',
    render: ({ drafts }) => <span className="num">{drafts || '—'}</span>,
  },
  {
    key: 'from',
    label: 'С',
    render: ({ starts_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
  },
  { key: 'to', label: 'До', render: ({ ends_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span> },
  {
    key: 'share',
    label: 'Вариант B',
    align: 'right',
    render: ({ share_b: share }) => <span className="num">{share ? `${share * 10} %` : '—'}</span>,
  },
  {
    key: 'changed_at',
    label: 'Изменена',
    render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
];

/** Landing pages, the last changed on top. */
export function LandingsList() {
  const list = useGot<{ items: LandingRow[] }>('/api/admin/landings');
  const { all_branches: isOfAll } = useSession().me;
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const withBranch = useAddress();
  return (
    <PageFrame
      title="Посадочные страницы"
      actions={
        isOfAll ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новая посадочная
          </Button>
        ) : null
      }
    >
      <ContentTabs />
      <WholeList
        name="landings"
        list={list}
        rows={list.data?.items}
        label="Посадочные страницы"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/content/landings/${id}`))}
        empty={
          <Empty title="Посадочных пока нет">
            Страница под рекламу или сезон: из блоков, со сроком и двумя вариантами.
          </Empty>
        }
      />
      {isNew ? <NewLandingDialog onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

function NewLandingDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState<string | null>(null);
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/landings/${id}`)));
  const address = slug ?? slugOf(name);
  return (
    <Dialog title="Новая посадочная" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/landings', { name, slug: address });
        }}
      >
        <LineField label="Название" error={create.fields.name} value={name} maxLength={120} onChange={setName} />
        <Field
          label="Адрес"
          error={create.fields.slug}
          hint={`/lp/${address || '…'}/ — потом его не сменить: по нему идут из рекламы`}
        >
          {(given) => (
            <input {...given} value={address} maxLength={80} onChange={({ target }) => setSlug(target.value)} />
          )}
        </Field>
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
