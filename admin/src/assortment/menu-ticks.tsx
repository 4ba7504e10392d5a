import type { KeyboardEvent } from 'react';
import { useSession } from '../session/session.ts';
import type { Category } from './assortment-types.ts';
import type { MenuTicks } from './use-menu-ticks.ts';

/** The headings of the columns: whose menu a tick is of. */
export function MenuHead() {
  const { branches } = useSession().me;
  return (
    <div className="tree-head" aria-hidden="true">
      <span className="tree-name">Раздел</span>
      <span className="tree-ticks">
        {branches.map(({ id_1c, name }) => (
          <span key={id_1c} className="tree-tick">
            {name}
          </span>
        ))}
      </span>
      <span className="row-keys" />
    </div>
  );
}

/** In whose menus a category stands, a tick for each branch. */
export function MenuTicksOf({
  category,
  ticks,
  canWrite,
}: {
  category: Category;
  ticks: MenuTicks;
  canWrite: boolean;
}) {
  const { branches } = useSession().me;
  return (
    <span className="tree-ticks">
      {branches.map((branch) => (
        <label key={branch.id_1c} className="tree-tick" title={`${branch.name}: ${category.name}`}>
          <input
            type="checkbox"
            aria-label={`${branch.name}: ${category.name}`}
            disabled={!canWrite}
            checked={ticks.isShown(category, branch)}
            onChange={({ target }) => ticks.set(category, branch, target.checked)}
          />
        </label>
      ))}
    </span>
  );
}

/** The arrows lead from tick to tick as in a sheet. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
  const row = target.closest('li');
  const own = [...(row?.querySelectorAll<HTMLInputElement>('.tree-tick input') ?? [])];
  const at = own.indexOf(target);
  if (!row || at < 0) return;
  const neighbour =
    key === 'ArrowUp' ? row.previousElementSibling : key === 'ArrowDown' ? row.nextElementSibling : null;
  const inColumn = neighbour?.querySelectorAll<HTMLInputElement>('.tree-tick input')[at];
  const next = key === 'ArrowLeft' ? own[at - 1] : key === 'ArrowRight' ? own[at + 1] : inColumn;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
