import { productSlugIn } from '#shared/urls.ts';
import type { LayerProduct } from '#web/parts/analytics/counter.ts';
import { packedCards } from '#web/parts/goods/packed.ts';

/**
 * Products met in the data of pages, by id and by slug: what the counter gets of a card is what the card was made
 * from.
 */
export type KnownProducts = ReturnType<typeof openKnownProducts>;

const deepest = 8;

export function openKnownProducts() {
  const byId = new Map<number, LayerProduct>();
  const bySlug = new Map<string, LayerProduct>();
  const seen = new WeakSet<object>();

  /** Looks through what loaders and fetchers have brought; each object once. */
  function learn(given: unknown, depth = 0): void {
    const value = packedCards(given) ?? given;
    if (typeof value !== 'object' || value === null || depth > deepest || seen.has(value)) return;
    seen.add(value);
    if (!Array.isArray(value)) keep(value as Record<string, unknown>);
    for (const part of Object.values(value)) learn(part, depth + 1);
  }

  function keep(found: Record<string, unknown>): void {
    const { id, idcode, slug, name, brand, category_code } = found;
    if (typeof id !== 'number' || typeof idcode !== 'string' || typeof name !== 'string') return;
    const price = typeof found.buyer_price === 'number' ? found.buyer_price : found.price;
    const brandName = (brand as { name?: unknown } | null)?.name;
    const product: LayerProduct = {
      ...byId.get(id),
      id: String(id),
      name,
      ...(typeof brandName === 'string' && { brand: brandName }),
      ...(typeof category_code === 'string' && { category: category_code }),
      ...(typeof price === 'number' && { price: price / 100 }),
    };
    byId.set(id, product);
    if (typeof slug === 'string') bySlug.set(slug, product);
  }

  return {
    learn,
    ofId: (id: number): LayerProduct => byId.get(id) ?? { id: String(id), name: `Товар ${id}` },
    ofLink(href: string | null): LayerProduct | null {
      const slug = productSlugIn(href ?? '');
      return (slug !== null && bySlug.get(slug)) || null;
    },
  };
}
