import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import { holidaysFrom } from '#shared/holidays.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import type { BranchForm } from './branch-page.tsx';
import { clockOf, type Hour, type HourException, minuteOf, weekdayWords } from './branch-words.ts';

const dayNames = ['', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'];

/** Hours of the week and days that differ, by the clock of the branch. */
export function HoursFields({ form }: { form: BranchForm }) {
  const { fields, set, errors } = form;
  const hours = (fields.hours ?? []) as Hour[];
  const error = Object.entries(errors).find(([name]) => name === 'hours' || name.startsWith('hours.'))?.[1];
  function setDay(weekday: number, change: Partial<Hour> | null) {
    const day = hours.find((hour) => hour.weekday === weekday) ?? { weekday, opens_minute: 540, closes_minute: 1080 };
    const rest = hours.filter((hour) => hour.weekday !== weekday);
    const next = change ? [...rest, { ...day, ...change }] : rest;
    set(
      'hours',
      next.sort((a, b) => a.weekday - b.weekday),
    );
  }
  return (
    <>
      <section className="panel" aria-labelledby="week">
        <div className="panel-head">
          <h2 id="week">Часы работы</h2>
        </div>
        <ul className="week">
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => {
            const day = hours.find((hour) => hour.weekday === weekday);
            return (
              <li key={weekday}>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={day !== undefined}
                    aria-label={`Открыто: ${dayNames[weekday]}`}
                    onChange={({ target }) => setDay(weekday, target.checked ? {} : null)}
                  />
                  {weekdayWords[weekday]}
                </label>
                {day ? (
                  <Span
                    about={dayNames[weekday] ?? ''}
                    opens={day.opens_minute}
                    closes={day.closes_minute}
                    onChange={(opens_minute, closes_minute) => setDay(weekday, { opens_minute, closes_minute })}
                  />
                ) : (
                  <span className="soft">закрыто</span>
                )}
                <span className="week-bar" aria-hidden="true">
                  {day ? (
                    <i
                      style={{
                        left: `${day.opens_minute / 14.4}%`,
                        width: `${Math.max(0, day.closes_minute - day.opens_minute) / 14.4}%`,
                      }}
                    />
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
        {error ? <p className="field-error branch-note">{error}</p> : null}
        <div className="branch-fields">
          <Field
            label="Часы словами"
            hint="Строки через точку с запятой, как их прочитает покупатель"
            error={errors.work_time}
          >
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                value={String(fields.work_time ?? '')}
                onChange={({ target }) => set('work_time', target.value)}
              />
            )}
          </Field>
        </div>
      </section>
      <Exceptions form={form} />
      <PickupSlots form={form} />
    </>
  );
}

/** When buyers may say they come: parts of the working day, and how many orders each takes. */
function PickupSlots({ form: { fields, set, errors } }: { form: BranchForm }) {
  return (
    <section className="panel" aria-labelledby="pickup-slots">
      <div className="panel-head">
        <h2 id="pickup-slots">Время самовывоза</h2>
      </div>
      <div className="form form-columns branch-fields">
        <WholeField
          label="Промежуток, минут"
          hint="От 30 до 720. Пусто — покупатель выбирает только день"
          error={errors.pickup_slot_minutes}
          value={fields.pickup_slot_minutes}
          onChange={(minutes) => set('pickup_slot_minutes', minutes)}
        />
        <WholeField
          label="Заказов в промежутке"
          hint="Пусто — сколько придёт"
          error={errors.pickup_slot_places}
          value={fields.pickup_slot_places}
          onChange={(places) => set('pickup_slot_places', places)}
        />
      </div>
    </section>
  );
}

function Exceptions({ form: { fields, set, errors } }: { form: BranchForm }) {
  const days = (fields.hour_exceptions ?? []) as HourException[];
  const [date, setDate] = useState('');
  const error = Object.entries(errors).find(([name]) => name.startsWith('hour_exceptions'))?.[1];
  const isTaken = days.some((day) => day.date === date);
  const change = (at: string, next: Partial<HourException> | null) =>
    set(
      'hour_exceptions',
      days.flatMap((day) => (day.date !== at ? [day] : next ? [{ ...day, ...next }] : [])),
    );
  function add(more: readonly HourException[]) {
    set(
      'hour_exceptions',
      [...days, ...more].sort((a, b) => (a.date < b.date ? -1 : 1)),
    );
  }
  return (
    <section className="panel" aria-labelledby="exceptions">
      <div className="panel-head">
        <h2 id="exceptions">Исключения</h2>
        <div className="panel-actions">
          <label className="filter-choice">
            <span>Дата</span>
            <input type="date" value={date} onChange={({ target }) => setDate(target.value)} />
          </label>
          <Button
            kind="quiet"
            size="small"
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={date === '' || isTaken}
            onClick={() => {
              add([{ ...closed, date, note: null }]);
              setDate('');
            }}
          >
            Добавить
          </Button>
        </div>
      </div>
      <Holidays days={days} add={add} />
      {days.length === 0 ? (
        <p className="soft branch-note">
          Особых дней нет. Добавьте праздник или короткий день: его часы заменят обычные.
        </p>
      ) : null}
      <ul className="week exceptions">
        {days.map((day) => (
          <li key={day.date}>
            <b className="num">{formatDay(day.date)}</b>
            <label className="check">
              <input
                type="checkbox"
                checked={day.opens_minute !== null}
                aria-label={`Открыто ${formatDay(day.date)}`}
                onChange={({ target }) =>
                  change(day.date, {
                    opens_minute: target.checked ? 600 : null,
                    closes_minute: target.checked ? 1020 : null,
                  })
                }
              />
              {day.opens_minute === null ? 'закрыто' : 'открыто'}
            </label>
            {day.opens_minute === null || day.closes_minute === null ? null : (
              <Span
                about={formatDay(day.date)}
                opens={day.opens_minute}
                closes={day.closes_minute}
                onChange={(opens_minute, closes_minute) => change(day.date, { opens_minute, closes_minute })}
              />
            )}
            <input
              className="exception-note"
              aria-label={`Почему ${formatDay(day.date)} иначе`}
              placeholder="Почему: праздник"
              maxLength={100}
              value={day.note ?? ''}
              onChange={({ target }) => change(day.date, { note: target.value || null })}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={`Убрать ${formatDay(day.date)}`}
              onClick={() => change(day.date, null)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {error ? <p className="field-error branch-note">{error}</p> : null}
    </section>
  );
}

const closed = { opens_minute: null, closes_minute: null };
/** So many days ahead holidays are offered. */
const yearAhead = 365;

/** Holidays of the year ahead that have no hours of their own yet: put in as closed days, one by one or all. */
function Holidays({ days, add }: { days: readonly HourException[]; add: (more: readonly HourException[]) => void }) {
  const today = new Date().toLocaleDateString('sv-SE');
  const left = holidaysFrom(today, yearAhead).filter((holiday) => !days.some(({ date }) => date === holiday.date));
  if (left.length === 0) return null;
  const put = (holidays: typeof left) => add(holidays.map(({ date, name }) => ({ ...closed, date, note: name })));
  return (
    <details className="branch-note holidays">
      <summary>Праздники года: {left.length}</summary>
      <p className="soft small">
        Нерабочие дни по Трудовому кодексу. Переносы выходных правительство назначает каждый год: их добавьте датой.
      </p>
      <div className="chips">
        {left.map((holiday) => (
          <button
            key={holiday.date}
            type="button"
            className="chip"
            title={holiday.name}
            aria-label={`Закрыто ${formatDay(holiday.date)}: ${holiday.name}`}
            onClick={() => put([holiday])}
          >
            {formatDay(holiday.date)}
          </button>
        ))}
        <Button size="small" onClick={() => put(left)}>
          Добавить все
        </Button>
      </div>
    </details>
  );
}

type SpanProps = { about: string; opens: number; closes: number; onChange: (opens: number, closes: number) => void };

function Span({ about, opens, closes, onChange }: SpanProps) {
  return (
    <span className="span">
      <input
        type="time"
        aria-label={`Открытие, ${about}`}
        value={clockOf(opens)}
        onChange={({ target }) => onChange(minuteOf(target.value) ?? opens, closes)}
      />
      –
      <input
        type="time"
        aria-label={`Закрытие, ${about}`}
        value={clockOf(closes % 1440)}
        onChange={({ target }) => onChange(opens, minuteOf(target.value, true) ?? closes)}
      />
    </span>
  );
}
