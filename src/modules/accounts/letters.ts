import {
  branchLines,
  composeLetter,
  type Letter,
  type LetterBlock,
  type LetterFooter,
  shopLines,
} from '#modules/mail/letter.ts';
import { formatDateTime } from '#shared/dates.ts';
import { codeMinutes } from './proof/codes.ts';
import { linkMinutes } from './proof/one-time-links.ts';
import type { Seat } from './seat.ts';

/** The code that signs in or, for an address nobody has, leads on to signing up: the words are the same for both. */
export function signInCodeLetter(seat: Seat, code: string, notMe: string, now: Date): Letter {
  return composeLetter(
    'Код для входа',
    'Код для входа',
    [
      { kind: 'text', text: 'Введите код на сайте, чтобы войти в личный кабинет или зарегистрироваться.' },
      ...codeBlocks(code),
      ...placeBlocks(seat, now, 'Код запросили'),
      ...notMeBlocks(
        notMe,
        'Если код запросили не вы, нажмите «Это не я»: код перестанет действовать, а вход по нему закроется.',
      ),
    ],
    footerOf(seat),
  );
}

/** A Yandex account with the e-mail of an account here wants in. */
export function yandexCodeLetter(seat: Seat, code: string, notMe: string, login: string | null, now: Date): Letter {
  return composeLetter(
    'Код, чтобы связать Яндекс ID',
    'Вход через Яндекс ID',
    [
      {
        kind: 'text',
        text: `Через Яндекс ID${login ? ` «${login}»` : ''} пытаются войти в ваш личный кабинет. Если это вы, введите код на сайте: аккаунт Яндекса будет связан с вашим.`,
      },
      ...codeBlocks(code),
      ...placeBlocks(seat, now, 'Вход начали'),
      ...notMeBlocks(notMe, 'Если это не вы, никому не сообщайте код и нажмите «Это не я».'),
    ],
    footerOf(seat),
  );
}

/** Somebody signed in from a browser the account did not know. */
export function signedInLetter(seat: Seat, way: string, notMe: string, now: Date): Letter {
  return composeLetter(
    'Вход в личный кабинет с нового устройства',
    'Вход с нового устройства',
    [
      { kind: 'text', text: `В ваш личный кабинет вошли ${way}.` },
      ...placeBlocks(seat, now, 'Когда'),
      ...notMeBlocks(
        notMe,
        'Если это были вы, ничего делать не нужно. Если нет, нажмите «Это не я»: сеанс завершится.',
      ),
    ],
    footerOf(seat),
  );
}

export function passwordLinkLetter(seat: Seat, url: string, now: Date): Letter {
  return composeLetter(
    'Новый пароль для личного кабинета',
    'Новый пароль',
    [
      {
        kind: 'text',
        text: `Вы просили сменить пароль. Ссылка действует ${linkMinutes} минут и срабатывает один раз. После смены пароля все сеансы завершатся.`,
      },
      { kind: 'button', label: 'Задать новый пароль', url },
      ...placeBlocks(seat, now, 'Запрос отправили'),
      { kind: 'text', text: 'Если вы этого не просили, ничего делать не нужно: пароль останется прежним.' },
    ],
    footerOf(seat),
  );
}

/** The same request for an address nobody signs in with: its owner should not wait in vain. */
export function noAccountLetter(seat: Seat, signUp: string, now: Date): Letter {
  return composeLetter(
    'Личного кабинета с этой почтой нет',
    'Личного кабинета с этой почтой нет',
    [
      {
        kind: 'text',
        text: 'На этот адрес просили ссылку для смены пароля, но личного кабинета с ним нет. Возможно, вы регистрировались с другой почтой.',
      },
      { kind: 'button', label: 'Зарегистрироваться', url: signUp },
      ...placeBlocks(seat, now, 'Запрос отправили'),
      { kind: 'text', text: 'Если вы этого не просили, ничего делать не нужно.' },
    ],
    footerOf(seat),
  );
}

/** `forgot`: where to take the account back. */
export function passwordChangedLetter(seat: Seat, forgot: string, now: Date): Letter {
  return composeLetter(
    'Пароль изменён',
    'Пароль изменён',
    [
      { kind: 'text', text: 'Пароль от личного кабинета изменён. Остальные сеансы завершены.' },
      ...placeBlocks(seat, now, 'Когда'),
      { kind: 'text', text: 'Если это были не вы, сразу задайте новый пароль: ссылка придёт на эту почту.' },
      { kind: 'button', label: 'Это не я', url: forgot },
    ],
    footerOf(seat),
  );
}

export function contactCodeLetter(seat: Seat, code: string, now: Date): Letter {
  return composeLetter(
    'Код подтверждения почты',
    'Подтверждение почты',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы добавить этот адрес к личному кабинету.' },
      ...codeBlocks(code),
      ...placeBlocks(seat, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, никому не сообщайте код и ничего не делайте.' },
    ],
    footerOf(seat),
  );
}

/** To the owner of an address that another account wants to add. */
export function contactTakenLetter(seat: Seat, login: string, now: Date): Letter {
  return composeLetter(
    'Этот адрес уже привязан к личному кабинету',
    'Этот адрес уже привязан',
    [
      {
        kind: 'text',
        text: 'Ваш адрес пытались добавить к другому личному кабинету. Он уже привязан к вашему, поэтому код не выслан.',
      },
      { kind: 'button', label: 'Войти в свой кабинет', url: login },
      ...placeBlocks(seat, now, 'Когда'),
    ],
    footerOf(seat),
  );
}

/** To the address the account had before. */
export function contactAddedLetter(seat: Seat, email: string, forgot: string, now: Date): Letter {
  return composeLetter(
    'К личному кабинету добавлена почта',
    'Добавлена почта',
    [
      { kind: 'text', text: `К вашему личному кабинету добавлен адрес ${email}. С ним можно войти.` },
      ...placeBlocks(seat, now, 'Когда'),
      { kind: 'text', text: 'Если это были не вы, задайте новый пароль и удалите адрес в профиле.' },
      { kind: 'button', label: 'Это не я', url: forgot },
    ],
    footerOf(seat),
  );
}

/** Before ways to sign in change: to the main e-mail. */
export function proofCodeLetter(seat: Seat, code: string, now: Date): Letter {
  return composeLetter(
    'Код для изменения почты в кабинете',
    'Подтвердите, что это вы',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы добавить, заменить или удалить почту для входа.' },
      ...codeBlocks(code),
      ...placeBlocks(seat, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, смените пароль и завершите чужие сеансы в профиле.' },
    ],
    footerOf(seat),
  );
}

export function deletionCodeLetter(seat: Seat, code: string, now: Date): Letter {
  return composeLetter(
    'Код для удаления личного кабинета',
    'Удаление личного кабинета',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы попросить об удалении кабинета и данных в нём.' },
      ...codeBlocks(code),
      ...placeBlocks(seat, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, смените пароль и завершите чужие сеансы в профиле.' },
    ],
    footerOf(seat),
  );
}

/** `profile`: where the request is taken back. */
export function deletionRequestedLetter(seat: Seat, due: Date, profile: string, now: Date): Letter {
  return composeLetter(
    'Личный кабинет будет удалён',
    'Личный кабинет будет удалён',
    [
      {
        kind: 'text',
        text: `Вы попросили удалить кабинет. Удалим его ${formatDateTime(due, seat.time_zone)}: имя, контакты, адреса, подписки, обращения и корзину. Документы по выполненным заказам храним столько, сколько требует закон о бухгалтерском учёте.`,
      },
      { kind: 'text', text: 'До этого времени просьбу можно отменить в профиле.' },
      { kind: 'button', label: 'Открыть профиль', url: profile },
      ...placeBlocks(seat, now, 'Просьбу отправили'),
    ],
    footerOf(seat),
  );
}

/** The last letter: there is no branch to speak for, the shop itself signs. */
export function accountDeletedLetter(): Letter {
  return composeLetter(
    'Личный кабинет удалён',
    'Личный кабинет удалён',
    [
      {
        kind: 'text',
        text: 'Мы удалили кабинет и данные в нём. Документы по выполненным заказам хранятся срок, установленный законом. С этой почтой можно зарегистрироваться снова: кабинет будет новым.',
      },
    ],
    shopLines,
  );
}

function codeBlocks(code: string): LetterBlock[] {
  return [
    { kind: 'code', label: 'Код', code },
    { kind: 'text', text: `Код действует ${codeMinutes} минут. Сотрудники магазина никогда его не спрашивают.` },
  ];
}

function placeBlocks(seat: Seat, now: Date, when: string): LetterBlock[] {
  return [
    {
      kind: 'facts',
      rows: [
        { name: when, value: formatDateTime(now, seat.time_zone) },
        { name: 'Город', value: seat.city },
        { name: 'Устройство', value: seat.device },
        ...(seat.address ? [{ name: 'Адрес в сети', value: seat.address }] : []),
      ],
    },
  ];
}

function notMeBlocks(url: string, text: string): LetterBlock[] {
  return [
    { kind: 'text', text },
    { kind: 'button', label: 'Это не я', url },
  ];
}

function footerOf({ branch }: Seat): LetterFooter {
  return branchLines(branch);
}
