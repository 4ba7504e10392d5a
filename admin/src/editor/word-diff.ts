/** A run of words: in both texts, in the former alone, or in the latter alone. */
export type DiffPart = { kind: 'same' | 'was' | 'is'; text: string };

/** Texts that differ in more words than this are shown one after the other. */
const mostChanges = 1_000;

/** Where two texts differ, word by word (Myers' shortest edit script). */
export function diffWords(was: string, is: string): DiffPart[] {
  const [a, b] = [wordsOf(was), wordsOf(is)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = differences(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ]);
}

/** Words with the spaces behind them, so that joined they are the text again. */
function wordsOf(text: string): string[] {
  return text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? [];
}

function differences(a: string[], b: string[]): DiffPart[] {
  const trace = shortestPath(a, b);
  if (!trace)
    return [
      { kind: 'was', text: a.join('') },
      { kind: 'is', text: b.join('') },
    ];
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const row = trace[d];
    const k = x - y;
    const isDown = k === -d || (k !== d && reach(row, k - 1) < reach(row, k + 1));
    const from = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : reach(row, from);
    const fromY = d === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      parts.push({ kind: 'same', text: a[--x] ?? '' });
      y--;
    }
    if (d === 0) break;
    if (isDown) parts.push({ kind: 'is', text: b[--y] ?? '' });
    else parts.push({ kind: 'was', text: a[--x] ?? '' });
  }
  return parts.reverse();
}

/** How far each diagonal had come before each step; null: they differ too much. */
function shortestPath(a: string[], b: string[]): Map<number, number>[] | null {
  const reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= Math.min(a.length + b.length, mostChanges); d++) {
    trace.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && reach(reached, k - 1) < reach(reached, k + 1));
      let x = isDown ? reach(reached, k + 1) : reach(reached, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return null;
}

function reach(row: Map<number, number> | undefined, k: number): number {
  return row?.get(k) ?? 0;
}

function joined(parts: DiffPart[]): DiffPart[] {
  const runs: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') runs.push({ kind, text });
  }
  return runs;
}
