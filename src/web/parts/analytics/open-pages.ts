/** A form under way. */
type Submission = { formAction?: string | undefined; formData?: FormData | undefined };

export type RootData = { cookie_domain: string | null; product_code: string };

/** What the counter reads of the data of the pages that are counted by more than their address. */
type CountedData = {
  home: { slides: { id: number }[] };
  product: { product: { id: number } };
  catalogue:
    | { kind: 'tiles' }
    | { kind: 'list'; listing_page: { listing: { q?: string | undefined }; result: { total: number } } };
  cart: { lines: { id: number; count: number }[] };
  order: unknown;
};
export type CountedKind = keyof CountedData;

/** A route says in its `handle` how it is counted; its data must be what the counter reads. */
export type PageHandle<Kind extends CountedKind = CountedKind, Data = CountedData[Kind]> = [Data] extends [
  CountedData[Kind],
]
  ? { counted: Kind }
  : never;

export type Counted = {
  [Kind in CountedKind]: { kind: Kind; params: { id?: string }; data: CountedData[Kind] };
}[CountedKind];

/** The open page as React Router's hooks tell it. */
export type PageState = {
  location: { pathname: string; search: string; key: string };
  isIdle: boolean;
  submissions: Submission[];
  root: RootData;
  /** What all its loaders, and what fetchers have brought. */
  data: unknown[];
  fetched: unknown[];
  counted: Counted | null;
};

/** The open page for those who are no components: its state at any time, and word of each change. */
export type OpenPages = ReturnType<typeof openPages>;

export function openPages(first: PageState) {
  let state = first;
  const listeners = new Set<(state: PageState) => void>();
  return {
    get state() {
      return state;
    },
    change(next: PageState): void {
      state = next;
      for (const listener of listeners) listener(next);
    },
    subscribe(listener: (state: PageState) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
