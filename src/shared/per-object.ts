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

/** What `make` makes, made at the first call; what failed is tried again at the next one. */
export function once<V>(make: () => Promise<V>): () => Promise<V> {
  let made: Promise<V> | undefined;
  return () => {
    if (!made) {
      const making = make();
      made = making;
      making.catch(() => {
        if (made === making) made = undefined;
      });
    }
    return made;
  };
}
