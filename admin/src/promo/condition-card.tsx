import { Trash2 } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { MoneyField } from '../parts/money-field.tsx';
import { Picture } from '../parts/picture.tsx';
import { useBrands } from '../parts/use-brands.ts';
import { RequestError } from '../request.ts';
import { CategoryField } from './choices.tsx';
import { ConditionAttributes } from './condition-attributes.tsx';
import { type Condition, fittingWords, isAsking, useFittingGoods } from './condition-words.ts';
import { PickMany } from './pick-many.tsx';

type Props = {
  place: number;
  condition: Condition;
  /** Of the form: `conditions.0.price_to`. */
  errors: Record<string, string>;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** One condition: category, brands, attributes, price; beneath, what fits it now. */
export function ConditionCard({ place, condition, errors, onChange, onRemove }: Props) {
  const brands = useBrands();
  const fitting = useFittingGoods([condition]);
  const own = `conditions.${place}.`;
  const refused = fitting.error instanceof RequestError ? fitting.error.fields : {};
  const errorOf = (name: string) => errors[`${own}${name}`] ?? refused[`conditions.0.${name}`];
  const set = (change: Partial<Condition>) => onChange({ ...condition, ...change });
  return (
    <fieldset className="condition">
      <legend>Условие {place + 1}</legend>
      <div className="form form-columns promo-fields">
        <CategoryField
          none="Любой раздел"
          value={condition.category_id}
          onChange={(category_id) => set({ category_id })}
          error={errorOf('category_id')}
        />
        <PickMany
          label="Бренд"
          none="Любой бренд"
          choices={brands.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={condition.brand_ids.map(String)}
          onChange={(chosen) => set({ brand_ids: chosen.map(Number) })}
          error={errorOf('brand_ids')}
        />
      </div>
      <ConditionAttributes
        chosen={condition.attributes}
        onChange={(attributes) => set({ attributes })}
        errorOf={errorOf}
      />
      <PriceBounds condition={condition} set={set} errorOf={errorOf} />
      <Fitting condition={condition} fitting={fitting} />
      <Button
        kind="text"
        size="small"
        icon={<Trash2 size={16} aria-hidden="true" />}
        aria-label={`Убрать условие ${place + 1}`}
        onClick={onRemove}
      >
        Убрать условие
      </Button>
    </fieldset>
  );
}

type Bounds = {
  condition: Condition;
  set: (change: Partial<Condition>) => void;
  errorOf: (name: string) => string | undefined;
};

function PriceBounds({ condition, set, errorOf }: Bounds) {
  const { data } = useGot<Got<'/api/admin/price-columns'>>('/api/admin/price-columns');
  const columns = (data?.items ?? []).filter(({ purpose }) => purpose === 'retail');
  const { price_column: column, price_from: from, price_to: to } = condition;
  const isKnown = column === null || columns.some(({ price_column }) => price_column === column);
  // What is typed and is no sum goes on for the server to refuse at its field.
  function bound(name: 'price_from' | 'price_to', value: unknown) {
    const next = { ...condition, [name]: value };
    const isAsked = next.price_from !== null || next.price_to !== null;
    set({ ...next, price_column: isAsked ? (column ?? columns[0]?.price_column ?? null) : null });
  }
  return (
    <div className="form form-columns promo-fields">
      <MoneyField
        label="Цена от, ₽"
        value={from}
        onChange={(value) => bound('price_from', value)}
        error={errorOf('price_from')}
      />
      <MoneyField
        label="Цена до, ₽"
        value={to}
        onChange={(value) => bound('price_to', value)}
        error={errorOf('price_to')}
      />
      <Field label="По ценам" error={errorOf('price_column')}>
        {(given) => (
          <select
            {...given}
            disabled={from === null && to === null}
            value={column ?? ''}
            onChange={({ target }) => set({ price_column: target.value || null })}
          >
            {column === null ? <option value="">любым</option> : null}
            {isKnown ? null : <option value={column ?? ''}>{column}</option>}
            {columns.map(({ price_column, name }) => (
              <option key={price_column} value={price_column}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function Fitting({ condition, fitting }: { condition: Condition; fitting: ReturnType<typeof useFittingGoods> }) {
  const { data, error, isFetching, refetch } = fitting;
  if (!isAsking(condition))
    return <p className="soft">Выберите раздел, бренд, свойство или цену: здесь появятся товары.</p>;
  if (error) {
    const isRefused = error instanceof RequestError && error.status === 422;
    return (
      <p role="status" className="soft">
        {isRefused ? 'Товары покажем, когда условие будет верным. ' : `${error.message} `}
        {isRefused ? null : (
          <Button kind="text" size="small" onClick={() => void refetch()}>
            Повторить
          </Button>
        )}
      </p>
    );
  }
  if (!data) return <p className="soft">Считаем…</p>;
  return (
    <div className="condition-goods" aria-busy={isFetching}>
      <p role="status">
        Подходит <b className="num">{fittingWords(data)}</b>
        {data.count === 0 ? <span className="soft"> — появятся в каталоге, войдут в акцию сами</span> : null}
      </p>
      {data.goods.length > 0 ? (
        <ul aria-label="Самые популярные из подходящих">
          {data.goods.map(({ id, name, image }) => (
            <li key={id}>
              <Picture image={image} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
