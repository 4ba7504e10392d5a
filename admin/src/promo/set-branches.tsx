import type { UseQueryResult } from '@tanstack/react-query';
import { formatPrice } from '#shared/money.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import type { SetLook } from './set-words.ts';

type Props = { look: UseQueryResult<SetLook>; count: number; isOn: boolean };

/** A branch shows a set only while it has all of it: where that is so now, and what is lacking elsewhere. */
export function SetBranches({ look: { data, error, refetch, isPlaceholderData }, count, isOn }: Props) {
  return (
    <section className="panel promo-look" aria-labelledby="set-branches">
      <h2 id="set-branches" className="block-title">
        Где его видно сейчас
      </h2>
      {isOn ? null : <p className="soft">Набор выключен: покупатели не увидят его нигде, пока не стоит отметка.</p>}
      {count === 0 ? <p className="soft">Добавьте товары, и здесь появятся филиалы с ценой набора.</p> : null}
      {count > 0 && error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {count > 0 && !error && !data ? <Skeleton rows={3} /> : null}
      {count > 0 && data ? (
        <table className={isPlaceholderData ? 'records stale' : 'records'}>
          <thead>
            <tr>
              <th scope="col">Филиал</th>
              <th scope="col">Набор</th>
              <th scope="col" className="right">
                Цена набора
              </th>
            </tr>
          </thead>
          <tbody>
            {data.branches.map(({ id_1c: id, name, sum, lacking }) => (
              <tr key={id}>
                <td>{name}</td>
                <td className="set-lacking">
                  {sum === null ? (
                    <>
                      <Tag tone="warn">не хватает</Tag> {lacking.join(', ')}
                    </>
                  ) : (
                    <Tag tone="good">всё есть</Tag>
                  )}
                </td>
                <td className="right num">{sum === null ? '—' : formatPrice(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
