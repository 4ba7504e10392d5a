import { useQuery } from '@tanstack/react-query';
import type { Attribute, Product } from '../parts/product.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { request } from '../request.ts';
import { Field } from './field.tsx';

type Props = {
  product: Product;
  problems: Record<string, string>;
  isEditable: boolean;
  set: (fields: Partial<Product>) => void;
};

/** What the product says of each attribute; an attribute that it says nothing of is added below. */
export function SpecFields({ product, problems, isEditable, set }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['attributes', 'all'],
    queryFn: async () => (await request<{ items: Attribute[] }>('/api/admin/attributes')).body.items,
  });
  const specs = product.specs;
  const shown = (data ?? []).filter(({ code }) => code in specs);
  const rest = (data ?? []).filter(({ code }) => !(code in specs));
  const put = (code: string, value: unknown) => set({ specs: { ...specs, [code]: value } });
  return (
    <section id="product-specs" className="panel goods-panel" aria-label="Свойства">
      <h2>Свойства</h2>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton rows={4} /> : null}
      {data && shown.length === 0 ? <p className="soft">Свойств пока нет.</p> : null}
      <div className="goods-form goods-specs">
        {shown.map((attribute) => (
          <Field
            key={attribute.code}
            label={attribute.unit ? `${attribute.name}, ${attribute.unit}` : attribute.name}
            problem={problems[`specs.${attribute.code}`]}
          >
            {(id) => (
              <SpecInput
                id={id}
                attribute={attribute}
                value={specs[attribute.code]}
                isEditable={isEditable}
                onChange={(value) => put(attribute.code, value)}
              />
            )}
          </Field>
        ))}
        {isEditable && rest.length > 0 ? (
          <Field label="Добавить свойство">
            {(id) => (
              <select
                id={id}
                value=""
                onChange={({ target }) => {
                  const chosen = rest.find(({ code }) => code === target.value);
                  if (chosen) put(chosen.code, chosen.type === 'boolean' ? true : chosen.type === 'number' ? 0 : '');
                }}
              >
                <option value="">Выберите свойство</option>
                {rest.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
      </div>
    </section>
  );
}

type InputProps = {
  id: string;
  attribute: Attribute;
  value: unknown;
  isEditable: boolean;
  onChange: (value: unknown) => void;
};

function SpecInput({ id, attribute, value, isEditable, onChange }: InputProps) {
  if (attribute.type === 'boolean')
    return (
      <select
        id={id}
        value={value === true ? 'yes' : value === false ? 'no' : ''}
        disabled={!isEditable}
        onChange={({ target }) => onChange(target.value === '' ? '' : target.value === 'yes')}
      >
        <option value="">Не указано</option>
        <option value="yes">Да</option>
        <option value="no">Нет</option>
      </select>
    );
  return (
    <input
      id={id}
      type={attribute.type === 'number' ? 'number' : 'text'}
      step="any"
      value={String(value ?? '')}
      readOnly={!isEditable}
      onChange={({ target }) =>
        onChange(attribute.type === 'number' && target.value !== '' ? Number(target.value) : target.value)
      }
    />
  );
}
