import type { ReactNode } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import { firstSlot } from '#web/parts/order/receiving/slot-choice.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { ByMoney } from '../by-money.tsx';
import { isPlacing } from '../cart-form.ts';
import type { CartPage } from '../read-cart-page.ts';
import { chosenWords, MinimumHint, PlaceButton } from '../summary.tsx';
import type { CartFormState } from '../use-cart-form.ts';
import { chosenMethod, confirmationTime, offeredMethods } from './payment.tsx';
import { StepHead } from './step-head.tsx';

/** Step 4: everything once more, consents and the button. */
export function Review({ state }: { state: CartFormState }) {
  const { page, values, answer } = state;
  return (
    <fieldset className="co">
      <legend className="sr">Проверка</legend>
      <StepHead n={4} title="Проверка" />
      <dl className="kv">
        <div>
          <dt>Получение</dt>
          <dd>{receivingWords(page, values)}</dd>
        </div>
        <div>
          <dt>Получатель</dt>
          <dd>
            <Recipient values={values} isEmailAsked={state.check.rules.email?.required === true} />
          </dd>
        </div>
        <div>
          <dt>Оплата</dt>
          <dd>{paymentMethodWords[chosenMethod(offeredMethods(page, values), values.payment)]}</dd>
        </div>
        <div>
          <dt>Товары</dt>
          <dd className="num">
            {chosenWords(page)}, {formatPrice(page.goods_sum - page.discount - (page.bonuses?.discount ?? 0))}
            {openWords(page)}
          </dd>
        </div>
      </dl>
      <SelectField
        name="replacement"
        label="Если чего-то не хватит"
        className="co__replacement"
        defaultValue={values.replacement || 'call'}
      >
        {Object.entries(replacementRuleWords).map(([rule, words]) => (
          <option key={rule} value={rule}>
            {words}
          </option>
        ))}
      </SelectField>
      <div className="co__consents">
        <ConsentFields of={state.check} purpose=" для этого заказа" />
      </div>
      {answer?.error && isPlacing(answer.verb) ? (
        <Note kind="err" role="alert" className="co__note">
          {answer.error.message}
        </Note>
      ) : null}
      {page.confirmation ? (
        <Note kind={page.confirmation.is_large ? 'warn' : 'info'} icon="mail" className="co__note">
          {confirmationWords(page.confirmation, page.payment_methods.includes('online'))}
        </Note>
      ) : null}
      {page.limit_words === null ? null : (
        <Note kind="warn" className="co__note">
          {unbroken(`${page.limit_words} Заказ уйдёт на согласование владельцу организации.`)}
        </Note>
      )}
      <PlaceButton state={state} id="place-order" className="co__place" />
      <MinimumHint page={page} />
      <p className="tiny soft co__fine">
        Цены и остатки проверим ещё раз. Если что-то изменится, сначала покажем разницу.
      </p>
    </fieldset>
  );
}

/** Said before ordering: a guest's order has to be confirmed, and how soon. */
function confirmationWords(
  { minutes, is_large }: NonNullable<CartPage['confirmation']>,
  isOnlineTaken: boolean,
): string {
  const what = is_large ? 'Это большой заказ: подтвердите его' : 'Подтвердите заказ';
  const online = isOnlineTaken ? ' При оплате онлайн подтверждать не нужно.' : '';
  return `${what} по ссылке из письма в течение ${confirmationTime(minutes)}, иначе он отменится.${online}`;
}

/** What was typed so far; the way to the fields where nothing was. */
function Recipient({ values, isEmailAsked }: { values: CartFormState['values']; isEmailAsked: boolean }) {
  const { name, phone, recipient_name, recipient_phone } = values;
  const [who, number] = values.is_other_recipient && recipient_name ? [recipient_name, recipient_phone] : [name, phone];
  if (who || number) {
    return (
      <>
        {who && number ? `${who}, ` : who}
        {number ? <span className="nowrap">{formatPhone(number)}</span> : null}
      </>
    );
  }
  return (
    <a className="link" href="#name">
      {isEmailAsked ? 'Укажите имя, телефон и почту' : 'Укажите имя и телефон'}
    </a>
  );
}

/** What of the ticked lines is not ordered: «. Не хватает: «Ламинат» — 9 упаковок, останется в корзине». */
function openWords({ lines }: CartPage): string {
  const open = lines.flatMap(({ is_chosen, rest, name, shown_unit }) =>
    is_chosen && rest ? [`«${name}» — ${shownAmount(rest.count, shown_unit)}`] : [],
  );
  return open.length > 0 ? `. Останется в корзине, потому что не хватает: ${open.join(', ')}` : '';
}

function receivingWords(page: CartPage, values: CartFormState['values']): ReactNode {
  if (values.receiving === 'delivery') {
    const day = page.delivery.dates.find(({ date }) => date === values.delivery_date) ?? page.delivery.dates[0];
    const where = [values.place, values.address].filter(Boolean).join(', ');
    const slot = firstSlot(page.delivery.slots, values.delivery_slot)?.words;
    const carried = page.carrying.chosen && lowerFirst(page.carrying.chosen.words);
    return ['Доставка', where, day && lowerFirst(day.words), slot, carried].filter(Boolean).join(', ');
  }
  const point = page.points.find(({ id_1c }) => id_1c === (values.point || page.point));
  const day = page.pickup_dates.find(({ date }) => date === values.pickup_date) ?? page.pickup_dates[0];
  const any = page.pickup_slots.length > 0 ? 'любое время' : undefined;
  const slot = page.pickup_slots.find(({ value }) => value === values.pickup_slot)?.words ?? any;
  const listed = (...when: (string | undefined)[]) =>
    unbroken(['Самовывоз', point?.address, ...when].filter(Boolean).join(', '));
  return <ByMoney soon={listed(day && lowerFirst(day.words), slot)} paid={listed('после оплаты')} />;
}
