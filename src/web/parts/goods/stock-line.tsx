import { type ProductState, productState, type Stated } from '#shared/product-state.ts';
import { Icon } from '#web/ui/icon.tsx';

const looks = {
  now: ['good', 'circle-check'],
  point: ['good', 'circle-check'],
  order: ['wait', 'clock'],
  ask: ['wait', 'message-circle'],
  none: ['none', 'circle-off'],
  gone: ['none', 'circle-off'],
} as const satisfies Record<ProductState['kind'], [look: string, icon: string]>;

/** The class that colours what is said of a product's availability. */
export function stockClass({ kind }: ProductState): string {
  return `state--${looks[kind][0]}`;
}

/** What is said of a product's availability (`productState`): always an icon and words. */
export function StockLine({ product }: { product: Stated }) {
  const state = productState(product);
  return (
    <p className={`state ${stockClass(state)}`}>
      <Icon name={looks[state.kind][1]} size="s" />
      {state.words}
    </p>
  );
}
