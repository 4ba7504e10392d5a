import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { OnecNote } from './onec-note.tsx';
import type { OrderRecord } from './order-types.ts';
import { AddressField, DayField, PointField, SlotField, WayField } from './receiving-fields.tsx';
import { type ReceivingForm, useReceivingForm } from './use-receiving-form.ts';

type Props = { order: OrderRecord; onClose: () => void; onDone: () => void };

/** Another point, day, hours or recipient; the reserve moves with it. */
export function ReceivingDialog({ order, onClose, onDone }: Props) {
  const form = useReceivingForm(order, () => {
    onDone();
    onClose();
  });
  const { total } = form;
  const { rights } = order.receiving;
  return (
    <Dialog title={`Получение заказа ${order.number}`} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <OnecNote order={order} />
        {rights.why_not ? <p className="note">{rights.why_not}</p> : null}
        <PlaceFields form={form} isOff={!rights.place} />
        <TimeFields form={form} isOff={!rights.time} />
        <PeopleFields form={form} isOff={!rights.people} />
        {total !== null && total !== order.sums.total ? (
          <p>
            Сумма заказа: <s className="num">{formatPrice(order.sums.total)}</s>{' '}
            <b className="num">{formatPrice(total)}</b>
          </p>
        ) : null}
        <Problem words={form.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** `isOff`: the person may not change them. */
type FieldsProps = { form: ReceivingForm; isOff: boolean };

function PlaceFields({ form: { values, set, options, errors }, isOff }: FieldsProps) {
  return (
    <>
      <WayField value={values.type} onChange={(type) => set({ type })} isOff={isOff} />
      {values.type === 'pickup' ? (
        <PointField
          value={values.point}
          onChange={(point) => set({ point })}
          error={errors.department_id_1c}
          isOff={isOff}
          points={options?.points ?? []}
          none="Выберите пункт"
        />
      ) : (
        <AddressField
          value={values.address}
          onChange={(address) => set({ address })}
          error={errors.address}
          isOff={isOff}
          hint={
            options === undefined || options.delivery_price === null
              ? 'Цену доставки назовёт оператор'
              : `Доставка ${formatPrice(options.delivery_price)}`
          }
        />
      )}
    </>
  );
}

function TimeFields({ form: { values, set, options, days, errors }, isOff }: FieldsProps) {
  return (
    <>
      <DayField
        value={values.date}
        onChange={(date) => set({ date, slot: '' })}
        error={errors.date}
        isOff={isOff}
        days={days}
        none="не выбран"
      />
      <SlotField
        value={values.slot}
        onChange={(slot) => set({ slot })}
        error={errors.slot}
        isOff={isOff}
        slots={options?.slots ?? []}
      />
    </>
  );
}

/** Who receives it, by what car, and what to know about unloading. */
function PeopleFields({ form: { values, set, errors }, isOff }: FieldsProps) {
  return (
    <>
      <Field label="Кто получит" error={errors['recipient.name']} hint="Пусто: сам покупатель">
        {(given) => (
          <input
            {...given}
            type="text"
            disabled={isOff}
            value={values.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      {values.name.trim() ? (
        <Field label="Телефон получателя" error={errors['recipient.phone']}>
          {(given) => (
            <input
              {...given}
              type="tel"
              disabled={isOff}
              value={values.phone}
              onChange={({ target }) => set({ phone: target.value })}
            />
          )}
        </Field>
      ) : null}
      <Field label="Номер автомобиля" error={errors.car_plate}>
        {(given) => (
          <input
            {...given}
            type="text"
            disabled={isOff}
            value={values.plate}
            onChange={({ target }) => set({ plate: target.value })}
          />
        )}
      </Field>
      <Field label="О разгрузке" error={errors.unloading_note}>
        {(given) => (
          <input
            {...given}
            type="text"
            maxLength={500}
            disabled={isOff}
            value={values.note}
            onChange={({ target }) => set({ note: target.value })}
          />
        )}
      </Field>
    </>
  );
}
