import { useId, useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { TableFile, useSentFile } from '../parts/table-file.tsx';
import {
  type Chosen,
  choicesOf,
  chosenColumns,
  fittingMap,
  guessed,
  mapColumns,
  type Targets,
} from './file-columns.ts';
import { ImportRows } from './import-rows.tsx';
import { type Imported, type ImportMode, useFileImport } from './use-file-import.ts';

type Look = { headings: string[]; rows: string[][] };

/** A table is chosen, its columns are named, it is shown what would change, and then it is taken. */
export function TakeTable() {
  const { data: maps, error, refetch } = useGot<Targets>('/api/admin/file-maps');
  const id = useId();
  const { sent, problem, isBusy, choose } = useSentFile<Look>('/api/admin/file-imports/headings');
  if (!maps)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={3} />}
      </div>
    );

  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <div className="panel-head">
        <h2 id={`${id}-title`}>Цены и остатки из таблицы</h2>
      </div>
      <div className="form branch-fields">
        <p className="soft">
          CSV, XLSX или выгрузка YML, до 50 000 строк. Товар находим по коду, артикулу, штрихкоду или Ид 1С. Сначала
          покажем, что изменится; пустая ячейка ничего не меняет.
        </p>
        <TableFile
          name={sent?.file.name ?? null}
          accept=".csv,.txt,.tsv,.xlsx,.xml,.yml"
          isBusy={isBusy}
          onFile={choose}
        />
        <Problem words={problem} />
        {sent ? (
          <Columns
            key={`${sent.file.name} ${sent.file.lastModified}`}
            file={sent.file}
            look={sent.answer}
            maps={maps}
          />
        ) : null}
      </div>
    </section>
  );
}

function Columns({ file, look, maps }: { file: File; look: Look; maps: Targets }) {
  const { headings } = look;
  const known = fittingMap(maps.items, headings);
  const [chosen, setChosen] = useState<Chosen>(() => (known ? mapColumns(known, headings) : guessed(headings)));
  const [name, setName] = useState(known?.name ?? file.name.replace(/\.\w+$/, '').slice(0, 60));
  const [unit, setUnit] = useState(known?.unit ?? 'sales');
  const { result, problem, isBusy, run, forget } = useFileImport(file, maps.items);
  const send = (mode: ImportMode) => void run({ name, columns: chosenColumns(chosen, headings), unit }, mode);

  return (
    <>
      <ColumnsTable
        look={look}
        choices={choicesOf(maps)}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next);
          forget();
        }}
      />
      <div className="form form-pair">
        <LineField label="Запомнить столбцы под именем" maxLength={60} value={name} onChange={setName} />
        <Field label="Цены и остатки указаны за" hint="Если штука и килограмм — разные единицы товара">
          {(given) => (
            <select {...given} value={unit} onChange={({ target }) => setUnit(target.value as 'sales' | 'base')}>
              <option value="sales">то, чем продаём: мешок, упаковку</option>
              <option value="base">единицу учёта в 1С: килограмм, метр</option>
            </select>
          )}
        </Field>
      </div>
      <Problem words={problem} />
      {result ? <Result result={result} isBusy={isBusy} apply={() => send('apply')} /> : null}
      {result ? null : (
        <p className="form-actions">
          <Button kind="primary" isBusy={isBusy} onClick={() => send('rehearse')}>
            Проверить
          </Button>
        </p>
      )}
    </>
  );
}

type TableProps = {
  look: Look;
  choices: ReturnType<typeof choicesOf>;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
};

/** The first rows of the table; above each column is chosen what it holds. */
function ColumnsTable({ look: { headings, rows }, choices, chosen, onChange }: TableProps) {
  return (
    <div className="table-scroll">
      <table className="records file-columns">
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading || '—'}
              </th>
            ))}
          </tr>
          <tr>
            {headings.map((heading) => (
              <td key={heading}>
                <select
                  aria-label={`Что в столбце «${heading}»`}
                  value={chosen[heading] ?? ''}
                  disabled={heading === ''}
                  onChange={({ target }) => onChange({ ...chosen, [heading]: target.value })}
                >
                  <option value="">не нужен</option>
                  {choices.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file, which never change
            <tr key={at}>
              {headings.map((heading, place) => (
                <td key={heading}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Result({ result, isBusy, apply }: { result: Imported; isBusy: boolean; apply: () => void }) {
  const { id, state, summary } = result;
  const { prices, stock, guards } = summary;
  const isDone = state === 'applied';
  const changed = prices.changed + stock.changed;
  return (
    <>
      <p role="status">
        {countOf(summary.rows, 'строка', 'строки', 'строк')}. {isDone ? 'Изменено' : 'Изменится'}: цен{' '}
        {formatCount(prices.changed)}, остатков {formatCount(stock.changed)}. Прежние: цен{' '}
        {formatCount(prices.unchanged)}, остатков {formatCount(stock.unchanged)}. Не принято:{' '}
        {formatCount(prices.refused + stock.refused)}.
      </p>
      {guards.map((guard) => (
        <p key={guard} className="note note-warn">
          Внимание: {guard}
        </p>
      ))}
      <ImportRows id={id} />
      {isDone || changed === 0 ? null : (
        <p className="form-actions">
          <Button kind="primary" isBusy={isBusy} onClick={apply}>
            Принять {countOf(changed, 'изменение', 'изменения', 'изменений')}
          </Button>
        </p>
      )}
    </>
  );
}
