import createClient from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { currentBranch, send } from './request.ts';

/**
 * Calls that are no records of a list, typed by the shop's own description of them (admin/openapi.json). Throws
 * RequestError for everything but a success, so `data` is what was asked for.
 */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: send });

api.use({
  onRequest({ request }) {
    const url = new URL(request.url);
    const branch = currentBranch();
    if (!branch || url.searchParams.has('branch')) return undefined;
    url.searchParams.set('branch', branch);
    return new Request(url, request);
  },
});
