import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminList } from '#shared/admin-lists.ts';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { useCan } from '../session/session.ts';
import { AssortmentTabs } from './assortment-tabs.tsx';

type Row = { id: number | string };
type Props<Item extends Row> = {
  name: AdminList;
  title: string;
  path: string;
  /** Where a row's page is, under the back office. */
  to: string;
  columns: Column<Item>[];
  /** The words that the list is searched by. */
  searched: { label: string; text: (item: Item) => string };
  empty: ReactNode;
  /** What makes a new one. */
  add?: { label: string; dialog: (close: () => void) => ReactNode };
  toneOf?: (item: Item) => 'warn' | null;
};

/** A list that comes whole: it is searched in the browser. */
export function PlainList<Item extends Row>(props: Props<Item>) {
  const { name, title, path, to, columns, searched, empty, add, toneOf } = props;
  const list = useGot<{ items: Item[] }>(path);
  const address = useListAddress(['q'], '');
  const q = address.filter.q?.[0] ?? '';
  const navigate = useNavigate();
  const withBranch = useAddress();
  const canWrite = useCan('catalogue.write');
  const [isNew, setNew] = useState(false);
  const words = q.toLowerCase();
  const found = list.data?.items.filter((item) => searched.text(item).toLowerCase().includes(words));
  return (
    <PageFrame
      title={title}
      beside={<AssortmentTabs />}
      actions={
        canWrite && add ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            {add.label}
          </Button>
        ) : null
      }
    >
      <div className="filters">
        <FilterText label={searched.label} value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
      </div>
      <WholeList
        name={name}
        list={list}
        rows={found}
        address={address}
        label={title}
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`${to}/${encodeURIComponent(id)}`))}
        {...(toneOf && { toneOf })}
        empty={empty}
      />
      {isNew && add ? add.dialog(() => setNew(false)) : null}
    </PageFrame>
  );
}
