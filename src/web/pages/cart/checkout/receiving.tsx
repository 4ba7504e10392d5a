import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { distanceWords } from '#shared/distance.ts';
import { localityName } from '#shared/locality-name.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { daysWords } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import type { Distances } from '#web/parts/maps/near-me.tsx';
import { AddressFields } from '#web/parts/order/receiving/address-fields.tsx';
import { CarryingChoice } from '#web/parts/order/receiving/carrying.tsx';
import { ReceivingWays } from '#web/parts/order/receiving/receiving-ways.tsx';
import { SlotChips } from '#web/parts/order/receiving/slot-chips.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Note } from '#web/ui/note.tsx';
import { ByMoney } from '../by-money.tsx';
import type { CartPage } from '../read-cart-page.ts';
import type { CartFormState } from '../use-cart-form.ts';
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
        <div className="if-soon">
          <Days
            key={page.pickup_dates.map(({ date }) => date).join()}
            legend="Когда приедете"
            name="pickup_date"
            dates={page.pickup_dates}
            chosen={values.pickup_date}
            error={check.errors.pickup_date ?? null}
            onChoose={page.has_pickup_hours ? () => save('look') : undefined}
          />
          <SlotChips
            key={page.pickup_slots.map(({ value }) => value).join()}
            legend="Во сколько"
            name="pickup_slot"
            slots={page.pickup_slots}
            chosen={values.pickup_slot}
            any="Любое время"
            error={check.errors.pickup_slot ?? null}
          />
          {page.pickup_ready ? (
            <p className="small soft co__points">
              Соберём к <span className="num">{page.pickup_ready}</span>, раньше заказ ещё не выдадут
            </p>
          ) : null}
        </div>
        <p className="small if-paid co__note">
          {unbroken('День и время приезда выберете на странице заказа, когда поступит оплата.')}
        </p>
        <Vehicle page={page} />
      </div>
      <div className="only-delivery">
        <AddressFields
          place={check.field('place')}
          address={check.field('address')}
          places={page.delivery.zones.flatMap((zone) => zone.places.map(localityName))}
          saved={page.buyer?.addresses}
          onLeave={saveAfterPress}
        />
        <DeliveryTerms page={page} isPending={state.isPending} />
        <Days
          key={page.delivery.dates.map(({ date }) => date).join()}
          legend="Когда привезти"
          name="delivery_date"
          dates={page.delivery.dates}
          chosen={values.delivery_date}
          error={check.errors.delivery_date ?? null}
          onChoose={page.delivery.slots.length > 0 ? () => save('look') : undefined}
        />
        <p className="small soft if-paid">{unbroken('Привезём в этот день, если деньги поступят до него.')}</p>
        <SlotChips
          key={page.delivery.slots.map(({ value, is_full }) => `${value} ${is_full}`).join()}
          legend="Во сколько"
          name="delivery_slot"
          slots={page.delivery.slots}
          chosen={values.delivery_slot}
          error={check.errors.delivery_slot ?? null}
        />
        <CarryingChoice
          offers={page.carrying.offers}
          chosen={values.carrying}
          floor={check.field('floor')}
          onChoose={() => save('look')}
          onFloor={saveAfterPress}
        />
      </div>
    </fieldset>
  );
}

const PointsFinder = deferred(() => import('#web/parts/maps/points-finder.tsx').then((loaded) => loaded.PointsFinder));

/** So many points are read at once; the others unfold, so that a phone is not filled by them. */
const pointsAtOnce = 3;

function Points({ page, onChoose }: { page: CartPage; onChoose: () => void }) {
  const [distances, setDistances] = useState<Distances | null>(null);
  const [isMapped, setMapped] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const words = JSON.stringify(page.points.map(({ id_1c, address, place }) => [id_1c, address, place]));
  // The same objects as long as the points are the same: the map is drawn once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the points by their words
  const marks = useMemo(() => page.points.flatMap(markOf), [words]);
  const [radioOf] = useState(
    () => (id: string) =>
      box.current?.querySelector<HTMLInputElement>(`[name="point"][value="${CSS.escape(id)}"]`) ?? null,
  );
  const [choose] = useState(() => (id: string) => {
    radioOf(id)?.click();
    radioOf(id)?.focus();
  });
  useTick(page.point, radioOf);
  const isKeptAlike = page.points.every(({ kept }) => kept === page.points[0]?.kept);
  const kept = (point: PointRow) => (isKeptAlike ? '' : `. Храним ${point.kept}`);
  const row = (point: PointRow) => (
    <OptionRow
      key={point.id_1c}
      name="point"
      value={point.id_1c}
      id={point.id_1c === page.point ? 'point' : undefined}
      defaultChecked={point.id_1c === page.point}
      onChange={onChoose}
      title={
        isMapped && !page.map_script && point.place ? (
          <>
            <span className="pmap__n num">{marks.findIndex(({ id }) => id === point.id_1c) + 1}</span> {point.address}
          </>
        ) : (
          point.address
        )
      }
      terms={
        <ByMoney
          soon={unbroken(termsOf(point, point.terms, distances) + kept(point))}
          paid={unbroken(termsOf(point, point.paid_terms, distances))}
        />
      }
    />
  );
  const isFolded = page.points.length > pointsAtOnce + 1;
  const points = nearestFirst(page.points, distances);
  const others = isFolded ? points.slice(pointsAtOnce) : [];
  return (
    <div ref={box}>
      {marks.length > 1 ? (
        <PointsFinder
          points={marks}
          script={page.map_script}
          onFound={setDistances}
          onMap={setMapped}
          onChoose={choose}
        />
      ) : null}
      <div className="opts">{points.slice(0, isFolded ? pointsAtOnce : undefined).map(row)}</div>
      {others.length > 0 ? (
        <details className="morepoints" open={others.some(({ id_1c }) => id_1c === page.point)}>
          <summary>Ещё {countOf(others.length, 'пункт', 'пункта', 'пунктов')}</summary>
          <div className="opts">{others.map(row)}</div>
        </details>
      ) : null}
      <p className="small soft co__points">
        Самовывоз бесплатный
        {isKeptAlike && page.points[0] ? <span className="if-soon">{`. Храним ${page.points[0].kept}`}</span> : null}
      </p>
    </div>
  );
}

/**
 * Ticks the point when an answer names another one: a button of the cart may have chosen it, and a radio that stands
 * already takes no new `defaultChecked`.
 */
function useTick(point: string, radioOf: (id: string) => HTMLInputElement | null): void {
  const known = useRef(point);
  useLayoutEffect(() => {
    if (known.current === point) return;
    known.current = point;
    const radio = radioOf(point);
    if (radio) radio.checked = true;
  }, [point, radioOf]);
}

type PointRow = CartPage['points'][number];

function markOf({ id_1c: id, address: name, place }: PointRow) {
  return place ? [{ id, name, ...place, href: `#point-${id}` }] : [];
}

function termsOf({ id_1c }: PointRow, terms: string, distances: Distances | null): string {
  const metres = distances?.get(id_1c);
  return metres === undefined ? terms : `${distanceWords(metres)} от\u00a0вас. ${terms}`;
}

function nearestFirst(points: PointRow[], distances: Distances | null): PointRow[] {
  if (!distances) return points;
  const far = ({ id_1c }: PointRow) => distances.get(id_1c) ?? Number.MAX_VALUE;
  return points.toSorted((a, b) => far(a) - far(b));
}

/** What to come with for a heavy order, by the tariff that delivery is priced with; delivery brings its own vehicle. */
function Vehicle({ page }: { page: CartPage }) {
  const { vehicle, weight_grams, is_weight_partial } = page;
  if (!vehicle) return null;
  return (
    <p className="small soft co__note num">
      Вес {is_weight_partial ? 'от ' : ''}
      {unbroken(`${formatWeight(weight_grams)}: ${vehicle.words}`)}
      {vehicle.delivery === null ? '' : unbroken(`; ${vehicle.delivery}`)}
    </p>
  );
}

/** Price and days of the zone, or why they are not known yet. */
function DeliveryTerms({ page, isPending }: { page: CartPage; isPending: boolean }) {
  const {
    quote,
    zones,
    dates: [first],
  } = page.delivery;
  if (!quote) {
    return (
      <div className="zones">
        <p className="small soft">Укажите населённый пункт, и мы посчитаем доставку вашего груза.</p>
        {zones.length > 0 ? (
          <ul className="small">
            {zones.map((zone) => (
              <li key={zone.name}>
                {zone.name}: {zone.from_price === null ? 'уточнит оператор' : `от ${formatPrice(zone.from_price)}`},{' '}
                {usualTerm(zone.days_min, zone.days_max)}
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
        {quote.zone_name}: {formatPrice(quote.price)}
        {quote.vehicle ? `, ${quote.vehicle}` : ''}
        {roomWords(quote.room_grams)}
        {first ? unbroken(`. Ближайший день: ${lowerFirst(first.words)}`) : ''}
      </span>
    </Note>
  );
}

/** How much more may be ordered before a dearer rate; whole kilograms, so that no gram too many is promised. */
function roomWords(room_grams: number | null): string {
  const whole = Math.floor((room_grams ?? 0) / 1000) * 1000;
  return whole > 0 ? unbroken(`. За эту цену привезём ещё до ${formatWeight(whole)}`) : '';
}

function Days({
  legend,
  name,
  dates,
  chosen,
  error,
  onChoose,
}: {
  legend: string;
  name: string;
  dates: { date: string; words: string }[];
  chosen?: string | undefined;
  error: string | null;
  /** Another day has other hours, which the server names. */
  onChoose?: (() => void) | undefined;
}) {
  if (dates.length === 0) return null;
  const first = dates.some(({ date }) => date === chosen) ? chosen : dates[0]?.date;
  return (
    <fieldset className="days">
      <legend className="small b">{legend}</legend>
      <div className="slots" id={name} tabIndex={-1}>
        {dates.map(({ date, words }) => (
          <label className="chip" key={date}>
            <input
              type="radio"
              className="cover"
              name={name}
              value={date}
              defaultChecked={date === first}
              onChange={onChoose}
            />
            {words}
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
      {onChoose ? (
        <noscript>
          <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="update">
            Показать время
          </button>
        </noscript>
      ) : null}
    </fieldset>
  );
}

/** By the tariff, which knows neither closed days nor taken hours: «обычно в тот же день», «обычно за 1–2 дня». */
function usualTerm(from: number, to: number): string {
  return unbroken(to === 0 ? 'обычно в тот же день' : `обычно за ${daysWords([from, to])}`);
}
