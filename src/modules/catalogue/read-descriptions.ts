import sanitizeHtml from 'sanitize-html';
import { cleanDescription } from './clean-description.ts';

/**
 * 1C's HTML description → what may be shown as it is, and the same as plain text. Plain text comes back as it was,
 * without HTML.
 */
export function readDescriptions({ description, html }: { description?: string; html?: string }): {
  description: string;
  description_html: string | null;
} {
  if (!html) return { description: plain(description ?? ''), description_html: null };
  const clean = cleanDescription(html);
  const text = sanitizeHtml(clean.replace(/<(br|hr)\s*\/?>|<\/(p|li|tr|h[2-4]|div|dt|dd|blockquote)>/g, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  });
  return { description: plain(decodeEntities(text)), description_html: /<[a-z]/.test(clean) ? clean : null };
}

function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&nbsp;': ' ' };

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|nbsp);/g, (entity) => entities[entity] ?? entity);
}
