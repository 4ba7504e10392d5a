import type { FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { type FormCheck, useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';
import { Place } from './place.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';
import { type ReceivingField, receivingForm } from './receiving-form.ts';
import { Recipient } from './recipient.tsx';
import { Time } from './time.tsx';

export type PartProps = { page: ReceivingPage; check: FormCheck<ReceivingField> };

type FormProps = {
  page: ReceivingPage;
  answer: ReceivingAnswer | null;
  fileUrl: string;
  look: (form: FormData) => void;
  isLooking: boolean;
};

/** The form: where, when, by whom; another place or day has other days and hours, which the server names. */
export function ChangeReceiving({ page, answer, fileUrl, look, isLooking }: FormProps) {
  const isBusy = useNavigation().state !== 'idle';
  const notice = answer?.form === 'receiving' ? answer : null;
  const check = useFormCheck(receivingForm(page.power_of_attorney !== null), notice, { values: page.values });

  // At the point the car is told together with «Я подъехал».
  const isArriving = page.may_arrive && page.arrived_text === null;
  const isCarAsked = !isArriving && (page.rights.place || page.values.type !== 'delivery');

  // Once the place is settled, only of what happens there.
  const settled = { label: page.is_pickup ? 'Пожелания к погрузке' : 'Пожелания к разгрузке' };
  const wishes = <FormField of={check} name="unloading_note" {...(page.rights.place ? {} : settled)} />;

  function lookAgain() {
    const form = check.form.ref.current;
    if (!form) return;
    const data = new FormData(form);
    data.delete('file');
    data.set('intent', 'look');
    look(data);
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    check.form.onChange(event);
    const { name } = event.target as HTMLInputElement;
    if (name === 'type' || name === 'point' || name === 'date' || name === 'carrying') lookAgain();
  }

  return (
    <Form
      {...check.form}
      method="post"
      encType={page.company_name ? 'multipart/form-data' : undefined}
      className="sheet receiving__form"
      onChange={onChange}
    >
      <input type="hidden" name="accepted_total" value={page.quote ? page.new_total : page.values.accepted_total} />
      <Place page={page} check={check} lookAgain={lookAgain} />
      <Time key={page.days[0]?.date} page={page} check={check} isLooking={isLooking} />
      <Recipient page={page} check={check} fileUrl={fileUrl} />
      {isCarAsked ? (
        <div className="two">
          <div className="receiving__car">
            <FormField of={check} name="car_plate" />
          </div>
          {wishes}
        </div>
      ) : (
        <div>
          <input type="hidden" name="car_plate" value={page.values.car_plate} />
          {wishes}
        </div>
      )}
      <FormError words={notice?.error} />
      {notice?.difference ? (
        <Note kind="warn" icon="truck" role="alert">
          <span className="num">
            {notice.difference.delivery_price === null
              ? `Цену доставки по этому адресу уточнит оператор. Товары — ${formatPrice(notice.difference.total)}.`
              : `${servicesWords(notice.difference)}. Итого станет ${formatPrice(notice.difference.total)} вместо ${formatPrice(page.total)}.`}
          </span>
        </Note>
      ) : null}
      <div className="row receiving__go">
        <button
          type="submit"
          // The pass comes first once there is one.
          className={page.has_pass ? 'btn btn--line' : 'btn btn--primary'}
          name="intent"
          value="save"
          disabled={isBusy}
        >
          {notice?.difference ? 'Согласен, сохранить' : 'Сохранить'}
        </button>
      </div>
    </Form>
  );
}

/** «Доставка 390 ₽, разгрузка и подъём 720 ₽». */
function servicesWords({ delivery_price, carrying_price }: NonNullable<ReceivingAnswer['difference']>): string {
  const carried = carrying_price ? `, разгрузка и подъём ${formatPrice(carrying_price)}` : '';
  return `Доставка ${formatPrice(delivery_price ?? 0)}${carried}`;
}
