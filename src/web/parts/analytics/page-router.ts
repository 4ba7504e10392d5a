type Submission = { state: string; formAction?: string; formMethod?: string; formData?: FormData };

export type PageState = {
  location: { pathname: string; search: string; key: string };
  navigation: Submission;
  loaderData: Record<string, unknown>;
  fetchers: Map<string, Submission & { data?: unknown }>;
};

export type PageRouter = { readonly state: PageState; subscribe(listener: (state: PageState) => void): () => void };

/**
 * React Router's own router of the open page. What is counted is read from it and from the page as it stands, so that no page carries code for
 * the counter.
 */
export function pageRouter(): PageRouter | null {
  return (window as { __reactRouterDataRouter?: PageRouter }).__reactRouterDataRouter ?? null;
}

export type RootData = { cookie_domain: string | null; product_code: string };

export function rootData(state: PageState): RootData {
  return state.loaderData.root as RootData;
}
