import { perObject } from '#shared/per-object.ts';
import type { Segment } from '../segment.ts';

/**
 * What follows from a segment and a key alone is worked out once for both: queries of one category bring the same key
 * again and again. It must not depend on prices, stock or tombstones, which change in place.
 */
export function perSegment<Key extends object, Value>(make: (segment: Segment, key: Key) => Value) {
  const ofSegment = perObject((segment: Segment) => perObject((key: Key) => make(segment, key)));
  return (segment: Segment, key: Key): Value => ofSegment(segment)(key);
}
