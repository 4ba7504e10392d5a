import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Got, gotQuery, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useCan } from '../session/session.ts';
import type { BranchRecord } from './branch-types.ts';
import { ColumnsDialog } from './columns-dialog.tsx';

/** Which prices a branch sells by and whose stock it has, and what of 1C fills both. */
export function SupplyTab({ branch, onDone }: { branch: BranchRecord; onDone: () => void }) {
  const canChange = useCan('branches.create');
  const [isChanging, setChanging] = useState(false);
  const mayReadPrices = useCan('prices.read');
  const mayReadExchange = useCan('exchange.read');
  const columns = useGot<Got<'/api/admin/price-columns'>>('/api/admin/price-columns', { isOn: mayReadPrices });
  const nameOf = (code: string) => columns.data?.items.find(({ price_column }) => price_column === code)?.name ?? code;
  return (
    <div className="panel branch-part">
      <h2>Цены и склад</h2>
      <p className="soft">
        По ним считаются цены и остатки филиала и его пунктов. Склад назван по коду филиала в 1С и не меняется: другой
        склад — это другой филиал.
      </p>
      <dl className="facts">
        <div>
          <dt>Розничные цены</dt>
          <dd>{nameOf(branch.base_price)}</dd>
        </div>
        <div>
          <dt>Цены для фирм</dt>
          <dd>{branch.b2b_price ? nameOf(branch.b2b_price) : 'те же, что в рознице'}</dd>
        </div>
        <div>
          <dt>Склад</dt>
          <dd>{branch.store}</dd>
        </div>
      </dl>
      <p className="form-actions">
        {canChange && columns.data ? <Button onClick={() => setChanging(true)}>Другие колонки цен</Button> : null}
        {mayReadPrices ? <PageLink to="/prices">Лист цен</PageLink> : null}
        {mayReadPrices ? <PageLink to="/stock">Остатки</PageLink> : null}
      </p>
      {mayReadExchange ? <FilledBy branch={branch} /> : null}
      {isChanging && columns.data ? (
        <ColumnsDialog
          branch={branch}
          columns={columns.data.items}
          onClose={() => setChanging(false)}
          onDone={onDone}
        />
      ) : null}
    </div>
  );
}

type Mapping = Got<'/api/admin/onec-mapping'>;

function FilledBy({ branch }: { branch: BranchRecord }) {
  const { data, error, refetch } = useQuery(gotQuery<Mapping>('/api/admin/onec-mapping', null));
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={3} />;
  const columns = [branch.base_price, branch.b2b_price];
  const sources = [
    ...data.price_types
      .filter(({ price_column }) => price_column !== null && columns.includes(price_column))
      .map(({ target, ...type }) => ({ ...type, what: target === 'old_price' ? 'старая цена' : 'вид цены' })),
    ...data.warehouses
      .filter(({ store }) => store === branch.store)
      .map((warehouse) => ({ ...warehouse, what: 'склад' })),
  ];
  return (
    <>
      <h3>Откуда из 1С</h3>
      {sources.length === 0 ? <p className="soft">Из 1С сюда ничего не идёт.</p> : null}
      <ul>
        {sources.map(({ node, id, name, what }) => (
          <li key={`${what} ${node?.id} ${id}`}>
            {name} <span className="soft">{[what, node?.name].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
      <PageLink to="/onec/mapping">Сопоставление с 1С</PageLink>
    </>
  );
}
