import type { Api, ApiContext } from './api.ts';

/** Every HTTP resource, one line each; the paths stand in full in their files. */
export function registerApi(_app: Api, _context: ApiContext): void {}
