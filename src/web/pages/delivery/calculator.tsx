import { useState } from 'react';
import { useFetcher } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { cartUrl, deliveryUrl } from '#shared/urls.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useVisitorLists } from '#web/parts/visitor/visitor-lists.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { SuggestField } from '#web/ui/suggest-field.tsx';
import type { QuoteAnswer } from './quote.ts';
import { quoteForm } from './quote-form.ts';
import type { DeliveryPage } from './read-delivery-page.ts';

type CalculatorProps = {
  /** Localities of the branch's zones, for the list. */
  places: string[];
  city: string;
  /** What the branch does with delivered goods; empty: nothing of it is asked. */
  carrying: DeliveryPage['carrying'];
  phone: string | null;
  /** The answer to a form sent without JavaScript. */
  answered: QuoteAnswer | null;
};

/** Price by address and weight, asked of the server: a real form, answered in place where a script runs. */
export function Calculator({ places, city, carrying, phone, answered }: CalculatorProps) {
  const fetcher = useFetcher<QuoteAnswer>({ key: 'delivery-quote' });
  const answer = fetcher.data ?? answered;
  const isBusy = fetcher.state !== 'idle';
  const check = useFormCheck(quoteForm, answer, { prefix: 'delivery-' });
  const { cart } = useVisitorLists();
  const [picked, setPicked] = useState(answered?.values?.load ?? null);
  /** Until one says otherwise, a filled cart is what is carried. */
  const hasCart = Object.keys(cart).length > 0;
  const load = picked ?? (hasCart ? 'cart' : 'weight');
  const isUnknown = answer?.result?.reason === 'place';
  return (
    <section className="panel delivery__calc" id="calc" aria-labelledby="calc-title">
      <h2 id="calc-title" className="h3">
        Когда и за сколько привезём к вам
      </h2>
      <fetcher.Form {...check.form} method="post" action={deliveryUrl()} className="delivery__form">
        <FormError words={answer?.error} />
        {hasCart || load === 'cart' ? <Load load={load} onPick={setPicked} /> : null}
        <SuggestField
          {...check.field('address')}
          suggestions={places.map((place) => ({ value: place }))}
          placeholder={`${city}, ул. Мира, 10`}
        />
        {isUnknown ? (
          <SelectField {...check.field('place')}>
            <option value="">Не выбрано</option>
            {places.map((place) => (
              <option key={place}>{place}</option>
            ))}
          </SelectField>
        ) : null}
        <Field {...check.field('weight')} required={load !== 'cart'} className="delivery__weight" inputMode="decimal" />
        {carrying.length > 0 ? (
          <>
            <SelectField {...check.field('carrying')}>
              <option value="">Не нужны</option>
              {carrying.map(({ kind, title }) => (
                <option key={kind} value={kind}>
                  {title}
                </option>
              ))}
            </SelectField>
            <Field {...check.field('floor')} className="delivery__floor" inputMode="numeric" />
          </>
        ) : null}
        <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
          {isBusy ? <span className="spin" aria-hidden="true" /> : null}
          Рассчитать
        </button>
      </fetcher.Form>
      <div className="delivery__result" role="status">
        {answer?.result ? <Result result={answer.result} phone={phone} /> : null}
      </div>
    </section>
  );
}

/** Whoever has nothing in the cart is not asked whether it is what is carried. */
function Load({ load, onPick }: { load: string; onPick: (load: string) => void }) {
  return (
    <fieldset className="delivery__load">
      <legend className="field__label">Что везём</legend>
      <label className="tick">
        <input
          type="radio"
          name="load"
          value="weight"
          className="tick__box tick__box--radio"
          checked={load !== 'cart'}
          onChange={() => onPick('weight')}
        />
        <span>Укажу вес</span>
      </label>
      <label className="tick">
        <input
          type="radio"
          name="load"
          value="cart"
          className="tick__box tick__box--radio"
          checked={load === 'cart'}
          onChange={() => onPick('cart')}
        />
        <span>Моя корзина</span>
      </label>
      <Link to={cartUrl()}>Открыть корзину</Link>
    </fieldset>
  );
}

const reasons = {
  place: 'Этого адреса нет в зонах филиала.',
  weight_unknown: 'Вес части товаров в корзине не указан.',
  too_heavy: 'Груз тяжелее, чем берёт самая большая машина зоны.',
} as const;

function Result({ result, phone }: { result: NonNullable<QuoteAnswer['result']>; phone: string | null }) {
  const { price, reason, zone, vehicle, carrying, nearest, weight_kg } = result;
  if (price === null) {
    return (
      <Note kind="warn">
        {reason ? `${reasons[reason]} ` : ''}Стоимость <b>уточнит оператор</b>: заказ примем и так, или{' '}
        <FormLink code="delivery" className="link">
          оставьте заявку
        </FormLink>
        {phone ? ` и позвоните: ${phone}` : ''}.
      </Note>
    );
  }
  return (
    <div className="delivery__price">
      <p>
        <b className="delivery__sum num">{formatPrice(price)}</b>
        <span className="soft small"> {zone}</span>
      </p>
      <ul className="delivery__facts">
        {nearest ? (
          <li>
            <Icon name="calendar-clock" size="s" />
            <span>
              Ближайший день: <b className="b">{nearest.toLowerCase()}</b>
            </span>
          </li>
        ) : null}
        <li>
          <Icon name="truck" size="s" />
          {vehicle}
          {weight_kg === null ? '' : `, груз ${weight_kg} кг`}
        </li>
        {carrying ? (
          <li>
            <Icon name="layers" size="s" />
            <span className="num">
              {carrying.words}: {formatPrice(carrying.price)}, вместе с доставкой {formatPrice(price + carrying.price)}
            </span>
          </li>
        ) : null}
      </ul>
      <p className="small soft">В заказе будет та же цена: корзина считает по тем же зонам.</p>
    </div>
  );
}
