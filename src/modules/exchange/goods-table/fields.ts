import { isDeepStrictEqual } from 'node:util';
import { ProductChange } from '#modules/catalogue/product-schema.ts';
import type { GoodsColumn } from './columns.ts';

/** Fields of a product by name, an attribute as specs.CODE. */
export type Fields = Record<string, unknown>;

type WithSpecs = { specs: Record<string, unknown> } & Record<string, unknown>;

/** What a product holds in a field; an attribute that it says nothing of is ''. */
export function fieldOf(product: WithSpecs, name: string): unknown {
  return name.startsWith('specs.') ? (product.specs[name.slice('specs.'.length)] ?? '') : (product[name] ?? null);
}

export function fieldsOf(product: WithSpecs, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fieldOf(product, name)]));
}

/** Names of those whose values in the product are these. */
export function unchangedFields(product: WithSpecs, fields: Fields): string[] {
  return Object.keys(fields).filter((name) => isDeepStrictEqual(fieldOf(product, name), fields[name]));
}

/** The fields as `saveProduct` takes them: attributes beside those that the product has. */
export function changeOf(fields: Fields, specs: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(fields).filter(([name]) => !name.startsWith('specs.'));
  const attributes = Object.entries(fields).filter(([name]) => name.startsWith('specs.'));
  return {
    ...Object.fromEntries(plain),
    ...(attributes.length > 0 && {
      specs: {
        ...specs,
        ...Object.fromEntries(attributes.map(([name, value]) => [name.slice('specs.'.length), value])),
      },
    }),
  };
}

/** The same, checked. Problems by the name of the field, in Russian. */
export function checkedChange(
  fields: Fields,
  specs: Record<string, unknown>,
): { change: ProductChange } | { problems: Record<string, string> } {
  const read = ProductChange.safeParse(changeOf(fields, specs));
  if (read.success) return { change: read.data };
  return {
    problems: Object.fromEntries(
      read.error.issues.map(({ path, message }) => [
        path[0] === 'specs' ? path.slice(0, 2).join('.') : String(path[0]),
        message,
      ]),
    ),
  };
}

export const ownedBy1c = 'поле ведёт 1С';

/** Why the table may not say this of the product, in Russian; null: it may. */
export function ownerProblem(
  { owner }: Pick<GoodsColumn, 'owner'>,
  product: { id_1c: string | null; owned: readonly string[] },
): string | null {
  if (product.id_1c === null || owner === null) return null;
  return owner !== 'unit' && product.owned.includes(owner) ? null : ownedBy1c;
}
