/** What something was built from. 'products': from products that it never named one by one. */
export type Tag =
  | 'catalogue'
  | 'products'
  | `product:${number}`
  | 'departments'
  | 'content'
  | 'settings'
  | 'maintenance';

/**
 * What has changed; '*': anything may have. 'revision': rows of the catalogue; which, its follower asks the database,
 * and says then what is out of date.
 */
export type Invalidation = Tag | '*' | 'revision';

/** A change of a product also makes out of date what was built from 'products'. */
export function changedTags(tags: readonly Invalidation[]): ReadonlySet<Invalidation> {
  const changed = new Set(tags);
  changed.delete('revision');
  if (tags.some((tag) => tag.startsWith('product:'))) changed.add('products');
  return changed;
}

/** Whether something built from `own` is out of date. */
export function isOutdated(own: Iterable<Tag>, changed: ReadonlySet<Invalidation>): boolean {
  if (changed.has('*')) return true;
  for (const tag of own) if (changed.has(tag)) return true;
  return false;
}
