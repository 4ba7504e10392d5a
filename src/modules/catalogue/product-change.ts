import { productFields } from '#shared/product-fields.ts';
import { ProductChange } from './product-schema.ts';

type Changeable = Partial<Record<keyof ProductChange, unknown>>;

/** The fields of a product that staff may set, by their names. */
export function changeableFields(product: Changeable): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(ProductChange.shape).map((name) => [name, product[name as keyof ProductChange]]),
  );
}

/** A change of a product as the audit log tells it. */
export function productChangeWords(before: { name: string; is_on: boolean }, change: ProductChange): string {
  if (change.is_on !== undefined && change.is_on !== before.is_on && Object.keys(change).length === 1)
    return `Товар «${before.name}» ${change.is_on ? 'включён' : 'снят с продажи'}`;
  const changed = new Set(Object.keys(change).map((field) => productFields[field as keyof ProductChange].words));
  return `Товар «${before.name}»: ${[...changed].join(', ')}`;
}
