import { data } from 'react-router';

/** `throw notFound()` from a loader: status 404, the words and the path are the error page's (S2-21). */
export function notFound() {
  return data({ code: 404 }, { status: 404 });
}
