import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { privateFolder } from './private-files.ts';

/** What went wrong with a picture, under the codes that a resizing proxy has and the status it should answer. */
export class ImageError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** A picture that may be resized; `version` changes with its content where that is known. */
export type ImageSource = { id: string; version: string; read: () => Promise<Buffer> };

/** Finds pictures that are no files but drawn when somebody wants them; null for a path that it does not know. */
export type FindDrawing = (path: string) => Promise<ImageSource | null>;

/** The hosts that the setting IMAGE_HOSTS names, which pictures may be fetched from. */
export function imageHostsOf({ IMAGE_HOSTS }: { IMAGE_HOSTS: string }): string[] {
  return IMAGE_HOSTS.split(',')
    .map((host) => host.trim())
    .filter(Boolean);
}

/** Of a picture before it is resized; films lie among the same files. */
const mostBytes = 20 * 1024 * 1024;
const fetchMs = 5_000;

/**
 * The picture that an id names: a path in `filesDir`, or an address on one of `hosts` (name, with the port where it is
 * not the usual one), or what `findDrawing` knows. Redirects are refused, because the list of hosts would not be asked
 * again. Throws ImageError.
 */
export async function findImage(
  id: string,
  filesDir: string,
  hosts: Set<string>,
  findDrawing: FindDrawing = async () => null,
): Promise<ImageSource> {
  const remote = remoteUrl(id);
  if (remote) {
    if (remote.username !== '' || remote.password !== '' || !hosts.has(remote.host))
      throw new ImageError(403, 'IPX_FORBIDDEN_HOST', 'С этого сайта картинки не показываем');
    return { id: remote.href, version: '', read: () => fetchPicture(remote) };
  }
  const clean = posix.normalize(`/${id}`);
  if (clean !== `/${id}` || id.includes('\\') || id.includes('\0') || clean.startsWith(`/${privateFolder}/`))
    throw new ImageError(403, 'IPX_FORBIDDEN_PATH', 'По этому адресу картинок нет');
  const file = join(filesDir, clean);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    const drawing = await findDrawing(clean.slice(1));
    if (drawing) return drawing;
    throw new ImageError(404, 'IPX_FILE_NOT_FOUND', 'Такой картинки нет');
  }
  if (found.size > mostBytes) throw new ImageError(403, 'IPX_TOO_LARGE', 'Файл слишком большой для картинки');
  return { id: clean, version: `${found.mtimeMs}-${found.size}`, read: () => readFile(file) };
}

/**
 * The parsed address of a remote picture; null for a stored one. Proxies on the way fold `//`, so `https:/host` counts
 * too.
 */
function remoteUrl(id: string): URL | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(id)) return null;
  const url = URL.parse(id.replace(/^(https?):\/(?!\/)/i, '$1://'));
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ImageError(403, 'IPX_FORBIDDEN_HOST', 'С этого сайта картинки не показываем');
  return url;
}

async function fetchPicture(url: URL): Promise<Buffer> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchMs) });
    if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new Error('the picture is too large');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    const failure = new ImageError(502, 'IPX_UPSTREAM', 'Сайт с картинкой не ответил');
    failure.cause = error;
    throw failure;
  }
}
