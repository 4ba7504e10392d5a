import { useEffect, useRef } from 'react';
import type { CartPage } from './read-cart-page.ts';

/**
 * `seen` tells a line that was unticked from one that came later: new lines are ticked. orderItems: idcodes chosen for
 * the order (S3-05).
 */
type Selection = { orderItems: string[]; seen: string[] };

/**
 * S4-08: the order selection lives in local storage, one record per cart. It is read once and written after each
 * answer.
 */
export function useSelection(page: CartPage, choose: (ids: number[]) => void) {
  const isRead = useRef(false);
  const { cart_id, made_at, lines } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment of the answer stands for everything in it
  useEffect(() => {
    if (cart_id === null) return;
    const orderable = lines.filter((line) => line.is_orderable);
    if (!isRead.current) {
      isRead.current = true;
      const kept = readSelection(cart_id);
      const wanted = orderable.filter(
        (line) => !kept.seen.includes(line.idcode) || kept.orderItems.includes(line.idcode),
      );
      if (wanted.length > 0 && wanted.length < orderable.length && orderable.every((line) => line.is_chosen)) {
        choose(wanted.map((line) => line.id));
        return;
      }
    }
    writeSelection(cart_id, {
      orderItems: orderable.filter((line) => line.is_chosen).map((line) => line.idcode),
      seen: lines.map((line) => line.idcode),
    });
  }, [cart_id, made_at]);
}

const storageKey = (cart_id: string) => `orderItems_${cart_id}`;

function readSelection(cart_id: string): Selection {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(cart_id)) ?? '{}');
    const { orderItems, seen } = (kept ?? {}) as Partial<Record<'orderItems' | 'seen', unknown>>;
    return { orderItems: texts(orderItems), seen: texts(seen) };
  } catch {
    return { orderItems: [], seen: [] };
  }
}

function writeSelection(cart_id: string, selection: Selection) {
  try {
    localStorage.setItem(storageKey(cart_id), JSON.stringify(selection));
  } catch {
    // A private window or a full storage: the ticks then live as long as the page.
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
