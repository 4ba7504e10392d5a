/**
 * The value itself, where the types cannot know what the code around makes sure of: a statement that always returns a
 * row, a key that was put in before. Throws an Error when it is missing after all, so that a mistake stops where it is
 * made.
 */
export function ensure<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value that must be there is missing');
  return value;
}
