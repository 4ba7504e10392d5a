import { type RefObject, useEffect, useRef } from 'react';

/** The field that has this ref takes the cursor as it comes, where that `isWanted`. */
export function useTakesFocus(isWanted = false): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  return field;
}
