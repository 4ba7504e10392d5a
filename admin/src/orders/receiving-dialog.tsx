import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { clock } from '#shared/work-time.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { OrderRecord, ReceivingOptions } from './order-types.ts';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Another point, day, hours or recipient; the reserve moves with it. */
export function ReceivingDialog({ order, onClose, onDone }: Props) {
  const { receiving } = order;
  const [type, setType] = useState(receiving.type);
  const [point, setPoint] = useState(receiving.department_id_1c ?? '');
  const [address, setAddress] = useState(receiving.type === 'delivery' ? (receiving.place ?? '') : '');
  const [date, setDate] = useState(receiving.date ?? '');
  const [slot, setSlot] = useState(receiving.slot ? slotKey(receiving.slot) : '');
  const [name, setName] = useState(receiving.recipient?.name ?? '');
  const [phone, setPhone] = useState(receiving.recipient?.phone ?? '');
  const [plate, setPlate] = useState(receiving.car_plate ?? '');
  const [note, setNote] = useState(receiving.unloading_note);
  const typedAddress = useDeferredValue(address.trim());
  const search = new URLSearchParams({ type, ...(date && { date }) });
  if (type === 'pickup' && point) search.set('department_id_1c', point);
  if (type === 'delivery' && typedAddress) search.set('address', typedAddress);
  const options = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['receiving-options', order.id, search.toString()],
    queryFn: ({ signal }) =>
      request<ReceivingOptions>(`/api/admin/orders/${order.id}/receiving-options?${search}`, { signal }).then(
        ({ body }) => body,
      ),
    placeholderData: (before) => before,
  });
  const save = useVerb(() => {
    onDone();
    onClose();
  });
  const { data } = options;
  const days = data?.days ?? [];
  const isSamePlace =
    type === receiving.type && (type === 'pickup' ? point === receiving.department_id_1c : address === receiving.place);
  const total = isSamePlace ? order.sums.total : (data?.total ?? null);
  const [from, to] = slot.split('-').map(Number);

  function submit() {
    const recipient = name.trim() ? { kind: receiving.is_proxy ? 'proxy' : 'person', name, phone } : { kind: 'self' };
    save.run(`/api/admin/orders/${order.id}/receiving`, {
      type,
      ...(type === 'pickup' ? { department_id_1c: point } : { address }),
      ...(date && { date }),
      ...(slot && from !== undefined && to !== undefined && { slot: { from: clock(from), to: clock(to) } }),
      ...(receiving.carrying && type === 'delivery' ? { carrying: receiving.carrying } : {}),
      recipient,
      ...(plate && { car_plate: plate }),
      ...(note && { unloading_note: note }),
      ...(!isSamePlace && total !== null ? { accepted_total: total } : {}),
    });
  }

  return (
    <Dialog title={`Получение заказа ${order.number}`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {receiving.rights.why_not ? <p className="note">{receiving.rights.why_not}</p> : null}
        <fieldset className="segments" disabled={!receiving.rights.place}>
          <legend className="hidden-words">Как получат</legend>
          <button type="button" aria-pressed={type === 'pickup'} onClick={() => setType('pickup')}>
            Самовывоз
          </button>
          <button type="button" aria-pressed={type === 'delivery'} onClick={() => setType('delivery')}>
            Доставка
          </button>
        </fieldset>
        {type === 'pickup' ? (
          <Field label="Пункт" error={save.fields.department_id_1c}>
            {(given) => (
              <select
                {...given}
                disabled={!receiving.rights.place}
                value={point}
                onChange={({ target }) => setPoint(target.value)}
              >
                {point === '' ? <option value="">Выберите пункт</option> : null}
                {(data?.points ?? []).map(({ id_1c, words }) => (
                  <option key={id_1c} value={id_1c}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : (
          <Field
            label="Адрес"
            error={save.fields.address}
            hint={
              data?.delivery_price === null || data === undefined
                ? 'Цену доставки назовёт оператор'
                : `Доставка ${formatPrice(data.delivery_price)}`
            }
          >
            {(given) => (
              <input
                {...given}
                type="text"
                maxLength={400}
                disabled={!receiving.rights.place}
                value={address}
                onChange={({ target }) => setAddress(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="День" error={save.fields.date}>
          {(given) => (
            <select
              {...given}
              disabled={!receiving.rights.time}
              value={date}
              onChange={({ target }) => {
                setDate(target.value);
                setSlot('');
              }}
            >
              <option value="">не выбран</option>
              {date && !days.includes(date) ? <option value={date}>{shownDay(date)}</option> : null}
              {days.map((day) => (
                <option key={day} value={day}>
                  {shownDay(day)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {data && data.slots.length > 0 ? (
          <Field label="Время" error={save.fields.slot}>
            {(given) => (
              <select
                {...given}
                disabled={!receiving.rights.time}
                value={slot}
                onChange={({ target }) => setSlot(target.value)}
              >
                <option value="">любое</option>
                {data.slots.map((one) => (
                  <option key={slotKey(one)} value={slotKey(one)} disabled={!one.is_free}>
                    {clock(one.from)}–{clock(one.to)}
                    {one.is_free ? '' : ', занято'}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        <Field label="Кто получит" error={save.fields['recipient.name']} hint="Пусто: сам покупатель">
          {(given) => (
            <input
              {...given}
              type="text"
              disabled={!receiving.rights.people}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {name.trim() ? (
          <Field label="Телефон получателя" error={save.fields['recipient.phone']}>
            {(given) => (
              <input
                {...given}
                type="tel"
                disabled={!receiving.rights.people}
                value={phone}
                onChange={({ target }) => setPhone(target.value)}
              />
            )}
          </Field>
        ) : null}
        <Field label="Номер автомобиля" error={save.fields.car_plate}>
          {(given) => (
            <input
              {...given}
              type="text"
              disabled={!receiving.rights.people}
              value={plate}
              onChange={({ target }) => setPlate(target.value)}
            />
          )}
        </Field>
        <Field label="О разгрузке" error={save.fields.unloading_note}>
          {(given) => (
            <input
              {...given}
              type="text"
              maxLength={500}
              disabled={!receiving.rights.people}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        {total !== null && total !== order.sums.total ? (
          <p>
            Сумма заказа: <s className="num">{formatPrice(order.sums.total)}</s>{' '}
            <b className="num">{formatPrice(total)}</b>
          </p>
        ) : null}
        <Problem words={save.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function slotKey({ from, to }: { from: number; to: number }): string {
  return `${from}-${to}`;
}

export function shownDay(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('ru-RU', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}
