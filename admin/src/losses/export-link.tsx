import { Download } from 'lucide-react';
import { listSearch } from '../data-provider.ts';
import type { ListAddress } from '../parts/list-address.ts';
import { currentBranch } from '../request.ts';

type Props = { list: 'losses' | 'goods-to-buy'; filter: Record<string, unknown>; sort: ListAddress['sort'] };

/** The list by its filter as a table. */
export function ExportLink({ list, filter, sort }: Props) {
  const search = listSearch({ filter, sort });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return (
    <a className="btn btn-plain" href={`/api/admin/${list}/export?${search}`}>
      <Download size={16} aria-hidden="true" />
      Выгрузить
    </a>
  );
}
