import { type ProductState, productState, type Stated } from '#shared/product-state.ts';
import { Icon } from '#web/ui/icon.tsx';

const looks = {
  now: ['now', 'circle-check'],
  point: ['now', 'circle-check'],
  order: ['later', 'clock'],
  ask: ['later', 'message-circle'],
  none: ['none', 'circle-off'],
  gone: ['none', 'circle-off'],
} as const satisfies Record<ProductState['kind'], [look: string, icon: string]>;

/** The class that colours what is said of a product's availability. */
export function stockClass({ kind }: ProductState): string {
  return `stock--${looks[kind][0]}`;
}

/** What is said of a product's availability (`productState`): always an icon and words. */
export function StockLine({ product }: { product: Stated }) {
  const state = productState(product);
  return (
    <p className={`stock ${stockClass(state)}`}>
      <Icon name={looks[state.kind][1]} size="s" />
      {state.words}
    </p>
  );
}
