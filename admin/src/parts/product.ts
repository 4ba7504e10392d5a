import { imageUrl } from '#shared/image-url.ts';
import type { paths } from '../api-types.ts';

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type ProductRow = Answer<'/api/admin/products'>['items'][number];
export type Product = Answer<'/api/admin/products/{id}'>;
export type Category = Answer<'/api/admin/categories'>['items'][number];
export type Brand = Answer<'/api/admin/brands'>['items'][number];
export type Attribute = Answer<'/api/admin/attributes'>['items'][number];
export type InBranch = Answer<'/api/admin/products/{id}/branches'>['items'][number];

/** A square picture of a stored file: 80 or 160 px. */
export function thumbnail(file: string, side: 80 | 160 = 80): string {
  return imageUrl(file, { width: side, height: side, fit: 'contain' });
}

/** Categories as a list of choices, each under its parent. */
export function orderedCategories(all: readonly Category[]): { id: number; label: string }[] {
  const below = Map.groupBy(all, ({ parent_id }) => parent_id);
  const walk = (parent: number | null, depth: number): { id: number; label: string }[] =>
    (below.get(parent) ?? []).flatMap(({ id, name }) => [
      { id, label: `${'\u2003'.repeat(depth)}${name}` },
      ...walk(id, depth + 1),
    ]);
  return walk(null, 0);
}
