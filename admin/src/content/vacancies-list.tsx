import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ContentTabs } from './content-tabs.tsx';
import type { VacancyRow } from './content-types.ts';
import { vacancyFields, vacancySchedules, vacancyStates } from './content-words.ts';
import { NewVacancyDialog } from './new-vacancy-dialog.tsx';

const filterKeys = ['q', 'state'] as const;
const states = Object.entries(vacancyStates).map(([value, { label }]) => ({ value, label }));

const columns: Column<VacancyRow>[] = [
  {
    key: 'title',
    label: 'Должность',
    render: ({ id, title }) => (
      <PageLink to={`/content/vacancies/${id}`} className="strong cell-cut">
        {title}
      </PageLink>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state, published_at: at }) => (
      <Tag tone={vacancyStates[state].tone}>
        {state === 'coming' ? `Выйдет ${shortMoment(at)}` : vacancyStates[state].label}
      </Tag>
    ),
  },
  { key: 'place', label: 'Где', render: ({ department_name: name }) => name },
  { key: 'field', label: 'Направление', render: ({ field }) => vacancyFields[field] },
  { key: 'schedule', label: 'График', render: ({ schedule }) => vacancySchedules[schedule] },
  {
    key: 'salary',
    label: 'Зарплата',
    align: 'right',
    render: (row) => <span className="num">{salaryWords(row)}</span>,
  },
  {
    key: 'valid_until',
    label: 'До',
    render: ({ valid_until: at }) => <span className="num">{at ? shortMoment(at) : '—'}</span>,
  },
  {
    key: 'changed_at',
    label: 'Изменена',
    sort: 'changed_at',
    render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
];

/** Posts the shop offers, the last changed on top. */
export function VacanciesList() {
  const address = useListAddress(filterKeys, '-changed_at');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const withBranch = useAddress();
  const list = useGetList<VacancyRow>(
    'vacancies',
    { filter: { q, ...(state.length > 0 && { state }) }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Вакансии"
      actions={
        <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
          Новая вакансия
        </Button>
      }
    >
      <ContentTabs />
      <div className="filters">
        <FilterText label="Должность" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="vacancies"
        list={list}
        address={address}
        label="Вакансии"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/content/vacancies/${id}`))}
        empty={<Empty title="Вакансий пока нет">Опишите первую: кто нужен, где и за сколько.</Empty>}
      />
      {isNew ? <NewVacancyDialog onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

function salaryWords({ salary_from_kopecks: from, salary_to_kopecks: to }: VacancyRow): string {
  return [from === null ? '' : `от ${formatPrice(from)}`, to === null ? '' : `до ${formatPrice(to)}`]
    .filter(Boolean)
    .join(' ');
}
