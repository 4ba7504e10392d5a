import { type Asked, CategoryPage } from '../../../../parts/category-page.tsx';
import { HydratedCard } from '../../../../parts/hydrated-card.tsx';

/**
 * The same with whole cards hydrated, as the shop's are: what they show travels once more as data instead of as
 * elements, which costs the server less.
 */
export default function Page(asked: Asked) {
  return <CategoryPage {...asked} Card={HydratedCard} />;
}
