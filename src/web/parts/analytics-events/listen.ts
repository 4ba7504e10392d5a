/** Listens in the whole document. Returns what ends it. */
export function listen(name: string, heard: (event: Event) => void, isCapturing = false): () => void {
  document.addEventListener(name, heard, isCapturing);
  return () => document.removeEventListener(name, heard, isCapturing);
}
