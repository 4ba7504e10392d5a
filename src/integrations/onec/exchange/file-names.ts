import { extname } from 'node:path';
import { ExchangeFailure } from './answer.ts';

const longestName = 250;
/** Programs and pages are nobody's goods. Attachments of any other kind are taken, and passed over by the import. */
const refusedEndings = new Set(
  (
    'php php3 php4 php5 php7 phtml phar inc asp aspx ashx asmx cer jsp jspx cfm cgi fcgi pl py rb sh bash ksh csh ps1 ' +
    'exe dll so com bat cmd msi scr vbs wsf jar js mjs cjs ts html htm xhtml shtml hta ini conf'
  )
    .split(' ')
    .map((ending) => `.${ending}`),
);

/**
 * The name of a file under the exchange's folder as 1C gave it: backslashes are slashes, the folders that 1C on Linux
 * and on Windows puts in front are cut off. Throws ExchangeFailure for names that climb out, hidden ones, names that a
 * disk does not take, programs and pages, and names without an extension.
 */
export function cleanFileName(given: string): string {
  const name = withoutDrive(given)
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
  const ending = extname(name).toLowerCase();
  if (ending === '' || refusedEndings.has(ending)) throw fault('такие файлы обмен не принимает');
  return name;
}

/** A temporary file of Windows goes by its own name, a picture by that of its folder in the exchange. */
function withoutDrive(given: string): string {
  if (!/^[A-Za-z]:\\[^/]*$/.test(given) || /(?:^|\\)\.{1,2}(?:\\|$)/.test(given)) return given;
  const pictures = given.lastIndexOf('\\import_files\\');
  return given.slice((pictures === -1 ? given.lastIndexOf('\\') : pictures) + 1);
}
