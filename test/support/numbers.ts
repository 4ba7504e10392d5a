const given = new Map<string, number>();

/**
 * 1, 2, 3… of each kind, in each test file from the beginning: what is made there has the same numbers whatever ran
 * before.
 */
export function nextNumber(kind: string): number {
  const number = (given.get(kind) ?? 0) + 1;
  given.set(kind, number);
  return number;
}

export function numberAgain(): void {
  given.clear();
}
