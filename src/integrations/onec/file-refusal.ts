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
