import { Link } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { type PaymentMethod, paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { plural } from '#shared/plurals.ts';
import { companyUrl, infoUrl } from '#shared/urls.ts';
import { formatWeight, vehicleFor } from '#shared/vehicle.ts';
import { OptionRow, Tick } from '#web/ui/choice.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { isPlacing } from './cart-form.ts';
import { type CheckoutField, checkoutFields, checkoutRules } from './checkout-form.ts';
import type { CartPage } from './read-cart-page.ts';
import { MinimumHint, PlaceButton } from './summary.tsx';
import type { CartFormState } from './use-cart-form.ts';

/** Four steps in one column; nothing here needs an account, and what does not apply is hidden by the sheet, with or without a script. */
export function Checkout({ state }: { state: CartFormState }) {
  const { buyer } = state.page;
  if (buyer?.company && !buyer.company.may_order) return <NotForAccountants company={buyer.company} />;
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      {buyer ? null : <p className="soft checkout__lead">Без регистрации: хватит имени, телефона и почты.</p>}
      <ErrorSummary state={state} />
      <Receiving state={state} />
      <Recipient state={state} />
      <Payment state={state} />
      <Review state={state} />
    </section>
  );
}

/** A bookkeeper pays and reads; the cart itself may be prepared for a colleague. */
function NotForAccountants({ company }: { company: { name: string } }) {
  return (
    <section id="checkout" className="checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">Оформление</h2>
      <Note kind="warn">
        В организации «{company.name}» вы бухгалтер: заказы оформляют владелец и закупщики.{' '}
        <Link className="link" to={companyUrl()}>
          Купить за себя или для другой организации
        </Link>
      </Note>
    </section>
  );
}

/** Every broken field as a link to it, above the steps (pages §0.8). */
function ErrorSummary({ state }: { state: CartFormState }) {
  const { errors, values, isSummarised } = state;
  const rules = checkoutRules(values);
  const broken = checkoutFields.flatMap((name) => (errors[name] ? [[name, errors[name]] as const] : []));
  if (broken.length === 0 || !isSummarised) return null;
  return (
    <div className="errsum" role="alert">
      <b className="b">
        Проверьте {broken.length} {plural(broken.length, 'поле', 'поля', 'полей')}
      </b>
      <ul>
        {broken.map(([name, message]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={() => document.getElementById(name)?.focus()}>
              {rules[name]?.label ?? 'Заказ'}: {lowerFirst(message)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Receiving({ state }: { state: CartFormState }) {
  const { page, values, errors, save, saveAfterPress, check } = state;
  const isDelivery = values.receiving === 'delivery';
  const vehicle = vehicleFor(page.weight_grams);
  return (
    <fieldset className="co">
      <legend className="sr">Получение</legend>
      <StepHead n={1} title="Получение" />
      <div className="seg">
        {(['pickup', 'delivery'] as const).map((way) => (
          <label key={way}>
            <input
              type="radio"
              className="cover"
              name="receiving"
              value={way}
              defaultChecked={(way === 'delivery') === isDelivery}
              onChange={() => save('look')}
            />
            <Icon name={way === 'pickup' ? 'store' : 'truck'} />
            {way === 'pickup' ? 'Самовывоз' : 'Доставка'}
          </label>
        ))}
      </div>
      <div className="only-pickup">
        <div className="opts">
          {page.points.map((point) => (
            <OptionRow
              key={point.id_1c}
              name="point"
              value={point.id_1c}
              id={point.id_1c === page.point ? 'point' : undefined}
              defaultChecked={point.id_1c === page.point}
              onChange={() => save('look')}
              title={point.address}
              terms={point.terms}
              price="Бесплатно"
            />
          ))}
        </div>
        <Days
          key={page.pickup_dates[0]?.date}
          legend="Когда приедете"
          name="pickup_date"
          dates={page.pickup_dates}
          chosen={values.pickup_date}
        />
      </div>
      <div className="only-delivery">
        <div className="two">
          <Field
            name="place"
            label="Населённый пункт"
            required
            defaultValue={values.place}
            autoComplete="address-level2"
            list="places"
            error={errors.place}
            onBlur={() => {
              check('place');
              saveAfterPress();
            }}
          />
          <Field
            name="address"
            label="Улица, дом, квартира"
            required
            defaultValue={values.address}
            autoComplete="address-line1"
            list="saved-addresses"
            error={errors.address}
            onInput={({ currentTarget: { form, value } }) =>
              fillBeside(form, 'place', page.buyer?.addresses.find(({ address }) => address === value)?.place)
            }
            onBlur={() => {
              check('address');
              saveAfterPress();
            }}
          />
        </div>
        <datalist id="places">
          {page.delivery.zones.flatMap((zone) =>
            zone.places.map((place) => <option key={place} value={titled(place)} />),
          )}
        </datalist>
        <datalist id="saved-addresses">
          {page.buyer?.addresses.map(({ place, address }) => (
            <option key={`${place} ${address}`} value={address} label={place} />
          ))}
        </datalist>
        <DeliveryTerms page={page} isPending={state.isPending} />
        <Days
          key={page.delivery.dates[0]?.date ?? ''}
          legend="Когда привезти"
          name="delivery_date"
          dates={page.delivery.dates}
          chosen={values.delivery_date}
        />
      </div>
      {vehicle ? (
        <Note kind="warn" icon="weight" className="co__note">
          <span className="num">
            Вес {page.is_weight_partial ? 'от ' : ''}
            {formatWeight(page.weight_grams)}: {vehicle}
          </span>
        </Note>
      ) : null}
    </fieldset>
  );
}

/** Whoever chooses what the profile keeps need not type the field beside it. */
function fillBeside(form: HTMLFormElement | null, name: CheckoutField, value: string | undefined) {
  const beside = form?.elements.namedItem(name);
  if (value && beside instanceof HTMLInputElement) beside.value = value;
}

/** Price and days of the zone, or why they are not known yet. */
function DeliveryTerms({ page, isPending }: { page: CartPage; isPending: boolean }) {
  const { quote, zones } = page.delivery;
  if (!quote) {
    return (
      <div className="zones">
        <p className="small soft">Укажите населённый пункт, и мы посчитаем доставку вашего груза.</p>
        {zones.length > 0 ? (
          <ul className="small">
            {zones.map((zone) => (
              <li key={zone.name}>
                {zone.name}: {zone.from_price === null ? 'уточнит оператор' : `от ${formatPrice(zone.from_price)}`},{' '}
                {daysWords(zone.days_min, zone.days_max)}
              </li>
            ))}
          </ul>
        ) : null}
        <noscript>
          <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="update">
            Рассчитать доставку
          </button>
        </noscript>
      </div>
    );
  }
  if (quote.price === null) {
    return (
      <Note kind="info" icon="truck" className="co__note" role="status">
        {quote.zone_name === null
          ? 'Адрес вне наших зон: стоимость и день доставки уточнит оператор.'
          : `${quote.zone_name}: стоимость для такого груза уточнит оператор.`}
      </Note>
    );
  }
  return (
    <Note kind="ok" icon="truck" className="co__note" role="status">
      <span className="num" aria-busy={isPending}>
        {quote.zone_name}: {formatPrice(quote.price)}, {daysWords(quote.days_min ?? 0, quote.days_max ?? 0)}
        {quote.vehicle ? `, ${quote.vehicle}` : ''}
      </span>
    </Note>
  );
}

function Days({
  legend,
  name,
  dates,
  chosen,
}: {
  legend: string;
  name: string;
  dates: { date: string; words: string }[];
  chosen?: string;
}) {
  if (dates.length === 0) return null;
  const first = dates.some(({ date }) => date === chosen) ? chosen : dates[0]?.date;
  return (
    <fieldset className="days">
      <legend className="small b">{legend}</legend>
      <div className="slots">
        {dates.map(({ date, words }) => (
          <label className="chip" key={date}>
            <input type="radio" className="cover" name={name} value={date} defaultChecked={date === first} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The order becomes the firm's: whom one buys for is chosen in the personal area. */
function Firm({ company }: { company: { name: string; inn: string } }) {
  return (
    <Note kind="info" icon="building-2" className="co__note">
      Покупатель: <b className="b">{company.name}</b>, <span className="num">ИНН {company.inn}</span>.{' '}
      <Link className="link" to={companyUrl()}>
        Сменить
      </Link>
      <input type="hidden" name="is_company" value="1" />
      <input type="hidden" name="company_name" value={company.name.slice(0, 200)} />
      <input type="hidden" name="company_inn" value={company.inn} />
    </Note>
  );
}

function Recipient({ state }: { state: CartFormState }) {
  const { values, errors, check } = state;
  const company = state.page.buyer?.company;
  const recipients = state.page.buyer?.recipients ?? [];
  const field = (name: CheckoutField) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    onBlur: () => check(name),
  });
  return (
    <fieldset className="co">
      <legend className="sr">Получатель</legend>
      <StepHead n={2} title="Получатель" />
      <div className="two">
        <Field {...field('name')} label="Имя и фамилия" required autoComplete="name" maxLength={120} />
        <PhoneField {...field('phone')} label="Телефон" required placeholder="+7 (___)-___-__-__" />
        <Field
          {...field('email')}
          label="E-mail для чека"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
        />
        <TextArea {...field('comment')} label="Комментарий" placeholder="Например, позвоните за час" maxLength={1000} />
      </div>
      <div className="co__ticks">
        <Tick name="is_other_recipient" value="1" defaultChecked={Boolean(values.is_other_recipient)}>
          Получит другой человек
        </Tick>
        <div className="two only-other">
          <Field
            {...field('recipient_name')}
            label="Имя получателя"
            required
            autoComplete="off"
            maxLength={120}
            list="saved-recipients"
            onInput={({ currentTarget: { form, value } }) =>
              fillBeside(form, 'recipient_phone', recipients.find(({ name }) => name === value)?.phone)
            }
          />
          <datalist id="saved-recipients">
            {recipients.map(({ name, phone }) => (
              <option key={`${name} ${phone}`} value={name} label={phone} />
            ))}
          </datalist>
          <PhoneField {...field('recipient_phone')} label="Телефон получателя" required autoComplete="off" />
        </div>
        {company ? (
          <Firm company={company} />
        ) : (
          <>
            <Tick name="is_company" value="1" defaultChecked={Boolean(values.is_company)}>
              Покупаю как организация — укажу ИНН
            </Tick>
            <div className="two only-company">
              <Field
                {...field('company_name')}
                label="Название организации"
                required
                autoComplete="organization"
                maxLength={200}
              />
              <Field
                {...field('company_inn')}
                label="ИНН"
                required
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
              />
            </div>
          </>
        )}
      </div>
    </fieldset>
  );
}

const paymentTerms: Record<PaymentMethod, string> = {
  online: 'Картой или по СБП сразу после заказа',
  on_receipt: 'Картой или наличными, когда получите заказ',
  invoice: 'Нужен ИНН, резерв 3 рабочих дня',
  credit: 'Условия назовёт банк, заявка после заказа',
};

function Payment({ state }: { state: CartFormState }) {
  const { values, page } = state;
  const chosen = page.payment_methods.find((method) => method === values.payment) ?? 'on_receipt';
  return (
    <fieldset className="co">
      <legend className="sr">Оплата</legend>
      <StepHead n={3} title="Оплата" />
      <div className="opts">
        {page.payment_methods.map((method, index) => (
          <OptionRow
            key={method}
            id={index === 0 ? 'payment' : undefined}
            name="payment"
            value={method}
            defaultChecked={chosen === method}
            title={paymentMethodWords[method]}
            terms={paymentTerms[method]}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Review({ state }: { state: CartFormState }) {
  const { page, values, errors, answer, check } = state;
  return (
    <fieldset className="co">
      <legend className="sr">Проверка</legend>
      <StepHead n={4} title="Проверка" />
      <dl className="kv">
        <div>
          <dt>Получение</dt>
          <dd>{receivingWords(page, values)}</dd>
        </div>
        {values.name ? (
          <div>
            <dt>Получатель</dt>
            <dd>{values.is_other_recipient && values.recipient_name ? values.recipient_name : values.name}</dd>
          </div>
        ) : null}
        <div>
          <dt>Оплата</dt>
          <dd>
            {paymentMethodWords[page.payment_methods.find((method) => method === values.payment) ?? 'on_receipt']}
          </dd>
        </div>
        <div>
          <dt>
            <label htmlFor="replacement">Если чего-то не окажется</label>
          </dt>
          <dd>
            <select id="replacement" name="replacement" className="input" defaultValue={values.replacement ?? 'call'}>
              {Object.entries(replacementRuleWords).map(([rule, words]) => (
                <option key={rule} value={rule}>
                  {words}
                </option>
              ))}
            </select>
          </dd>
        </div>
      </dl>
      <div className="co__consents">
        <Tick
          name="consent_personal_data"
          value="1"
          required
          defaultChecked={Boolean(values.consent_personal_data)}
          error={errors.consent_personal_data}
          onChange={() => check('consent_personal_data')}
        >
          Согласен на{' '}
          <Link className="link" to={infoUrl('consent-personal-data')} target="_blank">
            обработку персональных данных
          </Link>{' '}
          для этого заказа <span className="req">*</span>
        </Tick>
        <Tick name="consent_advertising" value="1" defaultChecked={Boolean(values.consent_advertising)}>
          Хочу получать{' '}
          <Link className="link" to={infoUrl('consent-advertising')} target="_blank">
            рекламные сообщения
          </Link>{' '}
          о скидках
        </Tick>
      </div>
      {answer?.error && isPlacing(answer.verb) ? (
        <Note kind="err" role="alert" className="co__note">
          {answer.error.message}
        </Note>
      ) : null}
      <PlaceButton state={state} id="place-order" className="co__place" />
      <MinimumHint page={page} />
      <p className="tiny soft co__fine">
        Цены и остатки проверим ещё раз. Если что-то изменится, сначала покажем разницу.
      </p>
    </fieldset>
  );
}

function StepHead({ n, title }: { n: number; title: string }) {
  return (
    <div className="co__h">
      <span className="co__n" aria-hidden="true">
        {n}
      </span>
      <h3 className="co__title">{title}</h3>
    </div>
  );
}

function receivingWords(page: CartPage, values: CartFormState['values']): string {
  if (values.receiving === 'delivery') {
    const day = page.delivery.dates.find(({ date }) => date === values.delivery_date) ?? page.delivery.dates[0];
    const where = [values.place, values.address].filter(Boolean).join(', ');
    return ['Доставка', where, day && lowerFirst(day.words)].filter(Boolean).join(', ');
  }
  const point = page.points.find(({ id_1c }) => id_1c === (values.point ?? page.point));
  const day = page.pickup_dates.find(({ date }) => date === values.pickup_date) ?? page.pickup_dates[0];
  return ['Самовывоз', point?.address, day && lowerFirst(day.words)].filter(Boolean).join(', ');
}

/** «сегодня», «1 день», «1–2 дня». */
function daysWords(from: number, to: number): string {
  if (to === 0) return 'сегодня';
  const days = plural(to, 'день', 'дня', 'дней');
  return from === to ? `${to} ${days}` : `${from}–${to} ${days}`;
}

/** Words after a colon begin small, abbreviations stay. */
function lowerFirst(text: string): string {
  if (/^\p{Lu}{2}/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Zones keep localities in lower case. */
function titled(place: string): string {
  return place.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
