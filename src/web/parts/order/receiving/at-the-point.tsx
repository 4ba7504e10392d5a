import { Form, useNavigation } from 'react-router';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';

/** Until when the goods are kept, and «Я подъехал». */
export function AtThePoint({ page, answer }: { page: ReceivingPage; answer: ReceivingAnswer | null }) {
  const isBusy = useNavigation().state !== 'idle';
  if (!page.kept_text && !page.may_arrive) return null;
  const error = answer && answer.form !== 'receiving' ? answer.error : null;
  return (
    <section className="sheet receiving__now" id="arrive">
      <h2>Вы уже у пункта?</h2>
      <FormError words={error} />
      {page.arrived_text ? (
        <p role="status">Пункт знает, что вы ждёте с {page.arrived_text}. Сейчас вынесем заказ.</p>
      ) : page.may_arrive ? (
        <Form method="post" className="receiving__arrive">
          <Field
            id="arrive_car_plate"
            name="car_plate"
            label="Номер автомобиля, если вы на машине"
            autoComplete="off"
            maxLength={16}
            defaultValue={page.values.car_plate}
          />
          <button type="submit" className="btn btn--primary" name="intent" value="arrive" disabled={isBusy}>
            <Icon name="car" />Я подъехал
          </button>
        </Form>
      ) : null}
      {page.kept_text ? (
        <div className="row receiving__kept">
          <p className="num">Храним до {page.kept_text}</p>
          {page.prolong_words && page.rights.people ? (
            <Form method="post">
              <button type="submit" className="btn btn--line btn--sm" name="intent" value="prolong" disabled={isBusy}>
                <Icon name="calendar-clock" size="s" />
                Продлить {page.prolong_words}
              </button>
            </Form>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
