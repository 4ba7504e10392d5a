import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { amountWords, baseAmount } from '#shared/units.ts';
import { useGot } from '../parts/got.ts';
import type { InBranch, Product } from '../parts/product.ts';
import { WholeInput } from '../parts/whole-input.tsx';
import { Field } from './field.tsx';
import type { TabProps } from './tab-props.ts';

type CountName = 'step' | 'min_count' | 'max_count' | 'package_count' | 'pallet_count';

const counts: { name: CountName; label: string; isOptional: boolean }[] = [
  { name: 'step', label: 'Шаг продажи', isOptional: false },
  { name: 'min_count', label: 'Наименьшее количество', isOptional: false },
  { name: 'max_count', label: 'Наибольшее количество', isOptional: false },
  { name: 'package_count', label: 'В упаковке', isOptional: true },
  { name: 'pallet_count', label: 'На поддоне', isOptional: true },
];

/** What the product is counted in: its sales unit, the unit of stock, how many fit where; with an example of both. */
export function UnitsTab({ product, problems, isEditable, set }: TabProps) {
  const isFixed = !isEditable || product.id_1c !== null || product.active_orders > 0;
  const units = useGot<{ items: { name: string }[] }>('/api/admin/units');
  const unit = (name: 'unit' | 'base_unit', label: string) => (
    <Field label={label} problem={problems[name]}>
      {(id) => (
        <input
          id={id}
          list="units-of-shop"
          value={product[name]}
          readOnly={isFixed}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const whole = (name: 'factor_base' | 'factor_sales', label: string) => (
    <Field label={label} problem={problems[name]}>
      {(id) => (
        <WholeInput
          id={id}
          value={product[name]}
          disabled={isFixed}
          onChange={(value) => set({ [name]: value } as Partial<Product>)}
        />
      )}
    </Field>
  );
  return (
    <section className="panel goods-panel" aria-label="Единицы">
      <h2>Единицы</h2>
      <p className="soft small">{whyFixed(product)}</p>
      <datalist id="units-of-shop">
        {units.data?.items.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="goods-form goods-fields">
        {unit('unit', 'Чем продаём')}
        {unit('base_unit', 'Чем считаем остаток')}
        {whole('factor_base', `Сколько, ${product.base_unit}`)}
        {whole('factor_sales', `на сколько, ${product.unit}`)}
      </div>
      <p role="status">
        <Example product={product} />
      </p>
      <h2>Сколько можно заказать</h2>
      <div className="goods-form goods-fields">
        {counts.map(({ name, label, isOptional }) => (
          <Field key={name} label={`${label}, ${product.unit}`} problem={problems[name]}>
            {(id) => (
              <WholeInput
                id={id}
                isOptional={isOptional}
                value={product[name]}
                disabled={!isEditable}
                onChange={(value) => set({ [name]: value } as Partial<Product>)}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}

function whyFixed({ id_1c: id1c, active_orders: orders }: Product): string {
  if (id1c !== null) return 'Единицы и коэффициент этого товара ведёт 1С.';
  if (orders > 0)
    return `Единицы и коэффициент нельзя менять: ${countOf(orders, 'заказ', 'заказа', 'заказов')} в работе.`;
  return 'Покупатель видит то, чем продаём; остаток можно считать иначе: 30 кг на 1 мешок.';
}

/** «14 меш. = 420 кг = 6 846 ₽» */
function Example({ product }: { product: Product }) {
  const { unit, base_unit: base, factor_base: factorBase, factor_sales: factorSales } = product;
  const { data } = useGot<{ items: InBranch[] }>(`/api/admin/products/${product.id}/branches`);
  const price = data?.items.find((row) => row.price !== null)?.price ?? null;
  if (![factorBase, factorSales].every((factor) => Number.isInteger(factor) && factor > 0)) return null;
  const count = Math.max(14, Number(product.min_count) || 0);
  const parts = [
    `${count}\u00a0${unit}`,
    ...(unit === base ? [] : [amountWords(baseAmount(count, [factorBase, factorSales]), base)]),
    ...(price === null ? [] : [formatPrice(price * count)]),
  ];
  return <>Например: {parts.join(' = ')}</>;
}
