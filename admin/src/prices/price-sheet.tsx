import { Pin } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount, plural } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { MarkBox } from '../parts/mark-box.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { thumbnail } from '../parts/product.ts';
import { cellHandlers, cellKey, type Edits, leftOutWords, rowOfKey, withoutColumns } from '../parts/sheet-edits.ts';
import { type Boxes, mostMarked } from '../parts/use-boxes.ts';
import { useKeptEdits } from '../parts/use-kept-edits.ts';
import { useMay } from '../session/may.ts';
import { PriceDetails } from './price-details.tsx';
import {
  changesOf,
  type MarkUp,
  markUpOf,
  type PriceColumn,
  type SheetRow,
  typedPrice,
  withCrossedOut,
} from './sheet.ts';
import { usePriceWrites } from './use-price-writes.ts';

type Props = {
  /** Whose columns are shown; names what was typed and not saved. */
  branch: string;
  rows: readonly SheetRow[];
  columns: readonly PriceColumn[];
  /** Which goods are marked for a mass change; null: nothing may be changed. */
  boxes: Boxes | null;
  readAgain: () => Promise<void>;
};

/**
 * Prices typed over in place. Enter and the arrows go through the cells, a block from a spreadsheet is pasted, Ctrl D
 * fills down, Ctrl Z takes the last step of typing back; what was saved can be taken back with the button.
 */
export function PriceSheet({ branch, rows, columns, boxes, readAgain }: Props) {
  const isEditable = useMay()('prices.write');
  const table = useRef<HTMLTableElement>(null);
  // One for all pages of the list: a row is named by its product.
  const { edits: kept, ...typing } = useKeptEdits(`price-sheet ${branch}`);
  const closed = useMemo(() => new Set(columns.filter(isClosed).map(({ price_column }) => price_column)), [columns]);
  const edits = useMemo(() => withoutColumns(kept, closed), [kept, closed]);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const [detailed, setDetailed] = useState<SheetRow | null>(null);
  const codes = columns.map(({ price_column }) => price_column);
  const retail = useMemo(() => new Set(columns.filter(isRetail).map(({ price_column }) => price_column)), [columns]);
  const hasMarkUp = retail.size > 0 && columns.some(({ purpose }) => purpose === 'cost');
  const changes = useMemo(() => changesOf(edits, rows, retail), [edits, rows, retail]);
  const { cells, bad, lowered } = changes;
  const [isCrossing, setCrossing] = useState(false);
  const writes = usePriceWrites({
    cells: isCrossing ? withCrossedOut(cells, lowered) : cells,
    forget: typing.forget,
    readAgain,
  });
  const { problems } = writes;

  function edit(changes: Edits, beyond = 0) {
    const open = withoutColumns(changes, closed);
    typing.edit(open);
    writes.forgetProblems();
    setLeftOut(leftOutWords({ beyond, closed: changes.size - open.size }));
  }

  const sheet = {
    rows,
    columns: codes,
    edit,
    undo: typing.undo,
    focusCell: ({ row, column }: { row: number; column: number }) =>
      table.current?.querySelector<HTMLInputElement>(`input[data-at="${row}-${column}"]`)?.focus(),
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll" aria-label="Лист цен" tabIndex={0}>
        <table className="records sheet" ref={table}>
          <SheetHead columns={columns} hasMarkUp={hasMarkUp} isOfMany={retail.size > 1} />
          <tbody>
            {rows.map((row, at) => (
              <Row
                key={row.id}
                row={row}
                columns={columns}
                hasMarkUp={hasMarkUp}
                boxes={boxes}
                edits={edits}
                problems={problems}
                bad={bad}
                isEditable={isEditable}
                edit={edit}
                handlersOf={(place) => cellHandlers(sheet, { row: at, column: place })}
                at={at}
                showDetails={() => setDetailed(row)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {isEditable ? <ClosedColumns columns={columns} /> : null}
      <Problem words={leftOut} />
      <Problems writes={writes} rows={rows} />
      {boxes?.isFull ? <p className="sheet-bar soft small">Отмечают не больше {mostMarked} товаров.</p> : null}
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
      <SheetBar
        writes={writes}
        changes={changes}
        isCrossing={isCrossing}
        setCrossing={setCrossing}
        isEditable={isEditable}
        typed={edits.size}
        reset={typing.forget}
      />
    </>
  );
}

const isClosed = ({ why_not }: PriceColumn) => why_not !== null;

/** Which columns are only looked at, and why. */
function ClosedColumns({ columns }: Pick<Props, 'columns'>) {
  return columns.filter(isClosed).map(({ price_column: code, name, why_not }) => (
    <p key={code} className="sheet-bar soft small">
      {name}: только просмотр. {why_not}.
    </p>
  ));
}

const isRetail = ({ purpose }: PriceColumn) => purpose === 'retail';

type HeadProps = {
  columns: readonly PriceColumn[];
  hasMarkUp: boolean;
  /** The mark-up is the lowest of several. */
  isOfMany: boolean;
};

function SheetHead({ columns, hasMarkUp, isOfMany }: HeadProps) {
  return (
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
        {hasMarkUp ? (
          <th scope="col" className="right" title="От закупки до розничной цены">
            {isOfMany ? 'Наценка, меньшая' : 'Наценка'}
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

type RowProps = {
  row: SheetRow;
  columns: readonly PriceColumn[];
  /** The person sees purchase prices. */
  hasMarkUp: boolean;
  boxes: Boxes | null;
  edits: Edits;
  problems: ReadonlyMap<string, string>;
  /** Keys of cells that hold no price. */
  bad: readonly string[];
  isEditable: boolean;
  edit: (changes: Edits) => void;
  /** The place of the row in the sheet. */
  at: number;
  handlersOf: (column: number) => ReturnType<typeof cellHandlers>;
  showDetails: () => void;
};

function Row(props: RowProps) {
  const { row, columns, hasMarkUp, boxes, edits, problems, bad, isEditable, edit, at, handlersOf, showDetails } = props;
  return (
    <tr>
      <td>
        <span className="goods-name">
          {boxes ? <MarkBox boxes={boxes} id={row.id} label={`Отметить «${row.name}»`} /> : null}
          {row.image ? <img src={thumbnail(row.image)} alt="" width="28" height="28" loading="lazy" /> : <i />}
          <PageLink to={`/catalogue/${row.id}`} className="sheet-name" title={row.name}>
            {row.name}
          </PageLink>
        </span>
      </td>
      <td>{row.article ?? '—'}</td>
      <td>
        <Button kind="text" size="small" aria-label={`Цены от количества и история: ${row.name}`} onClick={showDetails}>
          {row.cells.some(({ tiers }) => tiers.length > 0) ? 'От количества' : 'История'}
        </Button>
      </td>
      {columns.map(({ price_column: code, name, why_not: whyNot }, place) => {
        const key = cellKey(row.id, code);
        const cell = row.cells.find((one) => one.price_column === code);
        const problem = problems.get(key) ?? (bad.includes(key) ? 'Это не цена' : undefined);
        const state = problem ? 'wrong' : edits.has(key) ? 'edited' : cell?.is_pinned ? 'pinned' : '';
        return (
          <td key={code} className={`cell ${state}`.trim()} title={problem ?? whyNot ?? undefined}>
            {isEditable && whyNot === null ? (
              <input
                data-at={`${at}-${place}`}
                inputMode="decimal"
                aria-label={`${row.name}, ${name}`}
                aria-invalid={problem ? true : undefined}
                placeholder="по запросу"
                value={edits.get(key) ?? typedPrice(cell?.price ?? null)}
                onChange={({ target }) => edit(new Map([[key, target.value]]))}
                {...handlersOf(place)}
              />
            ) : (
              <span className="num">{cell?.price == null ? '—' : formatPrice(cell.price)}</span>
            )}
            {cell?.old_price ? (
              <s className="crossed" title={`Зачёркнута ${formatPrice(cell.old_price)}`}>
                {typedPrice(cell.old_price)}
              </s>
            ) : null}
            {cell?.is_pinned ? <Pin size={12} aria-label="Цену ведёт магазин" /> : null}
          </td>
        );
      })}
      {hasMarkUp ? <MarkUpCell markUp={markUpOf(row, columns, edits)} /> : null}
    </tr>
  );
}

/** Below the purchase price the sign says it too. */
function MarkUpCell({ markUp }: { markUp: MarkUp | null }) {
  if (!markUp) return <td className="right soft">—</td>;
  const { percent, column } = markUp;
  return (
    <td
      className={`right num${percent < 0 ? ' below' : ''}`}
      title={`${column.name}${percent < 0 ? ': ниже закупки' : ''}`}
    >
      {`${percent < 0 ? '−' : ''}${Math.abs(percent)}\u00a0%`}
    </td>
  );
}

type BarProps = {
  writes: ReturnType<typeof usePriceWrites>;
  changes: ReturnType<typeof changesOf>;
  /** The price before is crossed out where it becomes lower. */
  isCrossing: boolean;
  setCrossing: (isCrossing: boolean) => void;
  isEditable: boolean;
  /** How many cells were typed into. */
  typed: number;
  reset: () => void;
};

/** Saves what was typed, takes back what was saved, and says what else waits. */
function SheetBar({ writes, changes, isCrossing, setCrossing, isEditable, typed, reset }: BarProps) {
  const { cells, bad, elsewhere, lowered } = changes;
  const { isBusy } = writes;
  return (
    <div className="sheet-bar">
      <Button
        kind="primary"
        isBusy={isBusy}
        disabled={cells.length === 0 || bad.length > 0}
        onClick={() => void writes.save(new Set())}
      >
        Сохранить {cells.length > 0 ? `${cells.length} ${plural(cells.length, 'цену', 'цены', 'цен')}` : 'цены'}
      </Button>
      {lowered.size > 0 ? (
        <label className="check">
          <input type="checkbox" checked={isCrossing} onChange={({ target }) => setCrossing(target.checked)} />
          Зачеркнуть {plural(lowered.size, 'прежнюю цену', 'прежние цены', 'прежние цены')}: дешевле{' '}
          {plural(lowered.size, 'станет', 'станут', 'станут')} {formatCount(lowered.size)}
        </label>
      ) : null}
      {elsewhere > 0 ? (
        <span className="soft small">
          Ещё {countOf(elsewhere, 'цена набрана', 'цены набраны', 'цен набрано')} для товаров вне этой страницы
        </span>
      ) : null}
      {typed > 0 ? <Button onClick={() => reset()}>Сбросить правку</Button> : null}
      {writes.hasSaved ? (
        <Button isBusy={isBusy} onClick={() => void writes.undo()}>
          Отменить сохранённое
        </Button>
      ) : null}
      {isEditable ? (
        <span className="soft small">
          Enter — вниз, Ctrl V — вставка из таблицы, Ctrl D — заполнить вниз, Ctrl Z — назад
        </span>
      ) : null}
    </div>
  );
}

type ProblemsProps = { writes: ReturnType<typeof usePriceWrites>; rows: readonly SheetRow[] };

/** Why what was typed is not saved, and the way to save great changes all the same. */
function Problems({ writes: { problems, asked, failure, isBusy, save }, rows }: ProblemsProps) {
  if (problems.size === 0 && !failure) return null;
  return (
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
  );
}
