import { useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment, timeAgo } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { useSession } from '../session/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { roleWords } from './role-words.ts';
import type { Member } from './staff-types.ts';

const filterKeys = ['q', 'role', 'gone'] as const;

/** Who works in the shop. */
export function StaffList() {
  const address = useListAddress(filterKeys, 'name');
  const [isInviting, setInviting] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGot<{ items: Member[] }>('/api/admin/staff');
  const columns = useColumns();
  const { q: [q = ''] = [], role = [], gone = [] } = address.filter;
  const rows = list.data?.items.filter(
    (member) =>
      (gone.length > 0 || member.dismissed_at === null) &&
      (role.length === 0 || member.roles.some((code) => role.includes(code))) &&
      `${member.full_name} ${member.email ?? ''}`.toLowerCase().includes(q.toLowerCase()),
  );
  const invite = (
    <Button kind="primary" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setInviting(true)}>
      Пригласить
    </Button>
  );
  return (
    <PageFrame title="Сотрудники" actions={invite}>
      <div className="filters">
        <FilterText label="Имя или почта" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Роль"
          choices={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
          chosen={role}
          onChange={(chosen) => address.setFilter({ role: chosen })}
        />
        <FilterChips
          label="Кого показать"
          choices={[{ value: 'yes', label: 'И уволенные' }]}
          chosen={gone}
          onChange={(chosen) => address.setFilter({ gone: chosen })}
        />
      </div>
      <WholeList
        name="staff"
        list={list}
        rows={rows}
        label="Сотрудники"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`/staff/${id}`))}
        empty={
          <Empty title="Никто не подошёл" action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>} />
        }
      />
      {isInviting ? (
        <InviteDialog onClose={() => setInviting(false)} onInvited={() => void queries.invalidateQueries()} />
      ) : null}
    </PageFrame>
  );
}

function useColumns(): Column<Member>[] {
  const { me } = useSession();
  const names = new Map(me.branches.map(({ id_1c: id, name }) => [id, name]));
  return [
    {
      key: 'name',
      label: 'Имя',
      render: ({ id, full_name: name }) => (
        <PageLink to={`/staff/${id}`} className="strong cell-cut">
          {name}
        </PageLink>
      ),
    },
    { key: 'email', label: 'Почта', render: ({ email }) => <span className="cell-cut">{email ?? '—'}</span> },
    {
      key: 'roles',
      label: 'Роли',
      render: ({ role_words: words }) => (
        <span className="row-tags">
          {words.map((word) => (
            <Tag key={word}>{word}</Tag>
          ))}
        </span>
      ),
    },
    {
      key: 'branches',
      label: 'Филиалы',
      render: ({ departments }) => (
        <span className="cell-cut">
          {departments.length === 0 ? 'все' : departments.map((id) => names.get(id) ?? id).join(', ')}
        </span>
      ),
    },
    {
      key: 'since',
      label: 'Работает с',
      render: ({ created_at: at }) => <span className="num">{formatDate(at)}</span>,
    },
    {
      key: 'second_factor',
      label: 'Код для входа',
      render: ({ has_second_factor: isSet }) => (isSet ? 'подключён' : <span className="soft">ещё не вводил</span>),
    },
    {
      key: 'last_visit',
      label: 'Был здесь',
      render: ({ last_visit_at: at }) =>
        at ? <span title={shortMoment(at)}>{timeAgo(at)}</span> : <span className="soft">ещё не заходил</span>,
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ dismissed_at: at }) =>
        at ? <Tag tone="bad">уволен {formatDate(at)}</Tag> : <Tag tone="good">работает</Tag>,
    },
  ];
}
