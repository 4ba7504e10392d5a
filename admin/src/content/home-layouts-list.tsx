import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { BranchChoice, useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { MomentInput } from '../parts/moment-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { HomeLayouts } from './content-types.ts';
import { blockLabels, layoutStates, seasonLabels } from './content-words.ts';

type Row = HomeLayouts['items'][number];

/** Plans of the home page: how it stands, where and when. */
export function HomeLayoutsList() {
  const list = useGot<HomeLayouts>('/api/admin/home-layouts');
  const { data } = list;
  const mayChange = useCan('content.publish');
  const navigate = useNavigate();
  const withBranch = useAddress();
  const columns = useColumns();
  const [isNew, setNew] = useState(false);
  return (
    <PageFrame
      title="Главная страница"
      actions={
        mayChange && data ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новый план
          </Button>
        ) : null
      }
    >
      <ContentTabs />
      <WholeList
        name="home-layouts"
        list={list}
        rows={data?.items}
        label="Планы главной"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/content/home/${id}`))}
        empty={<Empty title="Планов нет">Главная стоит как обычно: все блоки в своём порядке, без сезона.</Empty>}
      />
      {isNew && data ? <NewLayoutDialog blocks={data.all_blocks} onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

/** A plan begins as a draft with every block in the usual order: a plan half made must not be seen. */
function NewLayoutDialog({ blocks, onClose }: { blocks: readonly string[]; onClose: () => void }) {
  const { all_branches: isOfAll, branches } = useSession().me;
  const [branch, setBranch] = useState<string | null>(isOfAll ? null : (branches[0]?.id_1c ?? null));
  const [from, setFrom] = useState<string | null>(null);
  const navigate = useNavigate();
  const withBranch = useAddress();
  const create = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/content/home/${id}`)));
  return (
    <Dialog title="Новый план главной" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/home-layouts', {
            season: null,
            blocks,
            first_categories: [],
            department_id_1c: branch,
            starts_at: from,
            ends_at: null,
            is_draft: true,
          });
        }}
      >
        <Field label="Для кого" error={create.fields.department_id_1c}>
          {(given) => <BranchChoice given={given} value={branch} onChange={setBranch} />}
        </Field>
        <Field
          label="Действует с"
          error={create.fields.starts_at}
          hint="План будет черновиком: блоки и сезон выберете дальше"
        >
          {(given) => <MomentInput given={given} value={from} onChange={setFrom} />}
        </Field>
        <Problem words={create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy} disabled={from === null}>
            Создать план
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useColumns(): Column<Row>[] {
  const nameOf = useBranchName();
  return [
    {
      key: 'branch',
      label: 'Для кого',
      render: ({ id, department_id_1c: branch }) => (
        <PageLink to={`/content/home/${id}`} className="strong">
          {nameOf(branch)}
        </PageLink>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state }) => <Tag tone={layoutStates[state].tone}>{layoutStates[state].label}</Tag>,
    },
    {
      key: 'from',
      label: 'С',
      render: ({ starts_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
    },
    {
      key: 'to',
      label: 'До',
      render: ({ ends_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
    },
    { key: 'season', label: 'Сезон', render: ({ season }) => (season ? seasonLabels[season] : '—') },
    {
      key: 'blocks',
      label: 'Блоки',
      render: ({ blocks }) => (
        <span className="cell-cut">{blocks.map((block) => blockLabels[block] ?? block).join(', ')}</span>
      ),
    },
  ];
}
