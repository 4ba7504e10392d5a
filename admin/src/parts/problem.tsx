import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a call refused, where it was made; behind it, where one goes from here. */
export function Problem({ words, children }: { words: string | null; children?: ReactNode }) {
  if (words === null) return null;
  return (
    <p className="note note-bad" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {words}
      {children}
    </p>
  );
}
