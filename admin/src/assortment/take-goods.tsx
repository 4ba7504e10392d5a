import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { refusalWords, TableFile, upload, useSentFile } from '../parts/table-file.tsx';
import { idempotencyKey } from '../request.ts';

type Column = { heading: string; field: string };
type Look = {
  headings: string[];
  rows: string[][];
  columns: Column[];
  choices: { field: string; label: string }[];
};

/** A table of goods is chosen and its columns are named; then it is read and looked at. `started`: its id. */
export function TakeGoods({ started }: { started: (id: number) => void }) {
  const { sent, problem, isBusy, choose, forget } = useSentFile<Look>('/api/admin/goods-imports/headings');

  return (
    <section className="panel" aria-labelledby="take-goods">
      <div className="panel-head">
        <h2 id="take-goods">Товары из таблицы</h2>
      </div>
      <div className="form branch-fields">
        <p className="soft">
          CSV, XLSX или выгрузка YML, до 20 000 товаров и 20 МБ: скачайте таблицу, поправьте её и пришлите обратно.
          Сначала покажем, что изменится. Пустая ячейка ничего не меняет, <code>[пусто]</code> или <code>-</code>{' '}
          очищает поле. Поля, которые ведёт 1С, таблица не трогает. Строка без кода с новым артикулом или штрихкодом
          заводит товар.
        </p>
        <TableFile
          name={sent?.file.name ?? null}
          accept=".csv,.txt,.tsv,.xlsx,.xml,.yml"
          isBusy={isBusy}
          onFile={choose}
        />
        <Problem words={problem} />
        {sent ? (
          <GoodsColumns
            key={`${sent.file.name} ${sent.file.lastModified}`}
            file={sent.file}
            look={sent.answer}
            started={(id) => {
              forget();
              started(id);
            }}
          />
        ) : null}
      </div>
    </section>
  );
}

type ColumnsProps = { file: File; look: Look; started: (id: number) => void };

function GoodsColumns({ file, look, started }: ColumnsProps) {
  const [columns, setColumns] = useState(look.columns);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState(idempotencyKey);
  const known = columns.filter(({ field }) => field !== '').length;

  function choose(at: number, field: string) {
    setColumns(columns.map((column, index) => (index === at ? { ...column, field } : column)));
    setProblem(null);
    setKey(idempotencyKey());
  }

  async function check() {
    setBusy(true);
    setProblem(null);
    try {
      const more = { columns: JSON.stringify(columns) };
      const { id } = (await (await upload('/api/admin/goods-imports', file, more, key)).json()) as { id: number };
      started(id);
    } catch (failure) {
      setProblem(refusalWords(failure));
      setKey(idempotencyKey());
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p role="status">
        {countOf(columns.length, 'столбец', 'столбца', 'столбцов')}, узнали {known}. Выбор запомним для следующих
        таблиц.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll goods-columns" aria-label="Столбцы таблицы" tabIndex={0}>
        <table className="records">
          <thead>
            <tr>
              <th scope="col">Столбец</th>
              <th scope="col">Что это</th>
              <th scope="col">Пример</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ heading, field }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file, which never change
              <tr key={at}>
                <td>{heading || '—'}</td>
                <td>
                  <select
                    aria-label={`Что в столбце «${heading}»`}
                    value={field}
                    disabled={heading === ''}
                    onChange={({ target }) => choose(at, target.value)}
                  >
                    <option value="">не нужен</option>
                    {look.choices.map((choice) => (
                      <option key={choice.field} value={choice.field}>
                        {choice.label}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="goods-sample">{sampleOf(look.rows, at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Problem words={problem} />
      <p className="form-actions">
        <Button kind="primary" isBusy={isBusy} onClick={() => void check()}>
          Проверить
        </Button>
      </p>
    </>
  );
}

function sampleOf(rows: string[][], at: number): string {
  const sample = rows.map((cells) => cells[at] ?? '').find(Boolean) ?? '';
  return sample.length > 80 ? `${sample.slice(0, 80)}…` : sample;
}
