import type { Found, Scope } from '../query.ts';
import { actionKind, brandKind, markOf, type Segment } from '../segment.ts';
import type { LiveSegment } from '../segments.ts';
import { perSegment } from './per-segment.ts';

/**
 * Stretches of rows, ascending: from spans[0] until spans[1], from spans[2] until spans[3] … Dead rows are among them.
 */
export type Spans = Int32Array;

export function candidatesOf({ segment }: LiveSegment, scope: Scope, found: Found | null): Spans {
  const lists: ArrayLike<number>[] = found ? [found.rows] : [];
  if (scope.brandId !== null) lists.push(carriersOf(segment, brandKind, scope.brandId));
  if (scope.actionId !== null) lists.push(carriersOf(segment, actionKind, scope.actionId));
  const category = scope.categoryIds ? categorySpans(segment, scope.categoryIds) : null;
  if (lists.length === 0) return category ?? Int32Array.of(0, segment.size);
  const rows = lists.sort((a, b) => a.length - b.length).reduce(common);
  return spansOf(category ? within(rows, category) : rows);
}

function carriersOf(segment: Segment, kind: number, id: number): Int32Array {
  const mark = markOf(segment, kind, id);
  if (mark === -1) return new Int32Array(0);
  return segment.carriers.subarray(segment.carrierStart[mark], segment.carrierStart[mark + 1]);
}

const categorySpans = perSegment((segment, categoryIds: number[]): Spans => {
  const { categoryStart, secondaryStart, secondaryRows } = segment;
  const wanted = new Set(categoryIds);
  const spans: number[] = [];
  const visiting: number[] = [];
  segment.categoryIds.forEach((id, place) => {
    if (!wanted.has(id)) return;
    const [from, until] = [categoryStart[place]!, categoryStart[place + 1]!];
    if (spans.at(-1) === from) spans[spans.length - 1] = until;
    else if (from < until) spans.push(from, until);
    for (const row of secondaryRows.subarray(secondaryStart[place], secondaryStart[place + 1])) visiting.push(row);
  });
  if (visiting.length === 0) return Int32Array.from(spans);
  const own = Int32Array.from(spans);
  const rows = Int32Array.from(visiting).sort();
  for (const row of new Set(rows)) if (!isWithin(row, own)) spans.push(row, row + 1);
  // A model has one category of its own, so variants that are neighbours stay neighbours.
  return joined(spans);
});

/** Spans in ascending order. */
function joined(spans: number[]): Spans {
  const starts = Int32Array.from({ length: spans.length / 2 }, (_, at) => at).sort(
    (a, b) => spans[a * 2]! - spans[b * 2]!,
  );
  return Int32Array.from({ length: spans.length }, (_, at) => spans[starts[at >> 1]! * 2 + (at & 1)]!);
}

/** Is the row in one of the spans. */
function isWithin(row: number, spans: Spans): boolean {
  let low = 0;
  let high = spans.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (row < spans[middle * 2]!) high = middle - 1;
    else if (row >= spans[middle * 2 + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

function within(rows: ArrayLike<number>, spans: Spans): number[] {
  const kept: number[] = [];
  let span = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    while (span < spans.length && spans[span + 1]! <= row) span += 2;
    if (span === spans.length) break;
    if (row >= spans[span]!) kept.push(row);
  }
  return kept;
}

function common(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const kept: number[] = [];
  let at = 0;
  for (let from = 0; from < a.length; from++) {
    const row = a[from]!;
    while (at < b.length && b[at]! < row) at++;
    if (at === b.length) break;
    if (b[at] === row) kept.push(row);
  }
  return kept;
}

function spansOf(rows: ArrayLike<number>): Spans {
  const spans = new Int32Array(rows.length * 2);
  let used = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (used > 0 && spans[used - 1] === row) spans[used - 1] = row + 1;
    else {
      spans[used++] = row;
      spans[used++] = row + 1;
    }
  }
  return spans.subarray(0, used);
}
