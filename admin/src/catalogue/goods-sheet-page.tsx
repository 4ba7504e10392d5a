import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { GoodsImportPanel } from '../assortment/goods-import-panel.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { cellKey, type Edits } from '../parts/sheet-edits.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useKeptEdits } from '../parts/use-kept-edits.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FillColumn } from './fill-column.tsx';
import { GoodsGrid } from './goods-grid.tsx';
import { productFilterKeys } from './product-filter.ts';
import { changedGoods, type GoodsSheet, type SheetGoods } from './sheet-file.ts';
import { useAddedAnalogue } from './use-added-analogue.ts';
import { useRefusedCells } from './use-refused-cells.ts';
import { useSheetCheck } from './use-sheet-check.ts';
import { useSheetGoods } from './use-sheet-goods.ts';

/**
 * The goods of the list as a sheet. What is typed is checked first and shown as a difference, then written as a table
 * of goods is, and put back in the same way.
 */
export default function GoodsSheetPage() {
  const [search] = useSearchParams();
  const { sheet, isWhole, error, retry, readAgain, of } = useSheetGoods();
  const list = new URLSearchParams(
    [...productFilterKeys, 'sort'].flatMap((key) => search.getAll(key).map((value) => [key, value])),
  ).toString();
  return (
    <PageFrame
      title="Лист товаров"
      crumbs={[{ label: 'Товары', to: `/catalogue${list ? `?${list}` : ''}` }]}
      beside={sheet ? <span className="soft">{countWords(sheet, isWhole)}</span> : null}
    >
      {error ? <LoadFailure error={error} retry={retry} /> : null}
      {!error && !sheet ? <Skeleton rows={14} /> : null}
      {sheet?.rows.length === 0 ? (
        <Empty title="Ничего не подошло">
          <PageLink to="/catalogue">Изменить отбор в списке товаров</PageLink>
        </Empty>
      ) : null}
      {sheet && sheet.rows.length > 0 ? (
        <Sheet key={of} of={of} sheet={sheet} isWhole={isWhole} readAgain={readAgain} />
      ) : null}
    </PageFrame>
  );
}

function countWords({ rows, total, more }: GoodsSheet, isWhole: boolean): string {
  if (!isWhole) return `загружено ${formatCount(rows.length)} из ${formatCount(total)}`;
  if (more) return `первые ${countOf(total, 'товар', 'товара', 'товаров')}: чтобы увидеть другие, сузьте отбор`;
  return countOf(total, 'товар', 'товара', 'товаров');
}

type SheetProps = { of: string; sheet: GoodsSheet; isWhole: boolean; readAgain: () => Promise<void> };

function Sheet({ of, sheet, isWhole, readAgain }: SheetProps) {
  const { columns, rows, choices } = sheet;
  const { table, setAddress } = useSheetAddress();
  const { edits, edit, undo, forget } = useKeptEdits(`goods-sheet ${of}`);
  const [isChoosing, setChoosing] = useState(false);
  useAddedAnalogue(sheet, isWhole, edit);
  const refused = useRefusedCells(table, columns);
  const changes = useMemo(() => changedGoods(edits, rows, columns), [edits, rows, columns]);
  const { problem, isBusy, check } = useSheetCheck((id) => setAddress('table', String(id)));

  return (
    <>
      {table === null ? null : (
        <GoodsImportPanel
          key={table}
          id={table}
          close={() => setAddress('table', null)}
          // What the shop took is what it shows, and no change any more; what it refused stays to be mended.
          onWritten={readAgain}
        />
      )}
      <div className="panel list-panel">
        <div className="sheet-bar sheet-tools">
          <Button onClick={() => setChoosing(true)}>Столбцы: {columns.length}</Button>
          <FillColumn columns={columns} fill={(field, value) => edit(filledColumn(rows, field, value))} />
        </div>
        <GoodsGrid
          rows={rows}
          columns={columns}
          isWhole={isWhole}
          edits={edits}
          edit={edit}
          undo={undo}
          problems={refused}
        />
        <Problem words={problem} />
        <CheckBar
          count={changes.count}
          isWhole={isWhole}
          isBusy={isBusy}
          check={() => void check(changes, columns)}
          reset={() => forget()}
        />
      </div>
      {isChoosing ? (
        <ColumnsDialog
          choices={choices}
          chosen={columns.map(({ field }) => field)}
          onClose={() => setChoosing(false)}
          choose={(fields) => {
            setChoosing(false);
            setAddress('fields', fields.join(','));
          }}
        />
      ) : null}
    </>
  );
}

/** What the address of the page says of the sheet; `table`: the one that is looked at before it is written. */
function useSheetAddress() {
  const [search, setSearch] = useSearchParams();
  return {
    table: Number(search.get('table')) || null,
    setAddress: (name: 'table' | 'fields', value: string | null) => {
      const next = new URLSearchParams(window.location.search);
      if (value === null) next.delete(name);
      else next.set(name, value);
      next.delete('rows');
      setSearch(next);
    },
  };
}

/** One value in all cells of a column but those that 1C keeps. */
function filledColumn(rows: readonly SheetGoods[], field: string, value: string): Edits {
  return new Map(
    rows.filter(({ locked }) => !locked.includes(field)).map(({ id }) => [cellKey(id, field), value] as const),
  );
}

type BarProps = { count: number; isWhole: boolean; isBusy: boolean; check: () => void; reset: () => void };

/** Under the sheet: what was changed is checked or forgotten. */
function CheckBar({ count, isWhole, isBusy, check, reset }: BarProps) {
  return (
    <div className="sheet-bar">
      <Button kind="primary" isBusy={isBusy} disabled={count === 0 || !isWhole} onClick={check}>
        {count > 0 ? `Проверить ${countOf(count, 'изменение', 'изменения', 'изменений')}` : 'Проверить изменения'}
      </Button>
      {count > 0 ? <Button onClick={reset}>Сбросить правку</Button> : null}
      <span className="soft small">
        Enter — вниз, Ctrl V — вставка из таблицы, Ctrl D — заполнить вниз, Ctrl Z — назад. Пустая ячейка очищает поле.
      </span>
    </div>
  );
}
