/** Listens in the whole document. Returns what ends it. */
export function listen(name: string, listener: (event: Event) => void, isCapturing = false): () => void {
  document.addEventListener(name, listener, isCapturing);
  return () => document.removeEventListener(name, listener, isCapturing);
}
