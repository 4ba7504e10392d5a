import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { GoodsImportPanel } from '../assortment/goods-import-panel.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { cellKey, useEdits } from '../parts/sheet-edits.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { refusalWords, upload } from '../parts/table-file.tsx';
import { keepDraft, readDraft } from '../record/kept-draft.ts';
import { idempotencyKey } from '../request.ts';
import { useSession } from '../session/session.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { FillColumn } from './fill-column.tsx';
import { GoodsGrid } from './goods-grid.tsx';
import { productFilterKeys } from './product-filter.ts';
import { changedGoods, type GoodsSheet, sheetFile } from './sheet-file.ts';
import { useRefusedCells } from './use-refused-cells.ts';
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
  const [search, setSearch] = useSearchParams();
  const draftKey = `${useSession().me.person.id} goods-sheet ${of}`;
  const { edits, edit, undo, forget } = useEdits(
    () => new Map(Object.entries((readDraft(draftKey)?.mine ?? {}) as Record<string, string>)),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  /** Cells of the table that was sent last: once it is written they are no edits any more. */
  const sent = useRef<ReadonlySet<string>>(new Set());
  const table = Number(search.get('table')) || null;
  const refused = useRefusedCells(table, columns);
  const changes = useMemo(() => changedGoods(edits, rows, columns), [edits, rows, columns]);
  useEffect(() => {
    keepDraft(draftKey, edits.size > 0 ? { base: {}, mine: Object.fromEntries(edits) } : null);
  }, [draftKey, edits]);

  function setAddress(name: string, value: string | null) {
    const next = new URLSearchParams(window.location.search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    next.delete('rows');
    setSearch(next);
  }

  async function check() {
    setBusy(true);
    setProblem(null);
    try {
      const { file, columns: sent } = sheetFile(changes, columns);
      const answer = await upload(
        '/api/admin/goods-imports',
        file,
        { columns: JSON.stringify(sent) },
        idempotencyKey(),
      );
      const { id } = (await answer.json()) as { id: number };
      setAddress('table', String(id));
    } catch (failure) {
      setProblem(refusalWords(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {table === null ? null : (
        <GoodsImportPanel
          key={table}
          id={table}
          close={() => setAddress('table', null)}
          onWritten={async () => {
            await readAgain();
            forget(sent.current);
          }}
        />
      )}
      <div className="panel list-panel">
        <div className="sheet-bar sheet-tools">
          <Button onClick={() => setChoosing(true)}>Столбцы: {columns.length}</Button>
          <FillColumn
            columns={columns}
            fill={(field, value) =>
              edit(
                new Map(
                  rows
                    .filter(({ locked }) => !locked.includes(field))
                    .map(({ id }) => [cellKey(id, field), value] as const),
                ),
              )
            }
          />
        </div>
        <GoodsGrid rows={rows} columns={columns} edits={edits} problems={refused} edit={edit} undo={undo} />
        <Problem words={problem} />
        <div className="sheet-bar">
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={changes.count === 0 || !isWhole}
            onClick={() => void check()}
          >
            {changes.count > 0
              ? `Проверить ${countOf(changes.count, 'изменение', 'изменения', 'изменений')}`
              : 'Проверить изменения'}
          </Button>
          {changes.count > 0 ? <Button onClick={() => forget()}>Сбросить правку</Button> : null}
          <span className="soft small">
            Enter — вниз, Ctrl V — вставка из таблицы, Ctrl D — заполнить вниз, Ctrl Z — назад. Пустая ячейка очищает
            поле.
          </span>
        </div>
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
