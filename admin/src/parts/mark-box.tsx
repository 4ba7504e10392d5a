import type { Boxes } from './use-boxes.ts';

type Props<Id extends number | string> = { boxes: Boxes<Id>; id: Id; label: string };

/** The box that marks a row; with Shift all rows up to it. */
export function MarkBox<Id extends number | string>({ boxes, id, label }: Props<Id>) {
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={label}
        checked={boxes.has(id)}
        onClick={(event) => boxes.toggle(id, event.shiftKey)}
        readOnly
      />
    </label>
  );
}
