import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { landingUrl } from '#shared/urls.ts';
import { type Variant, variants } from './schema.ts';

const previewDays = 7;

/** Whose text a preview link shows; `department_id_1c` null: the one that is common to all branches. */
export type PreviewedText = { variant: Variant; department_id_1c: string | null };

/**
 * The path that shows the newest text of this branch and variant, also a draft, to whoever has it; good for 7 days. The
 * branch is in the link: on the host of another one it shows the same text (decision 549).
 */
export function previewUrl(
  keys: SecretKeys,
  slug: string,
  { variant, department_id_1c }: PreviewedText,
  now = new Date(),
): string {
  const until = Math.floor(now.getTime() / 1000) + previewDays * 86_400;
  const named = `${variant}.${department_id_1c ?? 'all'}.${until.toString(36)}`;
  return `${landingUrl(slug)}?preview=${named}.${sign(keys, 'landing preview', `${slug} ${named}`)}`;
}

/** Which text the token of a preview link shows; null: not one of ours for this page, or too old. */
export function readPreview(keys: SecretKeys, slug: string, token: string, now = new Date()): PreviewedText | null {
  const [, named, shown, branch = '', until = '', mark = ''] =
    /^(([ab])\.(\d{5}|all)\.([0-9a-z]{1,9}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!named || !isSigned(keys, 'landing preview', `${slug} ${named}`, mark)) return null;
  if (Number.parseInt(until, 36) * 1000 <= now.getTime()) return null;
  const variant = variants.find((variant) => variant === shown);
  return variant ? { variant, department_id_1c: branch === 'all' ? null : branch } : null;
}
