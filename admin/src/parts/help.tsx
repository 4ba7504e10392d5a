import { CircleHelp } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** A question mark beside a hard word: two lines and an example, shown by a press and closed by Escape. */
export function Help({ about, children }: { about: string; children: ReactNode }) {
  const id = useId();
  return (
    <span className="help">
      <button type="button" popoverTarget={id} aria-label={`Что такое «${about}»`}>
        <CircleHelp size={16} aria-hidden="true" />
      </button>
      <span id={id} popover="auto" className="help-words">
        {children}
      </span>
    </span>
  );
}
