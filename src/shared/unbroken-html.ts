import { unbroken } from './unbroken.ts';

/** The words of an HTML text as they are set; tags and their attributes stay as they are. */
export function unbrokenHtml(html: string): string {
  return html.replace(/(<[^>]*>)|[^<]+/g, (all, tag: string | undefined) => (tag ? all : unbroken(all)));
}
