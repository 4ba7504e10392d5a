/** What `make` makes of an object, made once and remembered for as long as the object lives. */
export function perObject<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (object) => {
    let known = made.get(object);
    if (!known) {
      known = { value: make(object) };
      made.set(object, known);
    }
    return known.value;
  };
}

/** What `make` makes, made at the first call and given to everybody; what failed is tried again at the next one. */
export function once<Given extends unknown[], V>(
  make: (...given: Given) => Promise<V>,
): (...given: Given) => Promise<V> {
  let made: Promise<V> | undefined;
  return (...given) => {
    if (!made) {
      const making = make(...given);
      made = making;
      making.catch(() => {
        if (made === making) made = undefined;
      });
    }
    return made;
  };
}
