/** What long work is doing now; read aloud as it changes. */
export function JobProgress({ words }: { words: string }) {
  return (
    <p className="note" role="status">
      {words}…
    </p>
  );
}
