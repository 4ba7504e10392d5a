import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { createIPX, type IPX, ipxFSStorage, ipxHttpStorage } from 'ipx';
import { imageSides } from '#shared/image-url.ts';
import { privateFolder } from './private-files.ts';

/** What went wrong with a picture, under ipx's own codes and the status a proxy should answer. */
export class ImageError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(`[${status}] [${code}] ${message}`);
    this.code = code;
    this.status = status;
  }
}

export type ImageAnswer = { body: Buffer; type: string; etag: string };

export type ImagesOptions = {
  /** Folder of stored pictures. */
  filesDir: string;
  /** Folder of finished sizes; safe to delete at any time. */
  cacheDir: string;
  /** Hosts whose pictures may be fetched, exact names. */
  allowedHosts: string[];
  cacheBytes?: number;
  /** Makes a stored picture that is wanted before its job ran; false when there is nothing to make it from. */
  makeMissing?: (path: string) => Promise<boolean>;
};

const transformsAtOnce = 2;
const aliases: Record<string, string> = {
  f: 'format',
  q: 'quality',
  w: 'width',
  h: 'height',
  s: 'resize',
  b: 'background',
  pos: 'position',
};
const formats = new Set(['jpeg', 'jpg', 'png', 'webp', 'avif']);
const fits = new Set(['cover', 'contain', 'fill', 'inside', 'outside']);
const positions = /^(top|right|bottom|left|center|centre|entropy|attention|(right|left)[- ](top|bottom))$/;

/**
 * The resizing proxy (S7-27): ipx over the files folder and the allowed hosts. Sizes come from a fixed list, each is made once (one transform per key
 * at a time, two at once in all) and kept on disk. Redirects of a remote host are refused, because its allow-list would not be asked again.
 */
export function openImages({
  filesDir,
  cacheDir,
  allowedHosts,
  cacheBytes = 512 * 1024 * 1024,
  makeMissing,
}: ImagesOptions) {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const ipx = createIPX({
    storage: ipxFSStorage({ dir: filesDir }),
    httpStorage:
      hosts.size > 0 ? ipxHttpStorage({ domains: [...hosts], fetchOptions: { redirect: 'error' } }) : undefined,
    maxAge: 300,
  });
  const underWay = new Map<string, Promise<ImageAnswer>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let written = 0;

  /** `path` is everything after the proxy's base: `modifiers/id`. Throws ImageError. */
  async function get(path: string): Promise<ImageAnswer> {
    const { modifiers, id } = parsePath(path);
    const source = await sourceOf(id);
    const format = modifiers.format ?? 'webp';
    const key = createHash('sha256')
      .update(JSON.stringify([Object.entries(modifiers).sort(), source.id, source.version]))
      .digest('hex');
    const file = join(cacheDir, key.slice(0, 2), `${key}.${format}`);
    const answer = (body: Buffer): ImageAnswer => ({
      body,
      type: `image/${format === 'jpg' ? 'jpeg' : format}`,
      etag: `"${key.slice(0, 22)}"`,
    });
    const kept = await readFile(file).catch(() => null);
    if (kept) {
      const now = new Date();
      utimes(file, now, now).catch(() => {}); // the least recently used go first
      return answer(kept);
    }
    const pending = underWay.get(key);
    if (pending) return pending;
    const work = inTurn(async () => {
      const body = await transform(ipx, source.id, { ...modifiers, format });
      await mkdir(join(cacheDir, key.slice(0, 2)), { recursive: true });
      const draft = `${file}.${randomUUID()}`;
      await writeFile(draft, body);
      await rename(draft, file);
      written += body.length;
      if (written > cacheBytes / 8) {
        written = 0;
        prune(cacheDir, cacheBytes).catch(() => {});
      }
      return answer(body);
    }).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  async function sourceOf(id: string): Promise<{ id: string; version: string }> {
    const remote = remoteUrl(id);
    if (remote) {
      const isPlain = remote.username === '' && remote.password === '' && remote.port === '';
      if (!isPlain || !hosts.has(remote.hostname))
        throw new ImageError(403, 'IPX_FORBIDDEN_HOST', `Forbidden host: ${remote.hostname}`);
      return { id: remote.href, version: '' };
    }
    const clean = posix.normalize(`/${id}`);
    if (clean !== `/${id}` || id.includes('\\') || id.includes('\0') || clean.startsWith(`/${privateFolder}/`))
      throw new ImageError(403, 'IPX_FORBIDDEN_PATH', 'Forbidden path');
    const file = join(filesDir, clean);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      if (!(await makeMissing?.(id))) throw new ImageError(404, 'IPX_FILE_NOT_FOUND', 'File not found');
    }
    const { mtimeMs, size } = found ?? (await stat(file));
    return { id: clean, version: `${mtimeMs}-${size}` };
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= transformsAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return { get };
}

export type Images = ReturnType<typeof openImages>;

function parsePath(path: string): { modifiers: Record<string, string>; id: string } {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  if (first === '') throw new ImageError(400, 'IPX_MISSING_MODIFIERS', 'Modifiers are missing');
  const id = slash < 0 ? '' : decode(path.slice(slash + 1));
  if (id === '') throw new ImageError(400, 'IPX_MISSING_ID', 'Resource id is missing');
  const modifiers: Record<string, string> = {};
  if (first !== '_') {
    for (const part of decode(first).split(/[&,]/)) {
      const [key = '', ...values] = part.split(/[_:=]/);
      const name = aliases[key] ?? key;
      const value = values.join('_');
      const checked = checkModifier(name, value);
      if (checked !== null) modifiers[name] = checked;
    }
  }
  if (modifiers.width && modifiers.height) delete modifiers.height; // as ipx: width wins, a box is `s_WxH`
  return { modifiers, id };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ImageError(400, 'IPX_INVALID_ID', 'Malformed address');
  }
}

/** The value ipx may see, null for a modifier we do not know (ipx ignores those too). Throws on a bad value. */
function checkModifier(name: string, value: string): string | null {
  const bad = () => new ImageError(400, 'IPX_INVALID_MODIFIER_ARG', `Invalid value of ${name}`);
  const isSide = (side: string) => /^\d{1,5}$/.test(side) && (imageSides as readonly number[]).includes(Number(side));
  switch (name) {
    case 'format':
      if (!formats.has(value)) throw bad();
      return value;
    case 'quality':
      if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 100) throw bad();
      return value;
    case 'width':
    case 'height':
      if (!isSide(value)) throw bad();
      return value;
    case 'resize': {
      const [width = '', height = width] = value.split('x');
      if (!isSide(width) || !isSide(height)) throw bad();
      return `${width}x${height}`;
    }
    case 'fit':
      if (!fits.has(value)) throw bad();
      return value;
    case 'position':
      if (!positions.test(value)) throw bad();
      return value;
    case 'background':
      if (!/^([0-9a-f]{3}|[0-9a-f]{6}|[a-z]{3,20})$/i.test(value)) throw bad();
      return value;
    default:
      return null;
  }
}

/** The parsed address of a remote picture; null for a stored one. Proxies on the way fold `//`, so `https:/host` counts too. */
function remoteUrl(id: string): URL | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(id)) return null;
  const url = URL.parse(id.replace(/^(https?):\/(?!\/)/i, '$1://'));
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ImageError(403, 'IPX_FORBIDDEN_HOST', 'Forbidden host');
  return url;
}

async function transform(ipx: IPX, id: string, modifiers: Record<string, string>): Promise<Buffer> {
  try {
    const { data } = await ipx(id, modifiers).process();
    return Buffer.from(data);
  } catch (error) {
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (/^https?:/.test(id) && statusCode !== 403)
      throw new ImageError(502, 'IPX_UPSTREAM', 'The picture could not be fetched');
    if (statusCode && statusCode < 500 && code) throw new ImageError(statusCode, code, 'Not an image');
    throw new ImageError(400, 'IPX_INVALID_IMAGE', 'Not an image');
  }
}

/** Deletes the least recently used sizes until the folder fits. */
async function prune(cacheDir: string, limit: number): Promise<void> {
  const files: { file: string; bytes: number; used: number }[] = [];
  for (const entry of await readdir(cacheDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file);
    files.push({ file, bytes: size, used: mtimeMs });
  }
  let bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes: size } of files.sort((a, b) => a.used - b.used)) {
    if (bytes <= limit) break;
    await rm(file, { force: true });
    bytes -= size;
  }
}
