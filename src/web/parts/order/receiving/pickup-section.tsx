import { Form, useNavigation } from 'react-router';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';
import { arrivalForm } from './receiving-form.ts';

/** Until when the goods are kept, and «Я подъехал» while the point is open. */
export function PickupSection({ page, answer }: { page: ReceivingPage; answer: ReceivingAnswer | null }) {
  const isBusy = useNavigation().state !== 'idle';
  const own = answer && answer.form !== 'receiving' ? answer : null;
  const check = useFormCheck(arrivalForm, own, { prefix: 'arrive_', values: page.values });
  const isHere = page.may_arrive || page.arrived_text !== null;
  if (!page.kept_text && !isHere) return null;
  return (
    <section className="sheet receiving__now" id="arrive">
      {isHere ? <h2>Вы уже у пункта?</h2> : null}
      <FormError words={own?.error} />
      {page.arrived_text ? (
        <p role="status">Пункт знает, что вы ждёте с {page.arrived_text}. Сейчас вынесем заказ.</p>
      ) : page.may_arrive ? (
        <Form {...check.form} method="post" className="receiving__arrive">
          <FormField of={check} name="car_plate" />
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
