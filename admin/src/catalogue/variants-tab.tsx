import type { Product } from '../parts/product.ts';
import { WholeInput } from '../parts/whole-input.tsx';
import { Field } from './field.tsx';
import type { TabProps } from './tab-props.ts';

/** How this good is named among the goods of the same model, between which a buyer chooses on the page of any. */
export function VariantsTab({ product, problems, isEditable, set }: TabProps) {
  return (
    <section className="panel goods-panel" aria-label="Варианты">
      <h2>Варианты</h2>
      <p className="soft small">
        Один товар в разном объёме, цвете или размере. У каждого варианта своя страница, цена и остаток; покупатель
        переходит между ними кнопками.
      </p>
      <div className="goods-form goods-fields">
        <Field label="Как назвать этот вариант на кнопке" problem={problems.variant_label}>
          {(id) => (
            <input
              id={id}
              placeholder="Например: 5 кг"
              value={product.variant_label ?? ''}
              readOnly={!isEditable}
              onChange={({ target }) => set({ variant_label: target.value || null })}
            />
          )}
        </Field>
        <Field label="Место среди вариантов" problem={problems.variant_position}>
          {(id) => (
            <WholeInput
              id={id}
              value={product.variant_position}
              disabled={!isEditable}
              onChange={(value) => set({ variant_position: value } as Partial<Product>)}
            />
          )}
        </Field>
      </div>
    </section>
  );
}
