import type { Product } from '../parts/product.ts';
import { useUnlocked } from '../record/use-unlocked.ts';

type Owned = Product['owners'][number]['field'];

export type Locks = {
  /** Of a field that 1C feeds and nobody has unlocked: what unlocks it, or null for who may not. */
  lockOf: (field: Owned) => { unlock: (() => void) | null } | undefined;
  isReadOnly: (field: Owned) => boolean;
};

/** Which fields of a product 1C feeds, and which of them were unlocked here. */
export function useLocks({ id_1c, owners }: Product, isEditable: boolean): Locks {
  const led = owners.map(({ field }) => field);
  const { isUnlocked, unlock } = useUnlocked(led);
  const isLocked = (field: Owned) => id_1c !== null && !isUnlocked(field) && !led.includes(field);
  return {
    lockOf: (field) => (isLocked(field) ? { unlock: isEditable ? () => unlock(field) : null } : undefined),
    isReadOnly: (field) => !isEditable || isLocked(field),
  };
}
