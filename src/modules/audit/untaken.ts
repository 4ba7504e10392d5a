type Fields = Record<string, unknown>;

/** Beside the fields of a line: what the record had not taken from another program. */
const untakenName = 'not_owned';

/** The fields of a line of the audit log with what stood beside them; nothing where nothing was taken. */
export function withUntaken(fields: Fields, untaken: readonly string[] | undefined): Fields {
  return untaken ? { ...fields, [untakenName]: untaken } : fields;
}

/** The fields of a line, and what goes back to the other program with them; absent: the line says nothing of it. */
export function readUntaken(line: object): { fields: Fields; untaken?: string[] } {
  const { [untakenName]: untaken, ...fields }: Fields = { ...line };
  return Array.isArray(untaken) ? { fields, untaken: untaken.map(String) } : { fields };
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
  return { before: withUntaken(before, taken), after: withUntaken(after, []) };
}
