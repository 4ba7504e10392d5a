/** Messages of fields (`names_cases.dative` belongs to `names_cases`) without those that were changed since. */
export function errorsLeft(errors: Record<string, string>, changed: readonly string[]): Record<string, string> {
  const isChanged = (name: string) => changed.some((field) => name === field || name.startsWith(`${field}.`));
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !isChanged(name)));
}
