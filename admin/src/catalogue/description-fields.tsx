import { useQuery } from '@tanstack/react-query';
import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { TextEditor } from '../editor/text-editor.tsx';
import { request } from '../request.ts';
import { Field } from './field.tsx';
import { MoreCategories } from './more-categories.tsx';
import { type Brand, type Category, orderedCategories, type Product } from './product.ts';

type Owned = Product['owners'][number]['field'];
type Props = {
  product: Product;
  problems: Record<string, string>;
  isEditable: boolean;
  set: (fields: Partial<Product>) => void;
};

const vatRates = [0, 5, 7, 10, 20, 22];

/** Name, address, brand, category, codes, description, weight and VAT; those of 1C behind their lock. */
export function DescriptionFields({ product, problems, isEditable, set }: Props) {
  const [unlocked, setUnlocked] = useState<Owned[]>([]);
  const brands = useQuery({
    queryKey: ['brands', 'all'],
    queryFn: async () => (await request<{ items: Brand[] }>('/api/admin/brands')).body.items,
  });
  const categories = useQuery({
    queryKey: ['categories', 'all'],
    queryFn: async () => (await request<{ items: Category[] }>('/api/admin/categories')).body.items,
  });
  const isLocked = (field: Owned) =>
    product.id_1c !== null && !unlocked.includes(field) && !product.owners.some((owner) => owner.field === field);
  const lockOf = (field: Owned) =>
    isLocked(field) ? { unlock: isEditable ? () => setUnlocked((before) => [...before, field]) : null } : undefined;
  const readOnly = (field: Owned) => !isEditable || isLocked(field);
  const [, ...others] = product.category_ids;
  const text = (name: 'name' | 'article' | 'barcode', label: string) => (
    <Field label={label} problem={problems[name]} lock={lockOf(name)} place={`product-${name}`}>
      {(id) => (
        <input
          id={id}
          value={product[name] ?? ''}
          readOnly={readOnly(name)}
          onChange={({ target }) => set({ [name]: target.value || (name === 'name' ? '' : null) })}
        />
      )}
    </Field>
  );

  return (
    <div className="goods-form goods-grid">
      {text('name', 'Название')}
      <Field label="Бренд" problem={problems.brand_id} lock={lockOf('brand')} place="product-brand">
        {(id) => (
          <select
            id={id}
            value={product.brand_id ?? ''}
            disabled={readOnly('brand')}
            onChange={({ target }) => set({ brand_id: target.value ? Number(target.value) : null })}
          >
            <option value="">Без бренда</option>
            {(brands.data ?? []).map((brand) => (
              <option key={brand.id} value={brand.id}>
                {brand.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Категория" problem={problems.category_ids} lock={lockOf('categories')}>
        {(id) => (
          <select
            id={id}
            value={product.category_ids[0] ?? ''}
            disabled={readOnly('categories')}
            onChange={({ target }) => set({ category_ids: [Number(target.value), ...others] })}
          >
            {orderedCategories(categories.data ?? []).map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <MoreCategories
        ids={product.category_ids}
        categories={categories.data ?? []}
        isEditable={!readOnly('categories')}
        onChange={(category_ids) => set({ category_ids })}
      />
      <Field
        label="Адрес страницы"
        problem={problems.slug}
        note={
          <span className="soft small goods-note">
            <CornerDownRight size={12} aria-hidden="true" /> После смены прежний адрес ведёт сюда
          </span>
        }
      >
        {(id) => (
          <input
            id={id}
            value={product.slug}
            readOnly={!isEditable}
            onChange={({ target }) => set({ slug: target.value.trim() })}
          />
        )}
      </Field>
      {text('article', 'Артикул')}
      {text('barcode', 'Штрихкод')}
      <Field label="Вес, г" problem={problems.weight_grams} lock={lockOf('weight')} place="product-weight">
        {(id) => (
          <input
            id={id}
            type="number"
            min={0}
            value={product.weight_grams ?? ''}
            readOnly={readOnly('weight')}
            onChange={({ target }) => set({ weight_grams: target.value === '' ? null : Number(target.value) })}
          />
        )}
      </Field>
      <Field label="НДС" problem={problems.vat_rate} lock={lockOf('vat')}>
        {(id) => (
          <select
            id={id}
            value={product.vat_rate}
            disabled={readOnly('vat')}
            onChange={({ target }) => set({ vat_rate: Number(target.value) })}
          >
            {vatRates.map((rate) => (
              <option key={rate} value={rate}>
                {rate === 0 ? 'без НДС' : `${rate} %`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Описание"
        problem={problems.description_html}
        lock={lockOf('description')}
        place="product-description"
      >
        {(id) => (
          <div id={id}>
            <TextEditor
              label="Описание по частям"
              value={product.description_html}
              isEditable={!readOnly('description')}
              onChange={(description_html) => set({ description_html })}
            />
          </div>
        )}
      </Field>
    </div>
  );
}
