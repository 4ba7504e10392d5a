import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Fields } from '../record/merge-fields.ts';
import { RequestError, request } from '../request.ts';
import type { PreviewRow } from './preview-table.tsx';
import { type SeoProblem, seoFields } from './seo-types.ts';

/** The fields as they are typed, in every branch, with what is wrong. */
export function usePreview(id: string, fields: Fields, isOn: boolean) {
  const asked = useDeferredValue(
    JSON.stringify(Object.fromEntries(seoFields.map((field) => [field, String(fields[field] ?? '')]))),
  );
  return useQuery({
    queryKey: ['seo-preview', id, asked],
    queryFn: async ({ signal }) => {
      const path = `/api/admin/seo-texts/${encodeURIComponent(id)}/preview`;
      const { body } = await request<{ rows: PreviewRow[]; problems: SeoProblem[] }>(path, {
        method: 'POST',
        body: JSON.parse(asked),
        signal,
      });
      return body;
    },
    enabled: isOn,
    placeholderData: (before) => before,
    // What is too long to be tried is said at its field when it is saved.
    retry: (count, error) => !(error instanceof RequestError && error.status === 422) && count < 2,
  });
}
