import { uploadLimitBytes } from './constants.ts';
import { plural } from './plurals.ts';

/** S5-07: what may be sent by name, its type, and which content must stand inside. */
export const uploadTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  txt: 'text/plain',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  rtf: 'application/rtf',
} as const;

export type UploadType = (typeof uploadTypes)[keyof typeof uploadTypes];

/** How many files one message takes. */
export const uploadLimits = { files: 3, nameCharacters: 200 } as const;

/** For `accept` of a file field. */
export const uploadAccept = Object.keys(uploadTypes)
  .map((extension) => `.${extension}`)
  .join(',');

/** For `accept` of a field of photos. */
export const photoAccept = '.png,.jpeg,.jpg';

export const uploadWords = {
  type: 'Недопустимый формат файла',
  size: 'Файл слишком большой',
  required: 'Файл обязателен для заполнения',
  count: (most: number) => `Не больше ${most} ${plural(most, 'файла', 'файлов', 'файлов')} в одном сообщении`,
} as const;

/** The type that a file's name promises, or null for a name that is not taken. */
export function uploadTypeOf(name: string): UploadType | null {
  const ending = endingOf(name);
  return Object.hasOwn(uploadTypes, ending) ? uploadTypes[ending as keyof typeof uploadTypes] : null;
}

/** The letters behind the last dot of a file's name, small; '' without one. */
export function endingOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}

export type UploadRules = {
  required?: boolean;
  /** How many files the field takes. */
  most?: number;
  /** Pictures alone. */
  only?: 'photos';
  /** Endings of names that are taken instead of those of S5-07. */
  endings?: readonly string[];
  /** What is said of others that people send, by ending; of the rest the common sentence. */
  refusedEndings?: Readonly<Record<string, string>>;
};

/** What is wrong with the chosen files by name, size and number, or null; the content is looked at by `isContentOf`. */
export function uploadProblem(
  files: { name: string; size: number }[],
  { required = false, most = uploadLimits.files, only, endings, refusedEndings = {} }: UploadRules = {},
): string | null {
  if (files.length === 0) return required ? uploadWords.required : null;
  if (files.length > most) return uploadWords.count(most);
  const isTaken = (name: string) =>
    endings ? endings.includes(endingOf(name)) : (uploadTypeOf(name)?.startsWith(only ? 'image/' : '') ?? false);
  const other = files.find(({ name }) => !isTaken(name));
  if (other) return new Map(Object.entries(refusedEndings)).get(endingOf(other.name)) ?? uploadWords.type;
  return files.some(({ size }) => size > uploadLimitBytes) ? uploadWords.size : null;
}
