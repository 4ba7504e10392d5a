import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { daysWords } from '#shared/product-state.ts';
import { formatWeight } from '#shared/vehicle.ts';
import { ReceivingWays } from '#web/parts/order/receiving/receiving-ways.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { CartPage } from '../read-cart-page.ts';
import type { CartFormState } from '../use-cart-form.ts';
import { fillBeside } from './fill-beside.ts';
import { StepHead } from './step-head.tsx';

/** Step 1: where and when; the delivery's price as far as it is known. */
export function Receiving({ state }: { state: CartFormState }) {
  const { page, values, save, saveAfterPress, check } = state;
  return (
    <fieldset className="co">
      <legend className="sr">Получение</legend>
      <StepHead n={1} title="Получение" />
      <ReceivingWays
        name="receiving"
        chosen={values.receiving === 'delivery' ? 'delivery' : 'pickup'}
        onChange={() => save('look')}
      />
      <div className="only-pickup">
        <Points page={page} onChoose={() => save('look')} />
        <Days
          key={page.pickup_dates[0]?.date}
          legend="Когда приедете"
          name="pickup_date"
          dates={page.pickup_dates}
          chosen={values.pickup_date}
        />
        <Vehicle page={page} />
      </div>
      <div className="only-delivery">
        <div className="two">
          <Field {...check.field('place')} list="places" onBlur={saveAfterPress} />
          <Field
            {...check.field('address')}
            list="saved-addresses"
            onInput={({ currentTarget: { form, value } }) =>
              fillBeside(form, 'place', page.buyer?.addresses.find(({ address }) => address === value)?.place)
            }
            onBlur={saveAfterPress}
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
    </fieldset>
  );
}

/** So many points are read at once; the others unfold, so that a phone is not filled by them. */
const pointsAtOnce = 3;

function Points({ page, onChoose }: { page: CartPage; onChoose: () => void }) {
  const row = (point: CartPage['points'][number]) => (
    <OptionRow
      key={point.id_1c}
      name="point"
      value={point.id_1c}
      id={point.id_1c === page.point ? 'point' : undefined}
      defaultChecked={point.id_1c === page.point}
      onChange={onChoose}
      title={point.address}
      terms={point.terms}
      price="Бесплатно"
    />
  );
  const isFolded = page.points.length > pointsAtOnce + 1;
  const others = isFolded ? page.points.slice(pointsAtOnce) : [];
  return (
    <>
      <div className="opts">{page.points.slice(0, isFolded ? pointsAtOnce : undefined).map(row)}</div>
      {others.length > 0 ? (
        <details className="morepoints" open={others.some(({ id_1c }) => id_1c === page.point)}>
          <summary>Ещё {countOf(others.length, 'пункт', 'пункта', 'пунктов')}</summary>
          <div className="opts">{others.map(row)}</div>
        </details>
      ) : null}
    </>
  );
}

/** What to come with for a heavy order, by the tariff that delivery is priced with; delivery brings its own vehicle. */
function Vehicle({ page }: { page: CartPage }) {
  const { vehicle, weight_grams, is_weight_partial } = page;
  if (!vehicle) return null;
  return (
    <Note kind="warn" icon="weight" className="co__note">
      <span className="num">
        Вес {is_weight_partial ? 'от ' : ''}
        {formatWeight(weight_grams)}: {vehicle.words}
        {vehicle.delivery === null ? '' : `; ${vehicle.delivery}`}
      </span>
    </Note>
  );
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
                {daysToGo(zone.days_min, zone.days_max)}
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
        {quote.zone_name}: {formatPrice(quote.price)}, {daysToGo(quote.days_min ?? 0, quote.days_max ?? 0)}
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

/** «сегодня», «1 день», «1–2 дня». */
function daysToGo(from: number, to: number): string {
  return to === 0 ? 'сегодня' : daysWords([from, to]);
}

/** Zones keep localities in lower case. */
function titled(place: string): string {
  return place.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
