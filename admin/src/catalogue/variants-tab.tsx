import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { Field } from './field.tsx';
import { NewVariant } from './new-variant.tsx';
import type { Product } from './product.ts';
import type { TabProps } from './tab-props.ts';

/** The other goods of the same model, between which a buyer chooses on the page of any of them. */
export function VariantsTab({ product, problems, isEditable, set }: TabProps) {
  const [isNew, setNew] = useState(false);
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
      {product.variants.length === 0 ? <p className="soft">Других вариантов нет.</p> : null}
      <ul className="linked-goods">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <Picture image={variant.image} />
            <PageLink to={`/catalogue/${variant.id}?tab=variants`}>{variant.name}</PageLink>
            {variant.label ? <Tag>{variant.label}</Tag> : null}
            {variant.is_on ? null : <Tag tone="warn">снят с продажи</Tag>}
          </li>
        ))}
      </ul>
      {isEditable ? (
        <p>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Добавить вариант
          </Button>
        </p>
      ) : null}
      {isNew ? <NewVariant of={product} onClose={() => setNew(false)} /> : null}
    </section>
  );
}
