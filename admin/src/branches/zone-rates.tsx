import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { MoneyInput } from '../parts/money-input.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import type { Zone } from './delivery-tab.tsx';

export type ZonePartProps = {
  zone: Zone;
  /** Its place among the zones, as messages of the server name it. */
  at: number;
  errors: Record<string, string>;
  change: (next: Partial<Zone>) => void;
};

/** What is wrong with a part of a zone: «zones.0.rates», «zones.0.rates.1.vehicle». */
export function partError(errors: Record<string, string>, part: string): string | undefined {
  return Object.entries(errors).find(([name]) => name === part || name.startsWith(`${part}.`))?.[1];
}

/** Prices of a zone: up to so many kilogrammes, so much, in such a vehicle. */
export function Rates({ zone, at, errors, change }: ZonePartProps) {
  const { rates } = zone;
  const put = (n: number, next: object) =>
    change({ rates: rates.map((rate, i) => (i === n ? { ...rate, ...next } : rate)) });
  const error = partError(errors, `zones.${at}.rates`);
  const add = () => {
    const last = rates.at(-1);
    change({
      rates: [
        ...rates,
        { up_to_grams: (last?.up_to_grams ?? 0) * 2 || 30_000, price_kopecks: 0, vehicle: last?.vehicle ?? '' },
      ],
    });
  };
  return (
    <fieldset className="zone-part">
      <legend>Цены</legend>
      <table>
        <thead>
          <tr>
            <th scope="col">До, кг</th>
            <th scope="col">Цена, ₽</th>
            <th scope="col">Машина</th>
            <th scope="col">
              <span className="hidden-words">Убрать</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rates.map((rate, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing of its own that stays while it is typed
            <tr key={n}>
              <td>
                <WholeInput
                  aria-label={`До, кг, строка ${n + 1}`}
                  unit={1_000}
                  value={rate.up_to_grams}
                  onChange={(up_to_grams) => put(n, { up_to_grams })}
                />
              </td>
              <td>
                <MoneyInput
                  aria-label={`Цена, ₽, строка ${n + 1}`}
                  value={rate.price_kopecks}
                  onChange={(price_kopecks) => put(n, { price_kopecks })}
                />
              </td>
              <td>
                <input
                  aria-label={`Машина, строка ${n + 1}`}
                  autoComplete="off"
                  value={rate.vehicle}
                  onChange={({ target }) => put(n, { vehicle: target.value })}
                />
              </td>
              <td>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Убрать цену, строка ${n + 1}`}
                  onClick={() => change({ rates: rates.filter((_, i) => i !== n) })}
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
        Ещё цена
      </Button>
    </fieldset>
  );
}
