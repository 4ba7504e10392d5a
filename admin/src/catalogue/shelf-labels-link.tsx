import { BranchFileLink } from '../parts/branch-file-link.tsx';

type Props = {
  codes: readonly string[];
  /** They hang in a point, and so open the host of its branch. */
  hasPlace: boolean;
  className: string;
};

/** Codes for shelves as a PDF to be printed and cut out. */
export function ShelfLabelsLink({ codes, hasPlace, className }: Props) {
  return (
    <BranchFileLink
      title="Напечатать"
      label="Напечатать, PDF"
      hint="Код откроет сайт этого филиала с его ценой и остатком"
      path="/api/admin/shelf-code-labels"
      query={{ codes: codes.join(',') }}
      isFixed={hasPlace}
      className={className}
    />
  );
}
