import { CircleAlert } from 'lucide-react';

/** What a call refused, where it was made. */
export function Problem({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className="note note-bad" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {words}
    </p>
  );
}
