/** Place and street as an order keeps them, in one line. */
export function joinAddress({ place = '', address = '' }: { place?: string; address?: string }): string {
  return [place, address].filter(Boolean).join(', ');
}

/** What `joinAddress` joined; a line without a comma is all street. */
export function splitAddress(line: string): { place: string; address: string } {
  const at = line.indexOf(', ');
  return at < 0 ? { place: '', address: line } : { place: line.slice(0, at), address: line.slice(at + 2) };
}
