import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import type { InBranch } from '../parts/product.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { request } from '../request.ts';

/** What the branches ask for the product and have of it. */
export function BranchesPanel({ id, unit }: { id: number; unit: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['products', 'branches', id],
    queryFn: async () => (await request<{ items: InBranch[] }>(`/api/admin/products/${id}/branches`)).body.items,
  });
  return (
    <section className="panel goods-panel" aria-label="Филиалы">
      <h2>Филиалы</h2>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton rows={3} /> : null}
      {data ? (
        <table className="goods-table">
          <thead>
            <tr>
              <th scope="col">Филиал</th>
              <th scope="col" className="right">
                Цена
              </th>
              <th scope="col" className="right">
                Остаток
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.department_id_1c}>
                <th scope="row">
                  {row.city}
                  {row.name === row.city ? null : <small className="soft">{row.name}</small>}
                </th>
                <td className="right num">{row.price === null ? '—' : formatPrice(row.price)}</td>
                <td className={`right num${row.available === 0 ? ' none-left' : ''}`}>
                  {row.available === null ? '—' : `${formatCount(row.available)}\u00a0${unit}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
