import { type Asked, CategoryPage } from '../../../parts/category-page.tsx';
import { ProductCard } from '../../../parts/product-card.tsx';

/** Server components, «В корзину» alone hydrated: as the manual of Next.js would have it. */
export default function Page(asked: Asked) {
  return <CategoryPage {...asked} Card={ProductCard} />;
}
