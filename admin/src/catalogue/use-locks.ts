import { useState } from 'react';
import type { Product } from '../parts/product.ts';

type Owned = Product['owners'][number]['field'];

export type Locks = {
  /** Of a field that 1C feeds and nobody has unlocked: what unlocks it, or null for who may not. */
  lockOf: (field: Owned) => { unlock: (() => void) | null } | undefined;
  isReadOnly: (field: Owned) => boolean;
};

/** Which fields of a product 1C feeds, and which of them were unlocked here. */
export function useLocks({ id_1c, owners }: Product, isEditable: boolean): Locks {
  const [unlocked, setUnlocked] = useState<Owned[]>([]);
  const isLocked = (field: Owned) =>
    id_1c !== null && !unlocked.includes(field) && !owners.some((owner) => owner.field === field);
  return {
    lockOf: (field) =>
      isLocked(field) ? { unlock: isEditable ? () => setUnlocked((before) => [...before, field]) : null } : undefined,
    isReadOnly: (field) => !isEditable || isLocked(field),
  };
}
