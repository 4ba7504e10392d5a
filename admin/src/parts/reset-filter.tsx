import { Button } from './button.tsx';
import type { ListAddress } from './list-address.ts';

/** Takes away all that a list is filtered by; not there while nothing is. */
export function ResetFilter({ address }: { address: ListAddress }) {
  if (Object.keys(address.filter).length === 0) return null;
  return (
    <Button kind="text" onClick={address.resetFilter}>
      Сбросить
    </Button>
  );
}
