import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useMay } from '../session/may.ts';
import { readPrice, typedPrice } from './sheet.ts';

type Tier = { readonly from_count: number; readonly price: number };
type Typed = { count: string; price: string };
type Props = {
  id: number;
  unit: string;
  column: { price_column: string; name: string; why_not: string | null; tiers: readonly Tier[] };
  onSaved: () => void;
};

const mostTiers = 10;

/** «От 10 шт. — 450 ₽»: each step is cheaper than the one before. */
export function TierFields({ id, unit, column: { price_column, name, why_not, tiers }, onSaved }: Props) {
  const isEditable = useMay()('prices.write') && why_not === null;
  const [rows, setRows] = useState<Typed[]>(() =>
    tiers.map(({ from_count, price }) => ({ count: String(from_count), price: typedPrice(price) })),
  );
  const [wrong, setWrong] = useState<string | null>(null);
  const verb = useVerb(onSaved);
  function set(at: number, fields: Partial<Typed>) {
    setWrong(null);
    setRows(rows.map((row, place) => (place === at ? { ...row, ...fields } : row)));
  }

  function save() {
    const read = rows.map(({ count, price }) => ({ from_count: Number(count.trim()), price: readPrice(price) }));
    const bad = read.findIndex(({ from_count, price }) => !Number.isInteger(from_count) || from_count < 2 || !price);
    setWrong(bad < 0 ? null : `Строка ${bad + 1}: нужны количество от 2 и цена больше 0`);
    if (bad < 0) verb.run(`/api/admin/prices/${id}/tiers`, { price_column, tiers: read, was: tiers }, 'PUT');
  }

  return (
    <fieldset className="tiers">
      <legend>Цены от количества, {unit}</legend>
      {rows.length === 0 ? <p className="soft">Сколько ни взять, цена одна.</p> : null}
      <ul>
        {rows.map(({ count, price }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
          <li key={at}>
            <label>
              от{' '}
              <input
                aria-label={`Строка ${at + 1}: от какого количества, ${name}`}
                inputMode="numeric"
                maxLength={5}
                disabled={!isEditable}
                value={count}
                onChange={({ target }) => set(at, { count: target.value })}
              />
            </label>
            <label>
              по{' '}
              <input
                aria-label={`Строка ${at + 1}: цена в рублях, ${name}`}
                inputMode="decimal"
                maxLength={12}
                disabled={!isEditable}
                value={price}
                onChange={({ target }) => set(at, { price: target.value })}
              />{' '}
              ₽
            </label>
            {isEditable ? (
              <Button
                kind="text"
                size="small"
                aria-label={`Убрать строку ${at + 1}`}
                onClick={() => setRows(rows.filter((_, place) => place !== at))}
              >
                Убрать
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Problem words={wrong ?? Object.values(verb.fields)[0] ?? verb.problem} />
      {isEditable ? (
        <p className="row-buttons">
          {rows.length < mostTiers ? (
            <Button size="small" onClick={() => setRows([...rows, { count: '', price: '' }])}>
              Добавить
            </Button>
          ) : null}
          <Button size="small" isBusy={verb.isBusy} onClick={save}>
            Записать цены от количества
          </Button>
        </p>
      ) : null}
    </fieldset>
  );
}
