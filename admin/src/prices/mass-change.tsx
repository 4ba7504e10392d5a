import { useState } from 'react';
import { formatCount, plural } from '#shared/plurals.ts';
import { Field } from '../catalogue/field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { IntoRelease } from '../releases/into-release.tsx';
import { useMay } from '../session/may.ts';
import { type Plan, percentWords } from './plan.ts';
import { PlanRows } from './plan-rows.tsx';
import type { PriceColumn } from './sheet.ts';
import { type MassFields, type Rehearsal, useMassChange } from './use-mass-change.ts';

type Props = {
  columns: readonly PriceColumn[];
  /** Of the sheet: which goods it is about. */
  filter: Record<string, unknown>;
  goods: string;
  onClose: () => void;
  onDone: () => void;
};

/** Many prices at once: what is done, what would become of each, then the confirmation of exactly that. */
export function MassChange({ columns, filter, goods, onClose, onDone }: Props) {
  const sold = columns.filter(({ purpose }) => purpose !== 'cost');
  const cost = columns.find(({ purpose }) => purpose === 'cost');
  const { fields, set, plan, failure, isBusy, rehearse, confirm } = useMassChange({
    chosen: sold
      .filter(({ purpose, why_not }) => purpose === 'retail' && why_not === null)
      .map((one) => one.price_column),
    filter,
    goods,
    cost,
    onDone,
    known: columns,
  });
  const [acceptsFloor, setAcceptsFloor] = useState(false);
  const isWriter = useMay()('prices.write');

  return (
    <Dialog title="Массовое изменение цен" className="dialog-widest" onClose={onClose}>
      <form
        className="goods-form"
        onSubmit={(event) => {
          event.preventDefault();
          void rehearse();
        }}
      >
        <p className="soft">Товары: {goods}</p>
        <ColumnChecks columns={sold} chosen={fields.columns} onChange={(chosen) => set({ columns: chosen })} />
        <ChangeFields fields={fields} set={set} columns={columns} hasCost={cost !== undefined} />
        <StartFields fields={fields} set={set} />
        {failure ? (
          <p className="goods-problem" role="alert">
            {failure.message}
          </p>
        ) : null}
        {plan ? (
          <Rehearsed plan={plan} acceptsFloor={acceptsFloor} setAcceptsFloor={setAcceptsFloor} known={columns} />
        ) : null}
        <div className="goods-row">
          {plan && !isWriter ? (
            <p>Цены меняет владелец или контент. Положите расчёт в выпуск: с ним его и подтвердят.</p>
          ) : null}
          {plan && isWriter ? (
            <Button
              kind="primary"
              isBusy={isBusy}
              disabled={plan.counts.change === 0 && !acceptsFloor}
              onClick={() => void confirm(plan, acceptsFloor)}
            >
              {fields.day === '' ? 'Изменить' : 'Запланировать'} {cellsWords(plan, acceptsFloor)}
            </Button>
          ) : null}
          {plan ? null : (
            <Button kind="primary" type="submit" isBusy={isBusy} disabled={fields.columns.length === 0}>
              Посчитать
            </Button>
          )}
        </div>
      </form>
      {plan ? (
        <div className="goods-row">
          <IntoRelease kind="plans" id={String(plan.id)} />
        </div>
      ) : null}
    </Dialog>
  );
}

type ChecksProps = {
  columns: readonly PriceColumn[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Which columns of prices are changed. */
function ColumnChecks({ columns, chosen, onChange }: ChecksProps) {
  return (
    <fieldset className="chips">
      <legend>Где</legend>
      {columns.map(({ price_column: code, name, why_not }) => (
        <label key={code} className="goods-check" title={why_not ?? undefined}>
          <input
            type="checkbox"
            disabled={why_not !== null}
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

type FieldsProps = { fields: MassFields; set: (change: Partial<MassFields>) => void };

type ChangeProps = FieldsProps & { columns: readonly PriceColumn[]; hasCost: boolean };

/** From what, by how much, rounded to what, no lower than what, and whether the price before is struck out. */
function ChangeFields({ fields, set, columns, hasCost }: ChangeProps) {
  const isPercent = fields.kind === 'percent';
  return (
    <>
      <div className="goods-form goods-specs mass-specs">
        <Field label="Что сделать">
          {(id) => (
            <select
              id={id}
              value={fields.kind}
              onChange={({ target }) => set({ kind: target.value as MassFields['kind'], amount: '' })}
            >
              <option value="percent">Изменить на процент</option>
              <option value="sum">Изменить на сумму</option>
            </select>
          )}
        </Field>
        <Field label={isPercent ? 'Изменить на, %' : 'Изменить на, ₽'}>
          {(id) => (
            <input
              id={id}
              required
              inputMode="decimal"
              pattern={isPercent ? '[+\\-−]?[0-9]{1,4}([.,][0-9]{1,2})?' : '[+\\-−]?[0-9]{1,6}([.,][0-9]{1,2})?'}
              title={isPercent ? 'Например: 6 или −2,5' : 'Например: 50 или −12,50'}
              value={fields.amount}
              onChange={({ target }) => set({ amount: target.value })}
            />
          )}
        </Field>
        <Field label="От чего считать">
          {(id) => (
            <select id={id} value={fields.base} onChange={({ target }) => set({ base: target.value })}>
              <option value="">От нынешней цены</option>
              {columns.map(({ price_column: code, name, purpose }) => (
                <option key={code} value={code}>
                  {purpose === 'cost' ? `Закупка: ${name}` : name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Округлить">
          {(id) => (
            <select id={id} value={fields.rounding} onChange={({ target }) => set({ rounding: target.value })}>
              <option value="none">Не округлять</option>
              <option value="1">До рубля</option>
              <option value="5">До 5 ₽</option>
              <option value="10">До 10 ₽</option>
              <option value="nine">До 9 на конце, вверх</option>
            </select>
          )}
        </Field>
        {hasCost ? (
          <Field label="Не ниже закупки плюс, %">
            {(id) => (
              <input
                id={id}
                type="number"
                min={-99}
                max={1_000}
                placeholder="без нижней границы"
                value={fields.floor}
                onChange={({ target }) => set({ floor: target.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
      <label className="goods-check">
        <input type="checkbox" checked={fields.isStruck} onChange={({ target }) => set({ isStruck: target.checked })} />
        Зачеркнуть прежнюю цену там, где новая ниже
      </label>
    </>
  );
}

/** From when the new prices are good. */
function StartFields({ fields, set }: FieldsProps) {
  return (
    <div className="goods-form goods-specs">
      <Field label="Начать" note={<span className="soft small">По времени каждого филиала; пусто — сразу</span>}>
        {(id) => <input id={id} type="date" value={fields.day} onChange={({ target }) => set({ day: target.value })} />}
      </Field>
      {fields.day === '' ? null : (
        <Field label="Время">
          {(id) => (
            <input
              id={id}
              type="time"
              required
              value={fields.time}
              onChange={({ target }) => set({ time: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function cellsWords({ counts }: Plan, acceptsFloor: boolean): string {
  const cells = counts.change + (acceptsFloor ? counts.floor : 0);
  return `${formatCount(cells)} ${plural(cells, 'цену', 'цены', 'цен')}`;
}

type RehearsedProps = {
  plan: Rehearsal;
  known: readonly PriceColumn[];
  acceptsFloor: boolean;
  setAcceptsFloor: (accepts: boolean) => void;
};

/** How the cells fare: the rows add up to goods × columns. */
function Rehearsed({ plan: { counts, columns, rows }, known, acceptsFloor, setAcceptsFloor }: RehearsedProps) {
  const sums: [string, number][] = [
    ['Изменится', counts.change],
    ['Останется прежней', counts.same],
    ['Закреплена вручную', counts.pinned],
    ['Ниже допустимой', counts.floor],
    ['Не выше опта от количества', counts.tiers],
    ['Считать не от чего', counts.no_price],
  ];
  return (
    <section aria-label="Что получится" aria-live="polite">
      <table className="goods-table">
        <tbody>
          {sums
            .filter(([label, count]) => count > 0 || label === 'Изменится')
            .map(([label, count]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="right num">{formatCount(count)}</td>
              </tr>
            ))}
          <tr>
            <th scope="row">
              Всего: {formatCount(counts.goods)} {plural(counts.goods, 'товар', 'товара', 'товаров')} × {columns.length}{' '}
              {plural(columns.length, 'колонка', 'колонки', 'колонок')}
            </th>
            <td className="right num">{formatCount(counts.goods * columns.length)}</td>
          </tr>
        </tbody>
      </table>
      <PlanRows rows={rows} columns={columns} known={known} goods={counts.goods} />
      <p className="soft small">
        В среднем {percentWords(Math.round(counts.average * 10) / 10)}, больше всего {percentWords(counts.most_up)}
        {counts.most_down < 0 ? ` и ${percentWords(counts.most_down)}` : ''}. Отменить целиком можно 30 дней.
      </p>
      {counts.floor > 0 ? (
        <label className="goods-check">
          <input type="checkbox" checked={acceptsFloor} onChange={({ target }) => setAcceptsFloor(target.checked)} />
          Изменить и те, что ниже допустимой
        </label>
      ) : null}
    </section>
  );
}
