import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '#shared/money.ts';
import { Field } from '../parts/field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { request } from '../request.ts';
import type { PhoneBuyer, PhoneQuote } from './order-types.ts';
import { AddressField, DayField, PointField, SlotField, shownDay, WayField } from './receiving-fields.tsx';

export type PhoneLine = { product_id: number; count: number };
export type PhoneReceiving = {
  type: 'pickup' | 'delivery';
  department_id_1c: string;
  address: string;
  date: string;
  slot: string;
};

export const nowhere: PhoneReceiving = { type: 'pickup', department_id_1c: '', address: '', date: '', slot: '' };

type BuyerProps = {
  contact: { name: string; phone: string; email: string };
  setContact: (contact: BuyerProps['contact']) => void;
  buyer: PhoneBuyer | null;
  choose: (buyer: PhoneBuyer | null) => void;
  fields: Record<string, string>;
  repeat: (lines: PhoneLine[]) => void;
};

/** Who calls: found by the phone, or typed. */
export function BuyerFields({ contact, setContact, buyer, choose, fields, repeat }: BuyerProps) {
  const digits = contact.phone.replace(/\D/g, '');
  const found = useQuery({
    queryKey: ['phone-order', 'buyers', digits],
    queryFn: ({ signal }) =>
      request<{ items: PhoneBuyer[] }>(`/api/admin/phone-order/buyers?phone=${encodeURIComponent(contact.phone)}`, {
        signal,
      }).then(({ body }) => body.items),
    enabled: digits.length >= 10 && digits.length <= 12,
    retry: false,
  });
  return (
    <>
      <Field label="Телефон" error={fields['contact.phone']}>
        {(given) => (
          <input
            {...given}
            type="tel"
            autoComplete="off"
            value={contact.phone}
            onChange={({ target }) => {
              setContact({ ...contact, phone: target.value });
              choose(null);
            }}
          />
        )}
      </Field>
      {!buyer && found.data && found.data.length > 0 ? (
        <ul className="choices">
          {found.data.map((one) => (
            <li key={one.user_id ?? 'guest'}>
              <button type="button" onClick={() => choose(one)}>
                <b>{one.company?.name ?? one.name}</b>
                <span className="soft small">
                  {one.user_id ? one.name : 'гость'}, заказов {one.orders}
                  {one.company?.is_active ? ', цены для бизнеса' : ''}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Field label="Имя" error={fields['contact.name']}>
        {(given) => (
          <input
            {...given}
            type="text"
            autoComplete="off"
            value={contact.name}
            onChange={({ target }) => setContact({ ...contact, name: target.value })}
          />
        )}
      </Field>
      <Field label="Почта" error={fields['contact.email']} hint="Может не быть">
        {(given) => (
          <input
            {...given}
            type="email"
            autoComplete="off"
            value={contact.email}
            onChange={({ target }) => setContact({ ...contact, email: target.value })}
          />
        )}
      </Field>
      {buyer && buyer.last.length > 0 ? (
        <ul className="choices">
          {buyer.last.map(({ number, created_at: at, total, lines }) => (
            <li key={number}>
              <button type="button" onClick={() => repeat((lines ?? []).map((line) => ({ ...line })))}>
                Повторить {number}
                <span className="soft small">
                  {shortMoment(at)}, {formatPrice(total)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type ReceivingProps = {
  receiving: PhoneReceiving;
  /** The chosen day that is not offered any more; '': none. */
  lostDay: string;
  set: (receiving: PhoneReceiving) => void;
  quote: PhoneQuote | undefined;
  addresses: readonly string[];
  fields: Record<string, string>;
};

/** How and when it is received, of what is offered. */
export function ReceivingFields({ receiving, lostDay, set, quote, addresses, fields }: ReceivingProps) {
  return (
    <>
      <WayField value={receiving.type} onChange={(type) => set({ ...nowhere, type })} />
      {receiving.type === 'pickup' ? (
        <PointField
          value={receiving.department_id_1c}
          onChange={(point) => set({ ...receiving, department_id_1c: point, slot: '' })}
          error={fields['receiving.department_id_1c']}
          points={quote?.points ?? []}
          none={quote?.points[0]?.words ?? 'Пункт филиала'}
        />
      ) : (
        <>
          <AddressField
            value={receiving.address}
            onChange={(address) => set({ ...receiving, address })}
            error={fields['receiving.address']}
            hint={
              quote && quote.delivery_price !== null
                ? `Доставка ${formatPrice(quote.delivery_price)}`
                : 'Населённый пункт, улица, дом'
            }
          />
          <div className="chips">
            {addresses.map((one) => (
              <button
                key={one}
                type="button"
                className="chip"
                aria-pressed={receiving.address === one}
                onClick={() => set({ ...receiving, address: one })}
              >
                {one}
              </button>
            ))}
          </div>
        </>
      )}
      <DayField
        value={receiving.date}
        onChange={(date) => set({ ...receiving, date, slot: '' })}
        error={
          fields['receiving.date'] ??
          (lostDay
            ? `${shownDay(lostDay)} уже не получится${quote?.days.length ? ': выберите другой день' : ''}`
            : undefined)
        }
        days={quote?.days ?? []}
        none="не важно"
      />
      <SlotField
        value={receiving.slot}
        onChange={(slot) => set({ ...receiving, slot })}
        error={fields['receiving.slot']}
        slots={receiving.date ? (quote?.slots ?? []) : []}
      />
    </>
  );
}
