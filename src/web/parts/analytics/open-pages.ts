/** A form under way. */
type Submission = { formAction?: string | undefined; formData?: FormData | undefined };

export type RootData = { cookie_domain: string | null; product_code: string };

/** What of a page is counted by more than its address; a route says so in its `handle`. */
export type CountedKind = 'home' | 'product' | 'catalogue' | 'cart' | 'order';
export type PageHandle = { counted: CountedKind };

/** The open page as React Router's hooks tell it. */
export type PageState = {
  location: { pathname: string; search: string; key: string };
  isIdle: boolean;
  submissions: Submission[];
  root: RootData;
  /** What all its loaders, and what fetchers have brought. */
  data: unknown[];
  fetched: unknown[];
  counted: { kind: CountedKind; params: { id?: string }; data: unknown } | null;
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
