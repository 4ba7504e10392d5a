export type VisitorState = { favourites: number[]; compare: number[]; cart: { count: number } };

const unknown: VisitorState = { favourites: [], compare: [], cart: { count: 0 } };

export function useVisitorState(): VisitorState {
  return unknown;
}
