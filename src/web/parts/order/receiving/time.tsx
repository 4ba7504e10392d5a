import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { FieldError } from '#web/ui/field-error.tsx';
import type { PartProps } from './change-receiving.tsx';

/** So many days are read at once; the others unfold. */
const daysAtOnce = 5;

/** The day and the hours that the place has. */
export function Time({ page, check: { errors }, isLooking }: PartProps & { isLooking: boolean }) {
  const { values, rights, days, slots } = page;
  if (!rights.time) {
    return (
      <>
        <input type="hidden" name="date" value={values.date} />
        <input type="hidden" name="slot" value={values.slot} />
      </>
    );
  }
  const isOffered = values.date === '' || days.some(({ date }) => date === values.date);
  const hours = days.find(({ date }) => date === values.date)?.hours;
  const later = days.length > daysAtOnce + 2 ? days.slice(daysAtOnce) : [];
  const chip = ({ date, words }: (typeof days)[number]) => (
    <DayChip key={date} date={date} words={words} isOn={date === values.date} />
  );
  return (
    <fieldset className="receiving__part" aria-busy={isLooking}>
      <legend>{page.kept_day ? 'Когда заберёте' : 'Когда'}</legend>
      {days.length === 0 ? (
        <p className="soft">
          {values.type === 'delivery'
            ? values.address === ''
              ? 'Укажите адрес, и мы назовём дни доставки.'
              : 'День доставки по этому адресу согласует оператор.'
            : 'Пункт в ближайшие дни закрыт.'}
        </p>
      ) : (
        <>
          <div className="slots days">
            <DayChip date="" words="Любой день" isOn={values.date === '' || !isOffered} />
            {days.slice(0, days.length - later.length).map(chip)}
          </div>
          {later.length > 0 ? (
            <details className="receiving__more" open={later.some(({ date }) => date === values.date) || undefined}>
              <summary className="link">Ещё {countOf(later.length, 'день', 'дня', 'дней')}</summary>
              <div className="slots days">{later.map(chip)}</div>
            </details>
          ) : null}
        </>
      )}
      {hours ? <p className="small soft num">Пункт работает {unbroken(hours)}</p> : null}
      {isOffered ? null : <p className="small soft">Выбранный раньше день уже не подходит.</p>}
      {errors.date ? <FieldError id="date-error">{errors.date}</FieldError> : null}
      {slots.length > 0 ? (
        <div className="field receiving__slot">
          <label className="field__label" htmlFor="slot">
            Время
          </label>
          <select
            key={values.date}
            id="slot"
            name="slot"
            className="input"
            defaultValue={values.slot}
            aria-describedby={errors.slot ? 'slot-error' : undefined}
          >
            <option value="">Любое</option>
            {slots.map(({ value, words, is_full }) => (
              <option key={value} value={value} disabled={is_full}>
                {is_full ? `${words}, мест нет` : words}
              </option>
            ))}
          </select>
          {errors.slot ? <FieldError id="slot-error">{errors.slot}</FieldError> : null}
        </div>
      ) : null}
      <noscript>
        <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="look">
          Показать дни и время
        </button>
      </noscript>
    </fieldset>
  );
}

function DayChip({ date, words, isOn }: { date: string; words: string; isOn: boolean }) {
  return (
    <label className="chip">
      <input type="radio" className="cover" name="date" value={date} defaultChecked={isOn} />
      {words}
    </label>
  );
}
