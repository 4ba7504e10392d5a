/**
 * Thrown by a loader or an action whose answer is the page of an error: its status, and what that page shows besides.
 */
export class PageFailure {
  readonly status: number;
  readonly details: Record<string, unknown>;
  constructor(status: number, details: Record<string, unknown> = {}) {
    this.status = status;
    this.details = details;
  }
}

/** `throw notFound()` from a loader: status 404, the words and the path are the error page's (S2-21). */
export function notFound(): PageFailure {
  return new PageFailure(404);
}
