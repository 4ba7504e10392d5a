import { type FormRules, formProblems } from '#shared/form-rules.ts';
import { uploadTypeOf, uploadWords } from '#shared/upload-rules.ts';

export type ReviewState = 'new' | 'approved' | 'refused';
export type QuestionState = 'unconfirmed' | 'new' | 'approved' | 'refused';

export const reviewStateWords: Record<ReviewState, string> = {
  new: 'На проверке',
  approved: 'Опубликован',
  refused: 'Не опубликован',
};

export const questionStateWords: Record<QuestionState, string> = {
  unconfirmed: 'Почта не подтверждена',
  new: 'На проверке',
  approved: 'Опубликован',
  refused: 'Не опубликован',
};

export const starWords: Record<number, string> = {
  5: 'Отлично',
  4: 'Хорошо',
  3: 'Нормально',
  2: 'Плохо',
  1: 'Очень плохо',
};

/** A review as its form sends it; `rating` is '1'…'5'. */
export type ReviewFields = { rating: string; text: string; pros: string; cons: string; author_name: string };

/** A question as its form sends it; `email` is asked of those who are not signed in. */
export type QuestionFields = { text: string; author_name: string; email?: string };

export const reviewLimits = { text: 3_000, side: 500, name: 60, photos: 3, question: 1_000, reply: 2_000 } as const;

const reviewRules: FormRules<keyof ReviewFields> = {
  rating: { label: 'Оценка', required: true },
  text: { label: 'Отзыв', required: true, min: 10, max: reviewLimits.text },
  pros: { label: 'Достоинства', max: reviewLimits.side },
  cons: { label: 'Недостатки', max: reviewLimits.side },
  author_name: { label: 'Подпись', required: true, min: 2, max: reviewLimits.name },
};

const questionRules: FormRules<'text' | 'author_name'> = {
  text: { label: 'Вопрос', required: true, min: 5, max: reviewLimits.question },
  author_name: { label: 'Подпись', required: true, min: 2, max: reviewLimits.name },
};

/** Broken fields with their words, the same in the browser and on the server (S5-11). */
export function reviewProblems(fields: ReviewFields): Partial<Record<keyof ReviewFields, string>> {
  const problems = formProblems(fields, reviewRules);
  if (!/^[1-5]$/.test(fields.rating)) problems.rating = 'Обязательно для выбора';
  return problems;
}

/** The same of a question; a guest leaves an e-mail too. */
export function questionProblems(
  fields: QuestionFields,
  isGuest: boolean,
): Partial<Record<keyof QuestionFields, string>> {
  const { email = '', ...own } = fields;
  return {
    ...formProblems(own, questionRules),
    ...(isGuest ? formProblems({ email }, { email: { label: 'Почта', type: 'email', required: true, max: 254 } }) : {}),
  };
}

/** S5-07 for photos: png or jpeg by name. The content is looked at by the server. */
export function photoProblem(files: { name: string }[]): string | null {
  const isPhoto = (name: string) => uploadTypeOf(name)?.startsWith('image/') ?? false;
  return files.every(({ name }) => isPhoto(name)) ? null : uploadWords.type;
}

/** For `accept` of the field of photos. */
export const photoAccept = '.png,.jpeg,.jpg';

/** A photo of a review, made anew from what was sent; its bytes are kept under `id`. */
export type KeptPhoto = { id: string; width: number; height: number; size: number };

/** Where the photos lie: among the private files until shown, then in this folder of the picture proxy. */
export const photosArea = 'reviews';

export const photoPath = (id: string) => `${photosArea}/${id}.webp`;

export const reviewsOnPage = 10;
export const questionsOnPage = 10;
