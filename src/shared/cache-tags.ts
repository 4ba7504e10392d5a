/** What something was built from. 'products': from products that it never named one by one. */
export type Tag =
  | 'catalogue'
  | 'products'
  | `product:${number}`
  | 'departments'
  | 'content'
  | 'settings'
  | 'maintenance';

/** What has changed; '*': anything may have. */
export type Invalidation = Tag | '*';

/** A change of a product also makes out of date what was built from 'products'. */
export function changedTags(tags: readonly Invalidation[]): ReadonlySet<Invalidation> {
  const changed = new Set(tags);
  if (tags.some((tag) => tag.startsWith('product:'))) changed.add('products');
  return changed;
}

/** Whether something built from `own` is out of date. */
export function isOutdated(own: Iterable<Tag>, changed: ReadonlySet<Invalidation>): boolean {
  if (changed.has('*')) return true;
  for (const tag of own) if (changed.has(tag)) return true;
  return false;
}
