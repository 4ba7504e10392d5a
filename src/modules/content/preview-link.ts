import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';

const previewDays = 7;

/** What may be looked at before it is published. */
export type Previewed = 'page' | 'article';

/** The query that shows this text, also a draft, to whoever has it: `?preview=…`; good for 7 days. */
export function previewQuery(keys: SecretKeys, kind: Previewed, id: number, now = new Date()): string {
  const until = Math.floor(now.getTime() / 1000) + previewDays * 86_400;
  const named = `${id.toString(36)}.${until.toString(36)}`;
  return `?preview=${named}.${sign(keys, 'preview of a text', `${kind} ${named}`)}`;
}

/** Which text the token of a preview link shows; null: not one of ours, or too old. */
export function readPreview(keys: SecretKeys, kind: Previewed, token: string, now = new Date()): number | null {
  const [, named, id = '', until = '', mark = ''] =
    /^(([0-9a-z]{1,7})\.([0-9a-z]{1,9}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!named || !isSigned(keys, 'preview of a text', `${kind} ${named}`, mark)) return null;
  return Number.parseInt(until, 36) * 1000 > now.getTime() ? Number.parseInt(id, 36) : null;
}
