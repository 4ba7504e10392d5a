import { Minus, Plus, Replace, Trash2, Undo2 } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { amount } from './order-words.tsx';
import type { Wanted } from './use-order-change.ts';

type Props = {
  line: Wanted;
  /** How many were ordered. */
  ordered: number;
  change: (change: Partial<Wanted>) => void;
  drop: () => void;
  replace: () => void;
};

/** A line of the order being changed: its count, its replacement, taking it away and bringing it back. */
export function EditLine({ line, ordered, change, drop, replace }: Props) {
  return (
    <li className={line.count === 0 ? 'gone' : undefined}>
      <span className="edit-name">
        <b>{line.name}</b>
        <span className={line.count > line.available ? 'bad small' : 'soft small'}>
          {line.isNew ? (line.instead_of ? 'замена; ' : 'добавлен; ') : ''}есть {amount(line.available, line.unit)}
        </span>
      </span>
      <Counter line={line} onChange={(count) => change({ count })} />
      {line.isNew && line.instead_of !== null ? (
        <label className="check small">
          <input
            type="checkbox"
            checked={line.keepsPrice}
            onChange={({ target }) => change({ keepsPrice: target.checked })}
          />
          по цене заказа
        </label>
      ) : null}
      {line.isNew ? (
        <Button size="small" icon={<Trash2 size={14} aria-hidden="true" />} onClick={drop}>
          Убрать
        </Button>
      ) : (
        <>
          <Button
            size="small"
            icon={line.count === 0 ? <Undo2 size={14} aria-hidden="true" /> : <Trash2 size={14} aria-hidden="true" />}
            onClick={() => change({ count: line.count === 0 ? ordered : 0 })}
          >
            {line.count === 0 ? 'Вернуть' : 'Убрать'}
          </Button>
          <Button size="small" icon={<Replace size={14} aria-hidden="true" />} onClick={replace}>
            Заменить
          </Button>
        </>
      )}
    </li>
  );
}

function Counter({ line, onChange }: { line: Wanted; onChange: (count: number) => void }) {
  return (
    <span className="stepper">
      <button
        type="button"
        className="icon-button"
        aria-label={`Меньше: ${line.name}`}
        disabled={line.count === 0}
        onClick={() => onChange(line.count - 1)}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <input
        className="count num"
        type="number"
        min={0}
        max={99_999}
        aria-label={`Количество: ${line.name}`}
        value={line.count}
        onChange={({ target }) => onChange(Math.min(99_999, Math.max(0, Math.trunc(Number(target.value)) || 0)))}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Больше: ${line.name}`}
        onClick={() => onChange(line.count + 1)}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
