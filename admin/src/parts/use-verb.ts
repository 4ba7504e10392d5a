import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { idempotencyKey, RequestError, request } from '../request.ts';

type VerbMethod = 'POST' | 'PUT' | 'DELETE';

type Verb<Answer> = {
  isBusy: boolean;
  /** What the server refused, in its words; null: nothing. */
  problem: string | null;
  /** Messages of fields by name. */
  fields: Record<string, string>;
  error: unknown;
  run: (path: string, body?: unknown, method?: VerbMethod) => void;
  reset: () => void;
  answer: Answer | undefined;
};

/**
 * A call that changes something: one key until it has succeeded, so that pressing again after a lost answer does it
 * once. `onDone` is called with what the server answered.
 */
export function useVerb<Answer = unknown>(onDone: (answer: Answer) => void): Verb<Answer> {
  const queries = useQueryClient();
  const key = useRef({ of: '', key: '' });
  const mutation = useMutation({
    mutationFn: async ({ path, body, method }: { path: string; body: unknown; method: VerbMethod }) => {
      const of = path + JSON.stringify(body);
      if (key.current.of !== of) key.current = { of, key: idempotencyKey() };
      const headers = { 'Idempotency-Key': key.current.key };
      const answer = await request<Answer>(path, { method, ...(method !== 'DELETE' && { body: body ?? {} }), headers });
      key.current = { of: '', key: '' };
      return answer.body;
    },
    onSuccess: onDone,
    onError: (error) => {
      // Another changed it meanwhile: what is shown behind the words becomes what it is now.
      if (error instanceof RequestError && error.code === 'seen_changed') void queries.invalidateQueries();
    },
  });
  const { error } = mutation;
  return {
    isBusy: mutation.isPending,
    problem: error instanceof RequestError ? error.message : error ? 'Не получилось. Повторите' : null,
    fields: error instanceof RequestError ? error.fields : {},
    error,
    run: (path, body, method = 'POST') => mutation.mutate({ path, body, method }),
    reset: mutation.reset,
    answer: mutation.data,
  };
}
