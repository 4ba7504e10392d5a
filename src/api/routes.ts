import type { Api, ApiContext } from './api.ts';
import { visitorStateRoutes } from './visitor-state.ts';

/** Every HTTP resource, one line each; the paths stand in full in their files. */
export function registerApi(api: Api, _context: ApiContext): void {
  visitorStateRoutes(api);
}
