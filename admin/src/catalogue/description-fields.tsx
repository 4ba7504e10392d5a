import { CornerDownRight } from 'lucide-react';
import { vatRates } from '#shared/money.ts';
import { TextEditor } from '../editor/text-editor.tsx';
import { orderedCategories } from '../parts/product.ts';
import { useBrands } from '../parts/use-brands.ts';
import { useCategories } from '../parts/use-categories.ts';
import { Field } from './field.tsx';
import { MoreCategories } from './more-categories.tsx';
import type { TabProps } from './tab-props.ts';
import { type Locks, useLocks } from './use-locks.ts';

type LockedProps = Omit<TabProps, 'isEditable'> & { locks: Locks };

/** Name, address, brand, category, codes, description, weight and VAT; those of 1C behind their lock. */
export function DescriptionFields({ product, problems, isEditable, set }: TabProps) {
  const locks = useLocks(product, isEditable);
  const given = { product, problems, locks, set };
  return (
    <div className="goods-form goods-grid">
      <LineField name="name" label="Название" {...given} />
      <BrandField {...given} />
      <CategoryFields {...given} />
      <SlugField product={product} problems={problems} isEditable={isEditable} set={set} />
      <LineField name="article" label="Артикул" {...given} />
      <LineField name="barcode" label="Штрихкод" {...given} />
      <WeightField {...given} />
      <VatField {...given} />
      <Field
        label="Описание"
        problem={problems.description_html}
        lock={locks.lockOf('description')}
        place="product-description"
      >
        {(id) => (
          <div id={id}>
            <TextEditor
              label="Описание по частям"
              value={product.description_html}
              isEditable={!locks.isReadOnly('description')}
              onChange={(description_html) => set({ description_html })}
            />
          </div>
        )}
      </Field>
    </div>
  );
}

type LineProps = LockedProps & { name: 'name' | 'article' | 'barcode'; label: string };

function LineField({ name, label, product, problems, locks, set }: LineProps) {
  return (
    <Field label={label} problem={problems[name]} lock={locks.lockOf(name)} place={`product-${name}`}>
      {(id) => (
        <input
          id={id}
          value={product[name] ?? ''}
          readOnly={locks.isReadOnly(name)}
          onChange={({ target }) => set({ [name]: target.value || (name === 'name' ? '' : null) })}
        />
      )}
    </Field>
  );
}

function BrandField({ product, problems, locks, set }: LockedProps) {
  const brands = useBrands();
  return (
    <Field label="Бренд" problem={problems.brand_id} lock={locks.lockOf('brand')} place="product-brand">
      {(id) => (
        <select
          id={id}
          value={product.brand_id ?? ''}
          disabled={locks.isReadOnly('brand')}
          onChange={({ target }) => set({ brand_id: target.value ? Number(target.value) : null })}
        >
          <option value="">Без бренда</option>
          {brands.map((brand) => (
            <option key={brand.id} value={brand.id}>
              {brand.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The main category and the others. */
function CategoryFields({ product, problems, locks, set }: LockedProps) {
  const categories = useCategories();
  const [, ...others] = product.category_ids;
  return (
    <>
      <Field label="Категория" problem={problems.category_ids} lock={locks.lockOf('categories')}>
        {(id) => (
          <select
            id={id}
            value={product.category_ids[0] ?? ''}
            disabled={locks.isReadOnly('categories')}
            onChange={({ target }) => set({ category_ids: [Number(target.value), ...others] })}
          >
            {orderedCategories(categories).map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <MoreCategories
        ids={product.category_ids}
        categories={categories}
        isEditable={!locks.isReadOnly('categories')}
        onChange={(category_ids) => set({ category_ids })}
      />
    </>
  );
}

function SlugField({ product, problems, isEditable, set }: TabProps) {
  return (
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
  );
}

function WeightField({ product, problems, locks, set }: LockedProps) {
  return (
    <Field label="Вес, г" problem={problems.weight_grams} lock={locks.lockOf('weight')} place="product-weight">
      {(id) => (
        <input
          id={id}
          type="number"
          min={0}
          value={product.weight_grams ?? ''}
          readOnly={locks.isReadOnly('weight')}
          onChange={({ target }) => set({ weight_grams: target.value === '' ? null : Number(target.value) })}
        />
      )}
    </Field>
  );
}

function VatField({ product, problems, locks, set }: LockedProps) {
  return (
    <Field label="НДС" problem={problems.vat_rate} lock={locks.lockOf('vat')}>
      {(id) => (
        <select
          id={id}
          value={product.vat_rate}
          disabled={locks.isReadOnly('vat')}
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
  );
}
