import type { EmailPlaceholder } from '#shared/email-placeholders.ts';

/** What the shop may say in words of its own. The rest of an email is the program's: sums, terms, links, codes. */
export const emailParts = ['subject', 'heading', 'lead', 'closing'] as const;
export type EmailPart = (typeof emailParts)[number];

export type EmailWords = Record<EmailPart, string | null>;

type Kind = {
  name: string;
  /** `имя` stands in no subject and no heading: whoever orders types any name, and any address. */
  placeholders: readonly EmailPlaceholder[];
  /** The words of the program by part; of a part that is not here it keeps the words to itself. Empty: says nothing. */
  words: Partial<Record<EmailPart, string>>;
};

const branch = ['филиал', 'телефон'] as const;
const order = ['имя', 'заказ', ...branch] as const;
const review = ['имя', 'товар', ...branch] as const;

/** The same in subject and heading. */
function titled(title: string, lead = '', closing = '') {
  return { subject: title, heading: title, lead, closing };
}

/** Emails to buyers whose words the shop may change. Those about signing in, and those to staff, are not among them. */
export const emailKinds = {
  order_placed: {
    name: 'Заказ принят',
    placeholders: order,
    words: titled(
      'Заказ {заказ} принят',
      '{имя}, здравствуйте. Мы получили ваш заказ и уже передали его в филиал.',
      'Пока заказ не собран, его можно отменить на странице заказа.',
    ),
  },
  order_awaits_approval: {
    name: 'Заказ принят и ждёт согласования',
    placeholders: order,
    words: titled(
      'Заказ {заказ} принят',
      '{имя}, здравствуйте. Мы получили ваш заказ.',
      'Пока заказ не собран, его можно отменить на странице заказа.',
    ),
  },
  order_approved: {
    name: 'Заказ согласован',
    placeholders: order,
    words: titled(
      'Заказ {заказ} согласован',
      '{имя}, здравствуйте. Владелец организации согласовал заказ, мы передали его в филиал.',
    ),
  },
  order_ready: {
    name: 'Заказ готов к выдаче',
    placeholders: order,
    words: titled('Заказ {заказ} готов к выдаче', '{имя}, здравствуйте. Заказ собран и ждёт вас.'),
  },
  order_ready_unpaid: {
    name: 'Заказ готов, но не оплачен',
    placeholders: order,
    words: titled('Заказ {заказ} готов к выдаче', '{имя}, здравствуйте. Заказ собран.'),
  },
  order_assembled: {
    name: 'Заказ собран для доставки',
    placeholders: order,
    words: {
      ...titled('Заказ {заказ} собран', '{имя}, здравствуйте. Заказ собран, скоро передадим его водителю.'),
      heading: 'Заказ {заказ} собран и ждёт отправки',
    },
  },
  order_in_delivery: {
    name: 'Заказ в пути',
    placeholders: order,
    words: titled(
      'Заказ {заказ} в пути',
      '{имя}, здравствуйте. Машина с вашим заказом выехала. Водитель позвонит перед приездом.',
    ),
  },
  order_cancelled: {
    name: 'Заказ отменён',
    placeholders: order,
    words: titled('Заказ {заказ} отменён', '{имя}, здравствуйте.'),
  },
  order_receiving: {
    name: 'Получение изменено',
    placeholders: order,
    words: {
      ...titled(
        'Заказ {заказ}: получение изменено',
        '{имя}, здравствуйте.',
        'Если вы этого не делали, откройте заказ или позвоните нам.',
      ),
      heading: 'Получение заказа {заказ} изменено',
    },
  },
  order_edited: {
    name: 'Изменён состав заказа',
    placeholders: order,
    words: titled('Заказ {заказ} изменён', '{имя}, здравствуйте.', 'Если что-то не так, позвоните нам.'),
  },
  orders_joint: {
    name: 'Несколько заказов подряд',
    placeholders: ['имя', ...branch],
    words: { lead: '{имя}, здравствуйте.', closing: '' },
  },
  order_proposal: {
    name: 'Магазин предлагает изменить заказ',
    placeholders: order,
    words: {
      ...titled(
        'Заказ {заказ}: уточните состав',
        '{имя}, здравствуйте. Не всё из заказа есть в наличии. Вот что мы предлагаем.',
      ),
      heading: 'Предлагаем изменить заказ {заказ}',
    },
  },
  order_paid: {
    name: 'Заказ оплачен',
    placeholders: order,
    words: titled('Заказ {заказ} оплачен', '{имя}, здравствуйте.'),
  },
  order_refund: { name: 'Возврат денег', placeholders: order, words: { lead: '{имя}, здравствуйте.', closing: '' } },
  ticket_received: {
    name: 'Обращение принято',
    placeholders: ['имя', 'обращение', ...branch],
    words: titled(
      'Обращение {обращение} принято',
      'Мы получили ваше обращение.',
      'Если вы ничего не отправляли, ничего делать не нужно.',
    ),
  },
  ticket_answer: {
    name: 'Ответ на обращение',
    placeholders: ['имя', 'обращение', ...branch],
    words: titled('Ответ на обращение {обращение}'),
  },
  review_invitation: {
    name: 'Приглашение к отзыву',
    placeholders: order,
    words: {
      subject: 'Как вам покупка? Заказ {заказ}',
      heading: 'Расскажите о покупке',
      lead: '{имя}, здравствуйте. Вы получили заказ {заказ}. Если товары уже в деле, напишите о них: это поможет тем, кто выбирает, а мы увидим, что исправить.',
      closing: '',
    },
  },
  review_approved: {
    name: 'Отзыв опубликован',
    placeholders: review,
    words: titled('Ваш отзыв опубликован', 'Спасибо. Ваш отзыв о товаре «{товар}» теперь видят другие покупатели.'),
  },
  review_refused: {
    name: 'Отзыв не опубликован',
    placeholders: review,
    words: titled(
      'Отзыв не опубликован',
      'Мы не смогли опубликовать ваш отзыв о товаре «{товар}».',
      'Отзыв можно исправить и отправить ещё раз.',
    ),
  },
  review_reply: {
    name: 'Ответ на отзыв',
    placeholders: review,
    words: {
      ...titled('Магазин ответил на ваш отзыв', 'О товаре «{товар}»:'),
      heading: 'Ответ на ваш отзыв',
    },
  },
  question_answer: {
    name: 'Ответ на вопрос о товаре',
    placeholders: review,
    words: { ...titled('Ответ на ваш вопрос о товаре'), heading: 'Ответ на ваш вопрос' },
  },
  question_refused: {
    name: 'Вопрос не опубликован',
    placeholders: review,
    words: titled('Вопрос не опубликован'),
  },
  goods_alert: { name: 'Подешевело, снова в наличии', placeholders: branch, words: { lead: '', closing: '' } },
  news: {
    name: 'Скидки и новинки',
    placeholders: ['в городе', ...branch],
    words: titled('Скидки и новинки {в городе}'),
  },
  prize: {
    name: 'Приз колеса',
    placeholders: ['приз', ...branch],
    words: { ...titled('Ваш приз: {приз}'), heading: 'Колесо остановилось: {приз}' },
  },
  company_activated: {
    name: 'Цены для бизнеса открыты',
    placeholders: ['организация', 'инн'],
    words: {
      ...titled(
        'Цены для бизнеса открыты: {организация}',
        'Менеджер проверил организацию {организация}, ИНН {инн}. Теперь в каталоге, корзине и заказах действуют её цены, а счёт приходит вместе с письмом о заказе.',
      ),
      heading: 'Цены для бизнеса открыты',
    },
  },
  company_joined: {
    name: 'Вас добавили в организацию',
    placeholders: ['организация', 'инн'],
    words: {
      ...titled('Вы в организации {организация}'),
      heading: 'Вас добавили в организацию {организация}',
    },
  },
} as const satisfies Record<string, Kind>;
export type EmailKind = keyof typeof emailKinds;

export function isEmailKind(name: string): name is EmailKind {
  return Object.hasOwn(emailKinds, name);
}

/** The parts of this kind that the shop may word, in their order. */
export function partsOf(kind: EmailKind): EmailPart[] {
  return emailParts.filter((part) => Object.hasOwn(emailKinds[kind].words, part));
}

/** The words of the program; null: the shop may not change them. */
export function builtInWords(kind: EmailKind, part: EmailPart): string | null {
  const { words }: Kind = emailKinds[kind];
  return words[part] ?? null;
}

/** Subject and heading, which are one line. */
export function isTitle(part: EmailPart): boolean {
  return part === 'subject' || part === 'heading';
}

/** What may stand in braces in a part. */
export function placeholdersOf(kind: EmailKind, part: EmailPart): EmailPlaceholder[] {
  return emailKinds[kind].placeholders.filter((name) => !(isTitle(part) && name === 'имя'));
}

/** How long a part may be, in signs. */
export function longestOf(part: EmailPart): number {
  return isTitle(part) ? 150 : 1_000;
}
