import { useGot } from '../parts/got.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';

type Row = { row: number; is_refused: boolean; words: string };

/** What became, or would become, of the rows of a table; what is not taken stands on top. */
export function ImportRows({ id }: { id: number }) {
  const { data, error, refetch } = useGot<{ items: Row[]; more: boolean }>(`/api/admin/file-imports/${id}/rows`);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />;
  if (data.items.length === 0) return <Empty title="Ничего не изменилось">Цены и остатки уже такие.</Empty>;
  const refused = data.items.filter(({ is_refused: isRefused }) => isRefused);
  const taken = data.items.filter(({ is_refused: isRefused }) => !isRefused);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="import-rows" aria-label="Строки таблицы" tabIndex={0}>
      <ol>
        {[...refused, ...taken].map(({ row, is_refused: isRefused, words }) => (
          <li key={`${row} ${words}`} className={isRefused ? 'field-error' : undefined}>
            {`Строка ${row}: ${isRefused ? 'не принято, ' : ''}${words}`}
          </li>
        ))}
      </ol>
      {data.more ? <p className="soft small">Показано начало, строк больше.</p> : null}
    </section>
  );
}
