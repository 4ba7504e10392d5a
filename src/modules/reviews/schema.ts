import { fieldMessages } from '#shared/field-messages.ts';
import { email, personalDataConsent } from '#shared/form-fields.ts';
import type { FieldSchema, FormRules } from '#shared/form-rules.ts';

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

export const starWords: Record<string, string> = {
  5: 'Отлично',
  4: 'Хорошо',
  3: 'Нормально',
  2: 'Плохо',
  1: 'Очень плохо',
};

/** A review as its form sends it; `rating` is '1'…'5'. */
export type ReviewFields = Partial<Record<keyof typeof reviewForm, string>>;

/** A question as its form sends it; `email` is asked of those who are not signed in. */
export type QuestionFields = { text?: string; author_name?: string; email?: string };

export const reviewLimits = { text: 3_000, side: 500, name: 60, question: 1_000, reply: 2_000 } as const;

const authorName = {
  label: 'Подпись',
  required: true,
  min: 2,
  max: reviewLimits.name,
  autoComplete: 'nickname',
  hint: 'Её увидят все. Можно указать только имя.',
} satisfies FieldSchema;

/** A review's texts; its form has photos too, and a tick where the buyer has no account. */
export const reviewForm = {
  rating: {
    label: 'Оценка',
    required: true,
    choices: starWords,
    empty: fieldMessages.unchosen,
    wrong: fieldMessages.unchosen,
  },
  text: {
    label: 'Отзыв',
    required: true,
    min: 10,
    max: reviewLimits.text,
    lines: 6,
    hint: 'Что делали, сколько ушло, что получилось. Без телефонов, адресов и ссылок.',
  },
  pros: { label: 'Достоинства', max: reviewLimits.side, lines: 2 },
  cons: { label: 'Недостатки', max: reviewLimits.side, lines: 2 },
  author_name: authorName,
} satisfies FormRules;

/** `photos`: how many the shop takes; with 0 nothing is said of them. */
export const sentReviewForm = (
  needsConsent: boolean,
  photos: number,
): FormRules<keyof typeof reviewForm | 'photos' | Consent> => {
  const { author_name, ...rest } = reviewForm;
  return {
    ...rest,
    ...(photos > 0 && {
      photos: {
        label: 'Фотографии',
        type: 'files',
        only: 'photos',
        max: photos,
        hint: 'Место и время съёмки из файла удалим.',
      },
    }),
    author_name,
    ...(needsConsent && { consent_personal_data: personalDataConsent }),
  };
};

/** A question; a guest leaves an email too. */
export const questionForm = (isGuest: boolean): FormRules<'text' | 'author_name' | 'email'> => ({
  text: {
    label: 'Вопрос',
    required: true,
    min: 5,
    max: reviewLimits.question,
    lines: 5,
    hint: 'О свойствах и применении товара. О своём заказе спросите филиал по телефону или в кабинете.',
  },
  author_name: authorName,
  ...(isGuest && {
    email: {
      ...email,
      label: 'Почта для ответа',
      hint: 'Её никто не увидит. Сначала пришлём письмо, чтобы убедиться, что она ваша.',
    },
  }),
});

export const sentQuestionForm = (isGuest: boolean): FormRules<'text' | 'author_name' | 'email' | Consent> => ({
  ...questionForm(isGuest),
  ...(isGuest && { consent_personal_data: personalDataConsent }),
});

type Consent = 'consent_personal_data';

/** A photo of a review, made again from what was sent; its bytes are kept under `id`. */
export type StoredPhoto = { id: string; width: number; height: number; size: number };

/** Where the photos lie: among the private files until shown, then in this folder of the picture proxy. */
export const photosArea = 'reviews';

export const photoPath = (id: string) => `${photosArea}/${id}.webp`;

export const reviewsOnPage = 10;
export const questionsOnPage = 10;
