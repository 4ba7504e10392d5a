import { useEffect, useRef, useState } from 'react';
import { plural } from '#shared/plurals.ts';
import { useVisitorLists } from '#web/parts/visitor/visitor-lists.ts';

/**
 * S2-28: numbers beside the icons. Unknown until the cookies were read after load, so the page itself is the same for
 * all.
 */
export function useCounters(): { favourites: number; compare: number; cart: number } {
  const { favourites, compare, cart } = useVisitorLists();
  return { favourites: favourites.length, compare: compare.length, cart: Object.keys(cart).length };
}

/** Says a changed number politely; the first reading after load is not a change. */
export function CounterAnnouncer() {
  const { favourites, compare, cart } = useCounters();
  const words = [
    `В корзине ${cart} ${plural(cart, 'товар', 'товара', 'товаров')}`,
    `В избранном ${favourites}`,
    `В сравнении ${compare}`,
  ];
  const known = useRef<string[] | null>(null);
  const [notice, setNotice] = useState('');
  const text = words.join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is all of `words`
  useEffect(() => {
    const timer = setTimeout(() => {
      const before = known.current;
      known.current = words;
      if (before) setNotice(words.find((word, index) => word !== before[index]) ?? '');
    }, 300);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr" role="status">
      {notice}
    </p>
  );
}
