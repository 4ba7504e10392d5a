import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { clockOf, minuteOf } from './branch-words.ts';
import { partError, type ZonePartProps } from './zone-rates.tsx';

/** Hours of delivery to a zone, and how many orders they take on a day. */
export function Slots({ zone, at, errors, change }: ZonePartProps) {
  const { slots } = zone;
  const put = (n: number, next: object) =>
    change({ slots: slots.map((slot, i) => (i === n ? { ...slot, ...next } : slot)) });
  const error = partError(errors, `zones.${at}.slots`);
  const add = () => {
    const opens_minute = slots.at(-1)?.closes_minute ?? 540;
    change({ slots: [...slots, { opens_minute, closes_minute: Math.min(1440, opens_minute + 180), places: null }] });
  };
  return (
    <fieldset className="zone-part">
      <legend>Время доставки</legend>
      {slots.length === 0 ? <p className="soft small">Без промежутков покупатель выбирает только день.</p> : null}
      <table hidden={slots.length === 0}>
        <thead>
          <tr>
            <th scope="col">С</th>
            <th scope="col">До</th>
            <th scope="col">Заказов в день</th>
            <th scope="col">
              <span className="hidden-words">Убрать</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing of its own that stays while it is typed
            <tr key={n}>
              <td>
                <input
                  type="time"
                  aria-label={`С, строка ${n + 1}`}
                  value={clockOf(slot.opens_minute)}
                  onChange={({ target }) => put(n, { opens_minute: minuteOf(target.value) ?? slot.opens_minute })}
                />
              </td>
              <td>
                <input
                  type="time"
                  aria-label={`До, строка ${n + 1}`}
                  value={clockOf(slot.closes_minute === 1440 ? 0 : slot.closes_minute)}
                  onChange={({ target }) =>
                    put(n, { closes_minute: minuteOf(target.value, true) ?? slot.closes_minute })
                  }
                />
              </td>
              <td>
                <WholeInput
                  aria-label={`Заказов в день, строка ${n + 1}`}
                  placeholder="без ограничения"
                  value={slot.places}
                  isOptional
                  onChange={(places) => put(n, { places })}
                />
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Убрать время, строка ${n + 1}`}
                  onClick={() => change({ slots: slots.filter((_, i) => i !== n) })}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error ? <p className="field-error small">{error}</p> : null}
      <Button size="small" icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
        Ещё время
      </Button>
    </fieldset>
  );
}
