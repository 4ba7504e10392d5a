import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import type { Product } from '../parts/product.ts';
import { Tag } from '../parts/tag.tsx';
import { NewVariant } from './new-variant.tsx';

/** The other goods of the same model, and a new one; it stands outside of the product's form, having one of its own. */
export function OtherVariants({ product, isEditable }: { product: Product; isEditable: boolean }) {
  const [isNew, setNew] = useState(false);
  return (
    <section className="panel goods-panel" aria-label="Другие варианты">
      <h2>Другие варианты</h2>
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
