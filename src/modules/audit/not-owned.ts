type Fields = Record<string, unknown>;

/** Beside the fields of a line: what the record had not taken from another program. */
const notOwnedName = 'not_owned';

/** The fields of a line of the audit log with what stood beside them; nothing where nothing was taken. */
export function withNotOwned(fields: Fields, notOwned: readonly string[] | undefined): Fields {
  return notOwned ? { ...fields, [notOwnedName]: notOwned } : fields;
}

/** The fields of a line, and what goes back to the other program with them; absent: the line says nothing of it. */
export function readNotOwned(line: object): { fields: Fields; notOwned?: string[] } {
  const { [notOwnedName]: notOwned, ...fields }: Fields = { ...line };
  return Array.isArray(notOwned) ? { fields, notOwned: notOwned.map(String) } : { fields };
}

/**
 * A change that took what another program led, as its line keeps it: taken back, it gives that back. `taken`: nothing,
 * where the change took nothing.
 */
export function takingLine(
  { before, after }: { before: Fields; after: Fields },
  taken: readonly string[] = [],
): { before: Fields; after: Fields } {
  if (taken.length === 0) return { before, after };
  return { before: withNotOwned(before, taken), after: withNotOwned(after, []) };
}
