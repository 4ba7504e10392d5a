/** Fields of a record by name, as the server takes them. */
export type Fields = Record<string, unknown>;

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** Names of the fields in which `mine` differs from `base`. */
export function changedNames(base: Fields, mine: Fields): string[] {
  return Object.keys(mine).filter((name) => !isSame(base[name], mine[name]));
}

/**
 * What two people made of `base`: fields that only one of them changed are taken as that one left them. `clashes`:
 * names of those that both changed, each in another way; `merged` holds one's own there.
 */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): { merged: Fields; clashes: string[] } {
  const own = changedNames(base, mine);
  const clashes = own.filter((name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]));
  const kept = Object.fromEntries(own.map((name) => [name, mine[name]]));
  return { merged: { ...theirs, ...kept }, clashes };
}
