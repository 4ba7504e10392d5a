import { useState } from 'react';

/** True from the first time on that `isTrue` is: what was opened for the reader does not close under their hands. */
export function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}
