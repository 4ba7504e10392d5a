import { useState } from 'react';

/**
 * Fields that 1C leads and a person has unlocked here. As soon as the shop leads others than before (`led`), because
 * some were saved or given back, all that it does not lead are locked again.
 */
export function useUnlocked<F extends string>(led: readonly F[]) {
  const of = led.join();
  const [known, setKnown] = useState(of);
  const [fields, setFields] = useState<F[]>([]);
  if (known !== of) {
    setKnown(of);
    setFields([]);
  }
  return {
    isUnlocked: (field: F) => fields.includes(field),
    unlock: (field: F) => setFields((before) => [...before, field]),
  };
}
