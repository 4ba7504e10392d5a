import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Note } from '#web/ui/note.tsx';
import { AddressFields } from './address-fields.tsx';
import { CarryingChoice } from './carrying.tsx';
import type { PartProps } from './change-receiving.tsx';
import type { ReceivingPage } from './read-receiving-page.ts';
import { ReceivingWays } from './receiving-ways.tsx';

/** Pickup at one of the points, or delivery with its price as far as it is known. */
export function Place({ page, check, lookAgain }: PartProps & { lookAgain: () => void }) {
  const { values, rights } = page;
  if (!rights.place) {
    return (
      <>
        <input type="hidden" name="type" value={values.type} />
        <input type="hidden" name="point" value={values.point} />
        <input type="hidden" name="place" value={values.place} />
        <input type="hidden" name="address" value={values.address} />
        <input type="hidden" name="carrying" value={values.carrying} />
        <input type="hidden" name="floor" value={values.floor} />
      </>
    );
  }
  return (
    <fieldset className="receiving__part receiving__where">
      <legend>Где</legend>
      <ReceivingWays name="type" chosen={values.type} />
      {page.is_total_fixed ? (
        <p className="small soft receiving__fixed">
          Заказ оплачен или оплачивается: изменить можно только то, от чего не зависит сумма.
        </p>
      ) : null}
      <div className="receiving__pickup">
        <Points page={page} />
        {check.errors.point ? <FieldError id="point-error">{check.errors.point}</FieldError> : null}
      </div>
      <div className="receiving__delivery">
        <AddressFields
          place={check.field('place')}
          address={check.field('address')}
          places={page.zone_places}
          saved={page.saved.addresses}
          onLeave={({ currentTarget: { name, value } }) => {
            if (value.trim() !== (name === 'place' ? values.place : values.address)) lookAgain();
          }}
        />
        <Quote page={page} />
        <CarryingChoice
          offers={page.carrying}
          chosen={values.carrying}
          floor={check.field('floor')}
          onFloor={({ currentTarget }) => {
            if (currentTarget.value.trim() !== values.floor) lookAgain();
          }}
        />
      </div>
    </fieldset>
  );
}

/** So many points are read at once; the others unfold, so that a phone is not filled by them. */
const pointsAtOnce = 3;

/** The chosen one stands first. */
function Points({ page: { points, values } }: { page: ReceivingPage }) {
  // As it was opened: a row does not leave the finger that chose it.
  const [first] = useState(values.point || points[0]?.id_1c);
  const ordered = points.toSorted((a, b) => Number(b.id_1c === first) - Number(a.id_1c === first));
  const others = points.length > pointsAtOnce + 1 ? ordered.slice(pointsAtOnce) : [];
  const row = (point: ReceivingPage['points'][number]) => (
    <OptionRow
      key={point.id_1c}
      name="point"
      value={point.id_1c}
      defaultChecked={point.id_1c === (values.point || points[0]?.id_1c)}
      title={point.address}
      terms={point.open_words}
    />
  );
  return (
    <>
      <div className="opts">{ordered.slice(0, ordered.length - others.length).map(row)}</div>
      {others.length > 0 ? (
        <details className="receiving__more">
          <summary className="link">Ещё {countOf(others.length, 'пункт', 'пункта', 'пунктов')}</summary>
          <div className="opts">{others.map(row)}</div>
        </details>
      ) : null}
      <p className="small soft">Самовывоз бесплатный</p>
    </>
  );
}

function Quote({ page }: { page: ReceivingPage }) {
  const { quote } = page;
  if (!quote) return null;
  return (
    <Note kind={quote.price === null ? 'info' : 'ok'} icon="truck" className="order__note" role="status">
      <span className="num">
        {quote.zone_name === null
          ? 'Адрес вне наших зон: стоимость и день доставки уточнит оператор.'
          : quote.price === null
            ? `${quote.zone_name}: стоимость для такого груза уточнит оператор.`
            : `${quote.zone_name}: ${formatPrice(quote.price)}${quote.vehicle ? `, ${quote.vehicle}` : ''}.`}
        {page.new_total === page.total ? '' : ` Итого станет ${formatPrice(page.new_total)}.`}
      </span>
    </Note>
  );
}
