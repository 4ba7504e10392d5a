import { beginningsOfNoPages } from '#shared/page-facts.ts';

/**
 * What is to be done with the address of a request: it is taken as it is, moved to its normal form, or belongs to
 * nobody.
 */
export type AddressVerdict = 'normal' | 'refused' | { moved: string };

const plainly = /^\/(?:[a-z0-9_-][a-z0-9._-]*\/)*(?:[a-z0-9_-][a-z0-9._-]*)?(?:\?|$)/;
/** Programs and names of files: letters, encodings and repeated slashes mean what they say. */
const noPage = new RegExp(`^/(?:${beginningsOfNoPages().join('|')})/`);
/** Codes and tokens of printed codes, whose letters differ in case: `/qr/b/{token}/`. */
const keepsCase = (segments: string[], at: number) => segments[0]?.toLowerCase() === 'qr' && at >= 2;
const unreadable = /[\u0000-\u001f\u007f/\\]/;

/**
 * Every page has one spelling of its path: lower case, no empty parts, encoded as `encodeURIComponent` does. Another
 * spelling is `moved` (path and query), so that it is neither rendered nor cached by itself; `refused` are backslashes,
 * control characters, `.` and `..`, a slash inside a part and broken encodings, in the path of any request. The
 * trailing slash and the query are left as they are.
 */
export function judgeAddress(url: string): AddressVerdict {
  if (plainly.test(url)) return 'normal';
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith('/') || path.startsWith('//') || /[\\#\u0000- \u007f]/.test(path)) return 'refused';
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return 'refused';
  if (noPage.test(path)) return 'normal';
  const segments = readSegments(path);
  if (!segments) return 'refused';
  const kept = segments.filter((segment, at) => segment !== '' || at === segments.length - 1);
  const normal = `/${kept
    .map((segment, at) => encodeURIComponent(keepsCase(kept, at) ? segment : segment.toLowerCase()))
    .join('/')}`;
  if (normal === path) return 'normal';
  return { moved: normal + (end < 0 ? '' : url.slice(end)) };
}

/** The decoded parts of a path; null when one cannot be read. */
function readSegments(path: string): string[] | null {
  try {
    const segments = path.slice(1).split('/').map(decodeURIComponent);
    return segments.some((segment) => unreadable.test(segment)) ? null : segments;
  } catch {
    return null;
  }
}
