import { X } from 'lucide-react';
import '../styles/shop.css';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { startOfDay } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { useCan } from '../session/session.ts';
import { AuditLines } from './audit-lines.tsx';
import { resourceWords } from './record-places.ts';

type Staff = paths['/api/admin/staff']['get']['responses'][200]['content']['application/json'];

const filterKeys = ['person', 'kind', 'record', 'from', 'to', 'q'] as const;

/** What was changed in the shop, by whom; to whom not everything is shown, their own changes. */
export default function Journal() {
  const isAll = useCan('audit.read');
  const address = useListAddress(filterKeys, '-id');
  const of = (key: (typeof filterKeys)[number]) => address.filter[key]?.[0] ?? '';
  const isFiltered = Object.keys(address.filter).length > 0;
  const filter = {
    staff_user_id: of('person') || undefined,
    resource: of('kind') || undefined,
    record_id: of('record') || undefined,
    from: of('from') ? startOfDay(of('from')) : undefined,
    to: of('to') ? startOfDay(of('to'), 1) : undefined,
    q: of('q') || undefined,
  };
  return (
    <PageFrame title={isAll ? 'Журнал' : 'Мои изменения'}>
      <div className="filters">
        <FilterText label="Слова из записи" value={of('q')} onChange={(q) => address.setFilter({ q: [q] })} />
        <PersonFilter value={of('person')} onChange={(id) => address.setFilter({ person: [id] })} />
        <label className="filter-choice">
          <span>Что</span>
          <select value={of('kind')} onChange={({ target }) => address.setFilter({ kind: [target.value] })}>
            <option value="">всё</option>
            {Object.entries(resourceWords).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <FilterDates
          label="Дни"
          hasRecent
          from={of('from')}
          to={of('to')}
          onChange={({ from, to }) => address.setFilter({ from: [from], to: [to] })}
        />
        {of('record') ? (
          <span className="filter-choice">
            <span>Только одна запись:</span>
            <b className="cell-cut">{recordWords(of('kind'), of('record'))}</b>
            <button
              type="button"
              className="icon-button"
              aria-label="Показать и другие записи"
              onClick={() => address.setFilter({ record: [] })}
            >
              <X size={16} aria-hidden="true" />
            </button>
          </span>
        ) : null}
        <ResetFilter address={address} />
      </div>
      <div className="panel list-panel">
        <AuditLines
          filter={filter}
          namesRecords
          empty={
            isFiltered ? (
              <Empty
                title="Ничего не подошло"
                action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>}
              />
            ) : (
              <Empty title="Изменений пока не было">Здесь появится каждое: кто, когда, что было и что стало.</Empty>
            )
          }
        />
      </div>
    </PageFrame>
  );
}

/** Numbers are known to people; keys and long ids are not. */
function recordWords(kind: string, record: string): string {
  const of = resourceWords[kind] ?? 'любого вида';
  return /^\d+$/.test(record) ? `${of}, № ${record}` : of;
}

function PersonFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const canSee = useCan('staff.manage');
  const { data } = useGot<Staff>('/api/admin/staff', { isOn: canSee });
  if (!canSee) return null;
  return (
    <label className="filter-choice">
      <span>Кто</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">все</option>
        {data?.items.map(({ id, full_name: name, dismissed_at: dismissed }) => (
          <option key={id} value={id}>
            {dismissed ? `${name} (уволен)` : name}
          </option>
        ))}
      </select>
    </label>
  );
}
