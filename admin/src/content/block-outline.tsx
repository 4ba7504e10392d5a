import { GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { LandingText } from './content-types.ts';
import { blockLabel, mostBlocks, type ShopBlock } from './shop-block-forms.ts';
import { hasErrors, NewBlocks } from './shop-blocks.tsx';

type Props = {
  list: RefObject<HTMLOListElement | null>;
  blocks: ShopBlock[];
  chosen: number | null;
  checks: LandingText['checks'];
  /** Messages of fields: `blocks.0.title`. */
  errors: Record<string, string>;
  isEditable: boolean;
  onChoose: (at: number) => void;
  onMove: (at: number, to: number) => void;
  onAdd: (block: ShopBlock) => void;
};

/**
 * The blocks of a page one below the other: a press opens the properties of one, arrows go from one to the next,
 * dragging, or arrows with Alt, give it another place.
 */
export function BlockOutline(props: Props) {
  const { list, blocks, chosen, checks, errors, isEditable, onChoose, onMove, onAdd } = props;
  const adding = useRef<HTMLDetailsElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  /** Before which block it would be put down. */
  const [gap, setGap] = useState<number | null>(null);
  function end() {
    setDragged(null);
    setGap(null);
  }
  function over(event: DragEvent<HTMLLIElement>, at: number) {
    if (dragged === null) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setGap(event.clientY > top + height / 2 ? at + 1 : at);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    if (dragged !== null && gap !== null) {
      const to = gap > dragged ? gap - 1 : gap;
      if (to !== dragged) onMove(dragged, to);
    }
    end();
  }
  function add(block: ShopBlock) {
    if (adding.current) adding.current.open = false;
    onAdd(block);
  }
  function onKey(event: KeyboardEvent, at: number) {
    const to = at + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0);
    if (to === at) return;
    event.preventDefault();
    if (to < 0 || to >= blocks.length) return;
    if (event.altKey && isEditable) onMove(at, to);
    // A block that was given another place is drawn there first.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('li > button')[to]?.focus());
  }
  return (
    <section className="panel block-outline" aria-labelledby="block-outline">
      <div className="panel-head">
        <h2 id="block-outline">Блоки</h2>
        <span className="soft num">{`${formatCount(blocks.length)} из ${formatCount(mostBlocks)}`}</span>
      </div>
      <ol ref={list}>
        {blocks.map((block, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names
            key={`${at} ${block.type}`}
            className={gapClass(gap, at, blocks.length)}
            draggable={isEditable}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(at);
            }}
            onDragOver={(event) => over(event, at)}
            onDrop={drop}
            onDragEnd={end}
          >
            {isEditable ? <GripVertical size={14} className="soft" aria-hidden="true" /> : null}
            <button
              type="button"
              aria-pressed={chosen === at}
              onClick={() => onChoose(at)}
              onKeyDown={(event) => onKey(event, at)}
            >
              {`${at + 1}. ${blockLabel(block)}`}
            </button>
            <Note
              block={block}
              isRefused={hasErrors(errors, at)}
              wrong={checks.filter((check) => check.block === at && !check.is_met).length}
            />
          </li>
        ))}
      </ol>
      {isEditable ? (
        <>
          <details className="new-block" ref={adding}>
            <summary>Добавить блок</summary>
            <div className="text-add">
              <NewBlocks onAdd={add} />
            </div>
          </details>
          <p className="soft small">Тяните блок на другое место; с клавиатуры — Alt и стрелки.</p>
        </>
      ) : null}
    </section>
  );
}

function gapClass(gap: number | null, at: number, count: number): string | undefined {
  if (gap === at) return 'put-before';
  return gap === count && at === count - 1 ? 'put-after' : undefined;
}

function Note({ block, isRefused, wrong }: { block: ShopBlock; isRefused: boolean; wrong: number }) {
  if (isRefused) return <span className="field-error small">не сохранён</span>;
  if (wrong > 0)
    return <span className="field-error small">{countOf(wrong, 'замечание', 'замечания', 'замечаний')}</span>;
  const words = noteOf(block);
  return words ? <span className="soft small num">{words}</span> : null;
}

/** What tells this block from another of its kind. */
function noteOf({ type, idcodes, items, ends_at: end }: ShopBlock): string | null {
  if (type === 'products' && Array.isArray(idcodes)) return countOf(idcodes.length, 'товар', 'товара', 'товаров');
  if (type === 'faq' && Array.isArray(items)) return countOf(items.length, 'вопрос', 'вопроса', 'вопросов');
  return type === 'timer' && typeof end === 'string' && end ? `до ${formatDate(end)}` : null;
}
