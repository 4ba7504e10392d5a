import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { paths } from '../api-types.ts';
import { request } from '../request.ts';

type Answers<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** What GET of a path of the description answers. */
export type Got<Path extends keyof paths> = Answers<Path>;

/**
 * What reads a path for a branch (null: all of them). The branch stands in the key and in the call itself: a repetition
 * that comes after another one was chosen still asks about its own.
 */
export function gotQuery<Body>(path: string, branch: string | null) {
  return {
    queryKey: ['got', path, branch],
    queryFn: async ({ signal }: { signal?: AbortSignal }) => (await request<Body>(path, { signal, branch })).body,
  };
}

type Every<Body> = number | false | ((query: { state: { data: Body | undefined } }) => number | false);

/**
 * Reads a path of the back office; `every`: again after so many milliseconds, given as a function of what was read
 * last where they depend on it.
 */
export function useGot<Body>(path: string, { every = 0, isOn = true }: { every?: Every<Body>; isOn?: boolean } = {}) {
  const branch = useSearchParams()[0].get('branch') || null;
  return useQuery({ ...gotQuery<Body>(path, branch), enabled: isOn, refetchInterval: every || false });
}
