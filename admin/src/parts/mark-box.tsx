import type { Boxes } from './use-boxes.ts';

/** The box that marks a row of goods; with Shift all rows up to it. */
export function MarkBox({ boxes, row }: { boxes: Boxes; row: { id: number; name: string } }) {
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={`Отметить «${row.name}»`}
        checked={boxes.has(row.id)}
        onClick={(event) => boxes.toggle(row.id, event.shiftKey)}
        readOnly
      />
    </label>
  );
}
