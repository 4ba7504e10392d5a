type End = () => unknown;

const ends: End[] = [];

/**
 * Runs after the tests of the file, what was asked for last first; also when asked for inside a test, where Vitest does
 * not hear `afterAll`.
 */
export function atEnd(end: End): void {
  ends.push(end);
}

/** For fresh-start.ts: every end is reached, whatever one before it throws. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything the file started has ended');
}
