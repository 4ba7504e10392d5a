/** A package that cannot be taken: nothing of it is applied. The message is Russian and names file and line. */
export class FileRefusal extends Error {
  file: string;
  line: number | null;
  reason: string;

  constructor(file: string, line: number | null, reason: string) {
    super(
      [[file, line === null ? '' : `строка ${line}`].filter(Boolean).join(', '), reason].filter(Boolean).join(': '),
    );
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}

/** Why the system does not let a file be read, in Russian; null: the error is another. */
export function unreadable(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof syscall !== 'string') return null;
  return `файл не читается (${reasons.get(code) ?? code})`;
}

const reasons = new Map([
  ['EACCES', 'нет права на чтение'],
  ['EPERM', 'нет права на чтение'],
  ['ENOENT', 'файла нет'],
  ['EISDIR', 'это папка'],
  ['EIO', 'ошибка диска'],
  ['ELOOP', 'ссылка ведёт по кругу'],
  ['ENOSPC', 'на диске кончилось место'],
]);

/** «4 ГБ»: how much may come, as refusals say it. */
export function limitWords(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} ГБ` : `${Math.ceil(bytes / 1024 ** 2)} МБ`;
}
