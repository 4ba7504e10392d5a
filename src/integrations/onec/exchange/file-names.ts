import { extname } from 'node:path';
import { ExchangeFailure } from './answer.ts';

const longestName = 250;
/** What 1C sends, and pictures and documents of goods beside it. Programs and pages are nobody's goods. */
const endings = new Set([
  ...[
    '.xml',
    '.zip',
    '.jpg',
    '.jpeg',
    '.png',
    '.gif',
    '.webp',
    '.bmp',
    '.tif',
    '.tiff',
    '.svg',
    '.avif',
    '.heic',
    '.jfif',
  ],
  ...['.pdf', '.doc', '.docx', '.xls', '.xlsx', '.rtf', '.txt', '.csv', '.rar', '.7z', '.mp4', '.avi', '.webm', '.mov'],
]);

/**
 * The name of a file under the exchange's folder as 1C gave it: backslashes are slashes, the folders that 1C on Linux
 * puts in front are cut off. Throws ExchangeFailure for names that climb out, hidden ones, names that a disk does not
 * take and kinds that no exchange has.
 */
export function cleanFileName(given: string): string {
  const name = given
    .replaceAll('\\', '/')
    .replace(/^\/tmp\/|^\/?upload\/1c\/webdata\//, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/')
    .trim();
  if (name === '') throw new ExchangeFailure('Не указано имя файла (filename)');
  const shown = name.slice(0, 100).replace(/[\u0000-\u001f\u007f]/g, '?');
  const fault = (why: string) => new ExchangeFailure(`Недопустимое имя файла «${shown}»: ${why}`);
  if (name.length > longestName) throw fault(`длиннее ${longestName} знаков`);
  if (/[\u0000-\u001f\u007f:*?"<>|]/.test(name)) throw fault('в нём есть недопустимые знаки');
  const parts = name.split('/');
  if (parts.some((part) => part === '..' || part === '.')) throw fault('оно ведёт за пределы папки обмена');
  if (parts.some((part) => part.startsWith('.') || part.endsWith('.') || part !== part.trim()))
    throw fault('часть имени начинается или кончается точкой или пробелом');
  // 255 bytes is what a disk takes of one part; a letter of Russian is two of them.
  if (parts.some((part) => Buffer.byteLength(part) > 240)) throw fault('часть имени слишком длинная');
  if (parts.length > 10) throw fault('больше десяти вложенных папок');
  if (!endings.has(extname(name).toLowerCase())) throw fault('такие файлы обмен не принимает');
  return name;
}
