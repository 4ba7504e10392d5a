import type { Segment } from '../segment.ts';

/**
 * What follows from a segment and a key alone is worked out once for both: queries of one category bring the same key
 * again and again. It must not depend on prices, stock or tombstones, which change in place.
 */
export function perSegment<Key extends object, Value>(make: (segment: Segment, key: Key) => Value) {
  const known = new WeakMap<Segment, WeakMap<Key, Value>>();
  return (segment: Segment, key: Key): Value => {
    let own = known.get(segment);
    if (!own) {
      own = new WeakMap();
      known.set(segment, own);
    }
    let value = own.get(key);
    if (value === undefined) {
      value = make(segment, key);
      own.set(key, value);
    }
    return value;
  };
}
