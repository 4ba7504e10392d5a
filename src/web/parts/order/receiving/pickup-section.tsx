import { Form, useNavigation } from 'react-router';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';
import { arrivalForm } from './receiving-form.ts';

type PickupProps = { page: ReceivingPage; answer: ReceivingAnswer | null };

const isHere = ({ may_arrive, arrived_text }: ReceivingPage) => may_arrive || arrived_text !== null;

/** The answer to what is done here: to arriving or to prolonging. */
const ownOf = (answer: ReceivingAnswer | null) => (answer && answer.form !== 'receiving' ? answer : null);

/** «Я подъехал» while the point is open. */
export function PickupSection({ page, answer }: PickupProps) {
  const isBusy = useNavigation().state !== 'idle';
  const own = ownOf(answer);
  const check = useFormCheck(arrivalForm, own, { prefix: 'arrive_', values: page.values });
  if (!isHere(page)) return null;
  return (
    <section className="sheet receiving__now" id="arrive">
      <h2>Вы уже у пункта?</h2>
      <FormError words={own?.error} />
      {page.arrived_text ? (
        <p role="status">Пункт знает, что вы ждёте с {page.arrived_text}. Сейчас вынесем заказ.</p>
      ) : (
        <Form {...check.form} method="post" className="receiving__arrive">
          <FormField of={check} name="car_plate" />
          <button type="submit" className="btn btn--line" name="intent" value="arrive" disabled={isBusy}>
            <Icon name="car" />Я подъехал
          </button>
        </Form>
      )}
    </section>
  );
}

/** Until when the goods are kept, and the button that makes it longer. */
export function StorageTerm({ page, answer }: PickupProps) {
  const isBusy = useNavigation().state !== 'idle';
  if (!page.kept_text) return null;
  return (
    <>
      <p className="b num">Храним до {page.kept_text}</p>
      {isHere(page) ? null : <FormError words={ownOf(answer)?.error} />}
      {page.prolong_words && page.rights.people ? (
        <Form method="post">
          <button type="submit" className="btn btn--line btn--sm" name="intent" value="prolong" disabled={isBusy}>
            <Icon name="calendar-clock" size="s" />
            Продлить {page.prolong_words}
          </button>
        </Form>
      ) : null}
    </>
  );
}
