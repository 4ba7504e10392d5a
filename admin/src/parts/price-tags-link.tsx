import { BranchFileLink } from './branch-file-link.tsx';

/** Price tags of the marked goods to be printed, with the prices of the chosen branch. */
export function PriceTagsLink({ ids, className }: { ids: readonly number[]; className: string }) {
  return (
    <BranchFileLink
      title="Ценники"
      label="Ценники, PDF"
      hint="На ценниках стоят его цены и адрес"
      path="/api/admin/price-tags"
      query={{ ids: ids.join(',') }}
      className={className}
    />
  );
}
