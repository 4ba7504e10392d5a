import { Note } from '#web/ui/note.tsx';

/** What the server refused, when it was none of the fields: in one box, its lines one under another (S8-05). */
export function FormError({ words, className }: { words: string | null | undefined; className?: string }) {
  if (!words) return null;
  return (
    <Note kind="err" role="alert" className={className}>
      {words}
    </Note>
  );
}
