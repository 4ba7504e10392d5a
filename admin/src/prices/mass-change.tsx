import { type FormEvent, useState } from 'react';
import { formatCount, plural } from '#shared/plurals.ts';
import { Field } from '../catalogue/field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { IntoRelease } from '../releases/into-release.tsx';
import { idempotencyKey, RequestError, request } from '../request.ts';
import { type Plan, percentWords } from './plan.ts';
import type { PriceColumn } from './sheet.ts';

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
  const costs = columns.filter(({ purpose }) => purpose === 'cost');
  const [chosen, setChosen] = useState(
    sold.filter(({ purpose }) => purpose === 'retail').map((one) => one.price_column),
  );
  const [percent, setPercent] = useState('5');
  const [rounding, setRounding] = useState('1');
  const [floor, setFloor] = useState('');
  const [isStruck, setStruck] = useState(false);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('06:00');
  const [plan, setPlan] = useState<Plan | null>(null);
  const [acceptsFloor, setAcceptsFloor] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Another answer than the one that was reckoned is to be reckoned again. */
  function changed<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      setPlan(null);
    };
  }

  async function doing(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setPlan(null);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function rehearse(event: FormEvent) {
    event.preventDefault();
    await doing(async () => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const { body } = await request<Plan>('/api/admin/price-plans', {
        method: 'POST',
        body: {
          name: `${goods}: ${percentWords(Number(percent.replace(',', '.')))}`.slice(0, 200),
          filter,
          columns: chosen,
          change: {
            base: { from: 'own' },
            percent: Number(percent.replace(',', '.')),
            rounding,
            floor: floor !== '' && costs[0] ? { column: costs[0].price_column, percent: Number(floor) } : null,
            is_struck: isStruck,
          },
          starts: day === '' ? null : { on: day, minute: hours * 60 + minutes },
        },
        headers: { 'Idempotency-Key': idempotencyKey() },
      });
      setPlan(body);
    });
  }

  async function confirm(rehearsed: Plan) {
    await doing(async () => {
      await request(`/api/admin/price-plans/${rehearsed.id}/confirm`, {
        method: 'POST',
        body: { hash: rehearsed.hash, accepts_floor: acceptsFloor },
        headers: { 'Idempotency-Key': idempotencyKey() },
      });
      onDone();
    });
  }

  return (
    <Dialog title="Массовое изменение цен" onClose={onClose}>
      <form className="goods-form" onSubmit={(event) => void rehearse(event)}>
        <p className="soft">Товары: {goods}</p>
        <fieldset className="chips">
          <legend>Где</legend>
          {sold.map(({ price_column: code, name }) => (
            <label key={code} className="goods-check">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ target }) =>
                  changed(setChosen)(target.checked ? [...chosen, code] : chosen.filter((other) => other !== code))
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
        <div className="goods-form goods-specs">
          <Field label="Изменить на, %">
            {(id) => (
              <input
                id={id}
                required
                inputMode="decimal"
                pattern="[+\-]?[0-9]{1,4}([.,][0-9]{1,2})?"
                value={percent}
                onChange={({ target }) => changed(setPercent)(target.value)}
              />
            )}
          </Field>
          <Field label="Округлить">
            {(id) => (
              <select id={id} value={rounding} onChange={({ target }) => changed(setRounding)(target.value)}>
                <option value="none">Не округлять</option>
                <option value="1">До рубля</option>
                <option value="5">До 5 ₽</option>
                <option value="10">До 10 ₽</option>
                <option value="nine">До 9 на конце, вверх</option>
              </select>
            )}
          </Field>
          {costs[0] ? (
            <Field label="Не ниже закупки плюс, %">
              {(id) => (
                <input
                  id={id}
                  type="number"
                  min={-99}
                  max={1_000}
                  placeholder="без нижней границы"
                  value={floor}
                  onChange={({ target }) => changed(setFloor)(target.value)}
                />
              )}
            </Field>
          ) : null}
        </div>
        <label className="goods-check">
          <input type="checkbox" checked={isStruck} onChange={({ target }) => changed(setStruck)(target.checked)} />
          Зачеркнуть прежнюю цену там, где новая ниже
        </label>
        <div className="goods-form goods-specs">
          <Field label="Начать" note={<span className="soft small">По времени каждого филиала; пусто — сразу</span>}>
            {(id) => <input id={id} type="date" value={day} onChange={({ target }) => changed(setDay)(target.value)} />}
          </Field>
          {day === '' ? null : (
            <Field label="Время">
              {(id) => (
                <input
                  id={id}
                  type="time"
                  required
                  value={time}
                  onChange={({ target }) => changed(setTime)(target.value)}
                />
              )}
            </Field>
          )}
        </div>
        {failure ? (
          <p className="goods-problem" role="alert">
            {failure.message}
          </p>
        ) : null}
        {plan ? <Rehearsed plan={plan} acceptsFloor={acceptsFloor} setAcceptsFloor={setAcceptsFloor} /> : null}
        <div className="goods-row">
          {plan ? (
            <Button
              kind="primary"
              isBusy={isBusy}
              disabled={plan.counts.change === 0 && !acceptsFloor}
              onClick={() => void confirm(plan)}
            >
              {day === '' ? 'Изменить' : 'Запланировать'} {cellsWords(plan, acceptsFloor)}
            </Button>
          ) : (
            <Button kind="primary" type="submit" isBusy={isBusy} disabled={chosen.length === 0}>
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

function cellsWords({ counts }: Plan, acceptsFloor: boolean): string {
  const cells = counts.change + (acceptsFloor ? counts.floor : 0);
  return `${formatCount(cells)} ${plural(cells, 'цену', 'цены', 'цен')}`;
}

type RehearsedProps = { plan: Plan; acceptsFloor: boolean; setAcceptsFloor: (accepts: boolean) => void };

/** How the cells fare: the rows add up to goods × columns. */
function Rehearsed({ plan: { counts, columns }, acceptsFloor, setAcceptsFloor }: RehearsedProps) {
  const rows: [string, number][] = [
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
          {rows
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
