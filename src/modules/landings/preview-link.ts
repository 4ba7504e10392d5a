import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { landingUrl } from '#shared/urls.ts';
import { type Variant, variants } from './schema.ts';

const previewDays = 7;

/** The path that shows the newest text, also a draft, to whoever has it; good for 7 days. */
export function previewUrl(keys: SecretKeys, slug: string, variant: Variant, now = new Date()): string {
  const until = Math.floor(now.getTime() / 1000) + previewDays * 86_400;
  const named = `${variant}.${until.toString(36)}`;
  return `${landingUrl(slug)}?preview=${named}.${sign(keys, 'landing preview', `${slug} ${named}`)}`;
}

/** Which variant the token of a preview link shows; null: not one of ours for this page, or too old. */
export function readPreview(keys: SecretKeys, slug: string, token: string, now = new Date()): Variant | null {
  const [, named, shown, until = '', mark = ''] = /^(([ab])\.([0-9a-z]{1,9}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!named || !isSigned(keys, 'landing preview', `${slug} ${named}`, mark)) return null;
  if (Number.parseInt(until, 36) * 1000 <= now.getTime()) return null;
  return variants.find((variant) => variant === shown) ?? null;
}
