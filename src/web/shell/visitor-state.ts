import { useVisitorLists } from '#web/visitor-lists.ts';

export type VisitorState = { favourites: number[]; compare: number[]; cart: { count: number } };

/** Counters of the header, read after load from the visitor's own cookies; until then nothing is counted. */
export function useVisitorState(): VisitorState {
  const { favourites, compare, cart } = useVisitorLists();
  return { favourites, compare, cart: { count: Object.keys(cart).length } };
}
