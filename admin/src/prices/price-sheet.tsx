import { Pin } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { useMay } from '../catalogue/may.ts';
import { thumbnail } from '../catalogue/product.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { cellHandlers, cellKey, type Edits, rowOfKey, useEdits } from '../parts/sheet-edits.ts';
import { idempotencyKey, RequestError, request } from '../request.ts';
import { PriceDetails } from './price-details.tsx';
import { changesOf, type PriceColumn, type SheetRow, typedPrice } from './sheet.ts';

/** Of one call. */
const mostCells = 500;

type Props = { rows: readonly SheetRow[]; columns: readonly PriceColumn[]; readAgain: () => Promise<void> };
type Problem = { row: number; code: string; words: string };

/**
 * Prices typed over in place. Enter and the arrows go through the cells, a block from a spreadsheet is pasted, Ctrl D
 * fills down, Ctrl Z takes the last step of typing back; what was saved can be taken back with the button.
 */
export function PriceSheet({ rows, columns, readAgain }: Props) {
  const isEditable = useMay()('prices.write');
  const table = useRef<HTMLTableElement>(null);
  const { edits, ...typing } = useEdits();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  /** The lines of the audit log by which what was saved last is taken back, the newest first. */
  const [lastSaved, setLastSaved] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [detailed, setDetailed] = useState<SheetRow | null>(null);
  const codes = columns.map(({ price_column }) => price_column);
  const { cells, bad } = useMemo(() => changesOf(edits, rows), [edits, rows]);

  function edit(changes: Edits) {
    typing.edit(changes);
    setProblems(new Map());
    setAsked(new Set());
  }

  /** Writes the cells, as many as one call takes at a time; at the first refusal the rest stays typed. */
  async function save(sure: ReadonlySet<string>) {
    setBusy(true);
    setFailure(null);
    const saved: string[] = [];
    let part = cells;
    try {
      for (let begin = 0; begin < cells.length; begin += mostCells) {
        part = cells.slice(begin, begin + mostCells);
        const { headers } = await request('/api/admin/prices/cells', {
          method: 'POST',
          body: { cells: part.map(({ key, ...cell }) => ({ ...cell, is_sure: sure.has(key) })) },
          headers: { 'Idempotency-Key': idempotencyKey() },
        });
        typing.forget(new Set(part.map(({ key }) => key)));
        saved.unshift(...[headers.get('Audit-Line') ?? []].flat());
      }
      setProblems(new Map());
      setAsked(new Set());
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const of = (error.details.problems ?? []) as Problem[];
      const keyed = of.flatMap(({ row, ...problem }) => {
        const cell = part[row];
        return cell ? [{ key: cell.key, ...problem }] : [];
      });
      setProblems(new Map(keyed.map(({ key, words }) => [key, words])));
      setAsked(new Set(keyed.filter(({ code }) => code === 'ask').map(({ key }) => key)));
      setFailure(of.length > 0 ? null : error.message);
    } finally {
      if (saved.length > 0) {
        setLastSaved(saved);
        await readAgain();
      }
      setBusy(false);
    }
  }

  async function undo() {
    setBusy(true);
    setFailure(null);
    let left = lastSaved;
    try {
      for (const line of lastSaved) {
        await request(`/api/admin/audit/${line}/undo`, { method: 'POST', body: {} });
        left = left.slice(1);
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(`Отменить нельзя: ${lowerFirst(error.message)}`);
    } finally {
      setLastSaved(left);
      await readAgain();
      setBusy(false);
    }
  }

  const sheet = {
    ...{ rows, columns: codes, edit, undo: typing.undo },
    focusCell: ({ row, column }: { row: number; column: number }) =>
      table.current?.querySelector<HTMLInputElement>(`input[data-at="${row}-${column}"]`)?.focus(),
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll" aria-label="Лист цен" tabIndex={0}>
        <table className="records sheet" ref={table}>
          <thead>
            <tr>
              <th scope="col">Товар</th>
              <th scope="col">Артикул</th>
              <th scope="col">Подробно</th>
              {columns.map(({ price_column: code, name, purpose }) => (
                <th key={code} scope="col" className="right">
                  {purpose === 'cost' ? `Закупка: ${name}` : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <td>
                  <span className="goods-name">
                    {row.image ? (
                      <img src={thumbnail(row.image)} alt="" width="28" height="28" loading="lazy" />
                    ) : (
                      <i />
                    )}
                    <PageLink to={`/catalogue/${row.id}`}>{row.name}</PageLink>
                  </span>
                </td>
                <td>{row.article ?? '—'}</td>
                <td>
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`Цены от количества и история: ${row.name}`}
                    onClick={() => setDetailed(row)}
                  >
                    {row.cells.some(({ tiers }) => tiers.length > 0) ? 'Есть от количества' : 'История'}
                  </Button>
                </td>
                {columns.map(({ price_column: code, name }, place) => {
                  const key = cellKey(row.id, code);
                  const cell = row.cells.find((one) => one.price_column === code);
                  const problem = problems.get(key) ?? (bad.includes(key) ? 'Это не цена' : undefined);
                  const state = problem ? 'wrong' : edits.has(key) ? 'edited' : cell?.is_pinned ? 'pinned' : '';
                  return (
                    <td key={code} className={`cell ${state}`.trim()} title={problem}>
                      {isEditable ? (
                        <input
                          data-at={`${at}-${place}`}
                          inputMode="decimal"
                          aria-label={`${row.name}, ${name}`}
                          aria-invalid={problem ? true : undefined}
                          placeholder="по запросу"
                          value={edits.get(key) ?? typedPrice(cell?.price ?? null)}
                          onChange={({ target }) => edit(new Map([[key, target.value]]))}
                          {...cellHandlers(sheet, { row: at, column: place })}
                        />
                      ) : (
                        <span className="num">{cell?.price == null ? '—' : formatPrice(cell.price)}</span>
                      )}
                      {cell?.is_pinned ? <Pin size={12} aria-label="Цену ведёт магазин" /> : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {problems.size > 0 || failure ? (
        <div className="sheet-bar" role="alert">
          <ul>
            {failure ? <li>{failure}</li> : null}
            {[...problems].slice(0, 5).map(([key, words]) => (
              <li key={key}>
                {rows.find(({ id }) => id === rowOfKey(key))?.name}: {words}
              </li>
            ))}
            {problems.size > 5 ? <li>И ещё {problems.size - 5}</li> : null}
          </ul>
          {asked.size > 0 && asked.size === problems.size ? (
            <Button isBusy={isBusy} onClick={() => void save(asked)}>
              Да, цены верны
            </Button>
          ) : null}
        </div>
      ) : null}
      {detailed ? (
        <Dialog
          title={detailed.name}
          className="dialog-wide"
          onClose={() => {
            setDetailed(null);
            void readAgain();
          }}
        >
          <PriceDetails id={detailed.id} unit={detailed.unit} />
        </Dialog>
      ) : null}
      <div className="sheet-bar">
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={cells.length === 0 || bad.length > 0}
          onClick={() => void save(new Set())}
        >
          Сохранить {cells.length > 0 ? `${cells.length} ${plural(cells.length, 'цену', 'цены', 'цен')}` : 'цены'}
        </Button>
        {edits.size > 0 ? <Button onClick={() => typing.forget()}>Сбросить правку</Button> : null}
        {lastSaved.length > 0 ? (
          <Button isBusy={isBusy} onClick={() => void undo()}>
            Отменить сохранённое
          </Button>
        ) : null}
        {isEditable ? (
          <span className="soft small">
            Enter — вниз, Ctrl V — вставка из таблицы, Ctrl D — заполнить вниз, Ctrl Z — назад
          </span>
        ) : null}
      </div>
    </>
  );
}
