import { X } from 'lucide-react';
import { FindOne } from '../parts/find-one.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { request } from '../request.ts';
import { useCan } from '../session/session.ts';

type Firms = Got<'/api/admin/companies'>;
type Firm = Firms['items'][number];

/** A firm, found by its name or ИНН, whose orders the list shows; `value`: its id, '' of none. */
export function FirmFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const canSee = useCan('customers.read');
  const isChosen = value !== '';
  const { data } = useGot<Firms>(`/api/admin/companies?ids=${encodeURIComponent(value)}`, { isOn: canSee && isChosen });
  if (isChosen)
    return (
      <span className="filter-choice">
        <span>Фирма</span>
        <b>{data?.items[0]?.name ?? `№ ${value}`}</b>
        <button type="button" className="icon-button" aria-label="Убрать отбор по фирме" onClick={() => onChange('')}>
          <X size={16} aria-hidden="true" />
        </button>
      </span>
    );
  if (!canSee) return null;
  return (
    <FindOne<Firm>
      label="Фирма"
      placeholder="Название или ИНН"
      about={['firms-of-orders']}
      pauseMs={300}
      search={async (q, signal) => {
        const search = new URLSearchParams({ filter: JSON.stringify({ q }), per_page: '25' });
        return (await request<{ items: Firm[] }>(`/api/admin/companies?${search}`, { signal })).body.items;
      }}
      keyOf={({ id }) => id}
      onFound={({ id }) => onChange(String(id))}
      render={({ name, inn }) => (
        <span className="found-name">
          {name}
          <span className="soft small">ИНН {inn}</span>
        </span>
      )}
    />
  );
}
