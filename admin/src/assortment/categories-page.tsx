import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, FolderInput, Plus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import { AssortmentTabs } from './assortment-tabs.tsx';
import type { Category } from './assortment-types.ts';
import { goodsWords } from './assortment-words.ts';
import { type DropSide, dropPlace, dropSide, levelOf, type TreeRow, treeRows, withBelow } from './category-tree.ts';
import { MenuHead, MenuTicksOf, moveByArrows } from './menu-ticks.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NewCategory } from './new-category.tsx';
import { type MenuTicks, useMenuTicks } from './use-menu-ticks.ts';

const path = '/api/admin/categories';

/**
 * The tree of categories: moved by drag (on the edge of a row beside it, on its middle below it), by the arrows of a
 * row, or by «Переместить»; a column of ticks for each branch says in whose menus they stand.
 */
export function CategoriesPage() {
  const { data, error, refetch } = useGot<{ items: Category[]; total: number }>(path);
  const address = useListAddress(['q'], 'position');
  const q = address.filter.q?.[0] ?? '';
  const canWrite = useCan('catalogue.write');
  const [isNew, setNew] = useState(false);
  const isFound = data !== undefined && treeRows(data.items, new Set(), q).length > 0;
  return (
    <PageFrame
      title="Категории"
      beside={<AssortmentTabs />}
      actions={
        canWrite ? (
          <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
            Новая категория
          </Button>
        ) : null
      }
    >
      <div className="filters">
        <FilterText label="Название или адрес" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
      </div>
      <div className="panel list-panel">
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={12} /> : null}
        {data?.total === 0 ? (
          <Empty title="Категорий пока нет">Создайте первую или примите выгрузку из 1С.</Empty>
        ) : null}
        {data && data.total > 0 && !isFound ? (
          <Empty title="Ничего не подошло" action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>} />
        ) : null}
        {data && isFound ? <Tree all={data.items} q={q} canWrite={canWrite} /> : null}
      </div>
      {isNew ? <NewCategory all={data?.items ?? []} onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

function Tree({ all, q, canWrite }: { all: Category[]; q: string; canWrite: boolean }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set());
  const [moving, setMoving] = useState<Category | null>(null);
  const [dragged, setDragged] = useState<Category | null>(null);
  const [over, setOver] = useState<{ id: number; side: DropSide } | null>(null);
  const move = useVerb(() => void queries.invalidateQueries());
  const ticks = useMenuTicks(all);

  function toggle(id: number) {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  function put({ id }: Category, parent_id: number | null, place: number) {
    move.run(`${path}/${id}/move`, { parent_id, place });
  }

  function step(category: Category, by: 1 | -1) {
    const level = levelOf(all, category.parent_id);
    put(category, category.parent_id, level.findIndex(({ id }) => id === category.id) + by);
  }

  function drop(target: Category, side: DropSide) {
    setOver(null);
    setDragged(null);
    if (!dragged || withBelow(all, dragged.id).has(target.id)) return;
    const { parent_id, place } = dropPlace(all, dragged, target, side);
    put(dragged, parent_id, place);
  }

  return (
    <>
      <Problem words={move.problem} />
      <MenuBar ticks={ticks} canWrite={canWrite} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="tree-scroll" aria-label="Категории и меню филиалов" tabIndex={0} onKeyDown={moveByArrows}>
        <MenuHead />
        <ul className="tree" aria-label="Категории">
          {treeRows(all, open, q).map((row) => (
            <li
              key={row.category.id}
              className={over?.id === row.category.id ? `tree-over-${over.side}` : undefined}
              draggable={canWrite}
              onDragStart={() => setDragged(row.category)}
              onDragOver={(event) => {
                if (!dragged || withBelow(all, dragged.id).has(row.category.id)) return;
                event.preventDefault();
                setOver({ id: row.category.id, side: sideOf(event) });
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                event.preventDefault();
                drop(row.category, sideOf(event));
              }}
            >
              <Row row={row} toggle={toggle} />
              <MenuTicksOf category={row.category} ticks={ticks} canWrite={canWrite} />
              {canWrite ? (
                <Moves
                  category={row.category}
                  level={levelOf(all, row.category.parent_id)}
                  isBusy={move.isBusy}
                  step={step}
                  choose={setMoving}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      {moving ? <MoveDialog category={moving} all={all} onClose={() => setMoving(null)} /> : null}
    </>
  );
}

function sideOf({ clientY, currentTarget }: DragEvent<HTMLElement>): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect();
  return dropSide(clientY - top, height);
}

function MenuBar({ ticks, canWrite }: { ticks: MenuTicks; canWrite: boolean }) {
  const { done, problem, isWithBelow, setWithBelow, forget, undo } = ticks;
  return (
    <div className="tree-bar">
      <p className="soft small">
        Галочка ставит раздел в меню филиала. Он виден там, если отмечено и всё, что над ним. Стрелки ведут по галочкам.
      </p>
      {canWrite ? (
        <label className="check">
          <input type="checkbox" checked={isWithBelow} onChange={({ target }) => setWithBelow(target.checked)} />
          Отмечать вместе с подразделами
        </label>
      ) : null}
      <Problem words={problem} />
      {done ? <UndoNote words={done.words} isBusy={false} onUndo={undo} onOver={forget} /> : null}
    </div>
  );
}

function Row({ row: { category, depth, isOpen, children }, toggle }: { row: TreeRow; toggle: (id: number) => void }) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className="tree-name" style={{ paddingInlineStart: 14 + depth * 22 }}>
      {children > 0 ? (
        <button
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Свернуть' : 'Развернуть'}: ${category.name}`}
          onClick={() => toggle(category.id)}
        >
          <Arrow size={16} aria-hidden="true" />
        </button>
      ) : (
        <i className="tree-leaf" />
      )}
      <PageLink to={`/catalogue/categories/${category.id}`}>{category.name}</PageLink>
      {category.is_on ? null : <Tag>Выключена</Tag>}
      {category.is_on && category.menus.length === 0 ? <Tag tone="warn">Ни в одном меню</Tag> : null}
      {category.id_1c ? <Tag tone="outline">1С</Tag> : null}
      <span className="soft small">{goodsWords(category)}</span>
    </span>
  );
}

type MovesProps = {
  category: Category;
  level: Category[];
  isBusy: boolean;
  step: (category: Category, by: 1 | -1) => void;
  choose: (category: Category) => void;
};

function Moves({ category, level, isBusy, step, choose }: MovesProps) {
  const { id, name } = category;
  return (
    <span className="row-keys">
      <button
        type="button"
        className="icon-button"
        aria-label={`Выше: ${name}`}
        disabled={isBusy || level[0]?.id === id}
        onClick={() => step(category, -1)}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Ниже: ${name}`}
        disabled={isBusy || level.at(-1)?.id === id}
        onClick={() => step(category, 1)}
      >
        <ArrowDown size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Переместить: ${name}`}
        disabled={isBusy}
        onClick={() => choose(category)}
      >
        <FolderInput size={16} aria-hidden="true" />
      </button>
    </span>
  );
}
