import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { clock } from '#shared/work-time.ts';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { OrderRecord, ReceivingOptions } from './order-types.ts';
import { slotKey, slotOf } from './receiving-fields.tsx';

export type ReceivingForm = ReturnType<typeof useReceivingForm>;

/** How an order is received, as it is being changed: the fields, what may be chosen, the new sum, the saving. */
export function useReceivingForm(order: OrderRecord, onSaved: () => void) {
  const { receiving } = order;
  const [values, setValues] = useState(() => valuesOf(receiving));
  const { type, point, address, date } = values;
  const { data: options } = useOptions(order.id, values);
  const save = useVerb(onSaved);
  const isSamePlace =
    type === receiving.type && (type === 'pickup' ? point === receiving.department_id_1c : address === receiving.place);
  const total = isSamePlace ? order.sums.total : (options?.total ?? null);
  const days = options?.days ?? [];
  return {
    values,
    set: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    options,
    /** What may be chosen, and the chosen day. */
    days: date && !days.includes(date) ? [date, ...days] : days,
    /** null: it is not known yet. */
    total,
    errors: save.fields,
    problem: save.problem,
    isBusy: save.isBusy,
    save: () =>
      save.run(`/api/admin/orders/${order.id}/receiving`, {
        ...toSave(values, receiving),
        seen: receiving.version,
        ...(!isSamePlace && total !== null ? { accepted_total: total } : {}),
      }),
  };
}

type Receiving = OrderRecord['receiving'];
type Values = ReturnType<typeof valuesOf>;

function valuesOf({ type, department_id_1c, place, date, slot, recipient, car_plate, unloading_note }: Receiving) {
  return {
    type,
    point: department_id_1c ?? '',
    address: type === 'delivery' ? (place ?? '') : '',
    date: date ?? '',
    slot: slot ? slotKey(slot) : '',
    name: recipient?.name ?? '',
    phone: recipient?.phone ?? '',
    plate: car_plate ?? '',
    note: unloading_note,
  };
}

/** Points, days and hours of the chosen way, and what the delivery costs. */
function useOptions(orderId: string, { type, point, address, date }: Values) {
  const typedAddress = useDeferredValue(address.trim());
  const search = new URLSearchParams({ type, ...(date && { date }) });
  if (type === 'pickup' && point) search.set('department_id_1c', point);
  if (type === 'delivery' && typedAddress) search.set('address', typedAddress);
  return useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['receiving-options', orderId, search.toString()],
    queryFn: ({ signal }) =>
      request<ReceivingOptions>(`/api/admin/orders/${orderId}/receiving-options?${search}`, { signal }).then(
        ({ body }) => body,
      ),
    placeholderData: (before) => before,
  });
}

function toSave({ type, point, address, date, slot, name, phone, plate, note }: Values, receiving: Receiving) {
  const hours = slotOf(slot);
  return {
    type,
    ...(type === 'pickup' ? { department_id_1c: point } : { address }),
    ...(date && { date }),
    ...(hours && { slot: { from: clock(hours.from), to: clock(hours.to) } }),
    ...(receiving.carrying && type === 'delivery' ? { carrying: receiving.carrying } : {}),
    recipient: name.trim() ? { kind: receiving.is_proxy ? 'proxy' : 'person', name, phone } : { kind: 'self' },
    ...(plate && { car_plate: plate }),
    ...(note && { unloading_note: note }),
  };
}
