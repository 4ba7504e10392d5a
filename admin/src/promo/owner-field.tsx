import { X } from 'lucide-react';
import { useState } from 'react';
import { FindOne } from '../parts/find-one.tsx';
import type { Got } from '../parts/got.ts';
import { request } from '../request.ts';

export type FoundCustomer = Got<'/api/admin/coupon-customers'>['items'][number];

type Props = {
  /** As the record names the person; null: nobody. */
  name: string | null;
  userId: string | null;
  onChange: (customer: FoundCustomer | null) => void;
  label: string;
  /** Said when nobody is chosen. */
  none: string;
  error?: string | undefined;
};

/** A customer, found by phone, email, number of an order or name; their contacts stay hidden. */
export function CustomerField({ name, userId, onChange, label, none, error }: Props) {
  const [chosen, setChosen] = useState<FoundCustomer | null>(null);
  if (userId !== null)
    return (
      <div className="field">
        <span className="field-name">{label}</span>
        <p className="promo-chosen">
          <b>{(chosen?.user_id === userId ? chosen.name : name) || 'Без имени'}</b>
          <button type="button" className="icon-button" aria-label={`Убрать: ${label}`} onClick={() => onChange(null)}>
            <X size={16} aria-hidden="true" />
          </button>
        </p>
        {error === undefined ? null : <p className="field-error small">{error}</p>}
      </div>
    );
  return (
    <div>
      <FindOne<FoundCustomer>
        label={label}
        placeholder="Телефон, почта, № заказа, имя"
        about={['coupon-customers']}
        least={3}
        pauseMs={500}
        error={error}
        search={async (q, signal) => {
          const path = `/api/admin/coupon-customers?${new URLSearchParams({ q })}`;
          return (await request<{ items: FoundCustomer[] }>(path, { signal })).body.items;
        }}
        keyOf={({ user_id: id }) => id}
        onFound={(customer) => {
          setChosen(customer);
          onChange(customer);
        }}
        render={({ name: found, phone, email, company }) => (
          <span className="found-name">
            {found || 'Без имени'}
            <span className="soft small">{[phone, email, company].filter(Boolean).join(', ')}</span>
          </span>
        )}
      />
      <p className="soft small">{none}</p>
    </div>
  );
}
