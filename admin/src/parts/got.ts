import { useQuery } from '@tanstack/react-query';
import type { paths } from '../api-types.ts';
import { request } from '../request.ts';

type Answers<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** What GET of a path of the description answers. */
export type Got<Path extends keyof paths> = Answers<Path>;

/** Reads a path of the back office; `every`: again after so many milliseconds. */
export function useGot<Body>(
  path: string,
  { every = 0, isOn = true }: { every?: number | false; isOn?: boolean } = {},
) {
  return useQuery({
    queryKey: ['got', path],
    queryFn: async ({ signal }) => (await request<Body>(path, { signal })).body,
    enabled: isOn,
    refetchInterval: every || false,
  });
}
