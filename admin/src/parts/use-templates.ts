import { type Got, useGot } from './got.ts';

export const templatesPath = '/api/admin/reply-templates';
type All = Got<typeof templatesPath>;
export type Templates = All['items'][number];

/** Templates of a kind with what is known filled in; one that names what is not known is left out. */
export function useTemplates(kind: Templates['id'], values: Record<string, string | null>): string[] {
  const { data } = useGot<All>(templatesPath);
  const templates = data?.items.find(({ id }) => id === kind)?.templates ?? [];
  return templates.flatMap((template) => {
    const isKnown = [...template.matchAll(/\{([^}]*)\}/g)].every(([, field = '']) => values[field]);
    return isKnown ? [template.replace(/\{([^}]*)\}/g, (_, field: string) => values[field] ?? '')] : [];
  });
}
