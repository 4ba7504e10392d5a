import {
  branchLines,
  composeEmail,
  type EmailBlock,
  type EmailFooter,
  type EmailMessage,
  shopLines,
} from '#modules/mail/email.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { codeMinutes } from './proof/codes.ts';
import { linkMinutes } from './proof/one-time-links.ts';
import type { Requester } from './requester.ts';

/** The code that signs in or, for an address nobody has, leads on to signing up: the words are the same for both. */
export function signInCodeEmail(requester: Requester, code: string, notMe: string, now: Date): EmailMessage {
  return composeEmail(
    'Код для входа',
    'Код для входа',
    [
      { kind: 'text', text: 'Введите код на сайте, чтобы войти в личный кабинет или зарегистрироваться.' },
      ...codeBlocks(code),
      ...placeBlocks(requester, now, 'Код запросили'),
      ...notMeBlocks(
        notMe,
        'Если код запросили не вы, нажмите «Это не я»: код перестанет действовать, а вход по нему закроется.',
      ),
    ],
    footerOf(requester),
  );
}

/** A Yandex account with the email of an account here wants in. */
export function yandexCodeEmail(
  requester: Requester,
  code: string,
  notMe: string,
  login: string | null,
  now: Date,
): EmailMessage {
  return composeEmail(
    'Код, чтобы связать Яндекс ID',
    'Вход через Яндекс ID',
    [
      {
        kind: 'text',
        text: `Через Яндекс ID${login ? ` «${login}»` : ''} пытаются войти в ваш личный кабинет. Если это вы, введите код на сайте: кабинет будет связан с этим Яндекс ID.`,
      },
      ...codeBlocks(code),
      ...placeBlocks(requester, now, 'Вход начали'),
      ...notMeBlocks(notMe, 'Если это не вы, никому не сообщайте код и нажмите «Это не я».'),
    ],
    footerOf(requester),
  );
}

/** Somebody signed in from a browser the account did not know. */
export function signedInEmail(requester: Requester, way: string, notMe: string, now: Date): EmailMessage {
  return composeEmail(
    'Вход в личный кабинет с нового устройства',
    'Вход с нового устройства',
    [
      { kind: 'text', text: `В ваш личный кабинет вошли ${way}.` },
      ...placeBlocks(requester, now, 'Когда'),
      ...notMeBlocks(
        notMe,
        'Если это были вы, ничего делать не нужно. Если нет, нажмите «Это не я»: сеанс завершится.',
      ),
    ],
    footerOf(requester),
  );
}

export function passwordLinkEmail(requester: Requester, url: string, now: Date): EmailMessage {
  return composeEmail(
    'Новый пароль для личного кабинета',
    'Новый пароль',
    [
      {
        kind: 'text',
        text: `Вы просили сменить пароль. Ссылка действует ${countOf(linkMinutes, 'минуту', 'минуты', 'минут')} и срабатывает один раз. После смены пароля все сеансы завершатся.`,
      },
      { kind: 'button', label: 'Задать новый пароль', url },
      ...placeBlocks(requester, now, 'Запрос отправили'),
      { kind: 'text', text: 'Если вы этого не просили, ничего делать не нужно: пароль останется прежним.' },
    ],
    footerOf(requester),
  );
}

/** The same request for an address nobody signs in with: its owner should not wait in vain. */
export function noAccountEmail(requester: Requester, signUp: string, now: Date): EmailMessage {
  return composeEmail(
    'Личного кабинета с этой почтой нет',
    'Личного кабинета с этой почтой нет',
    [
      {
        kind: 'text',
        text: 'На этот адрес просили ссылку для смены пароля, но личного кабинета с ним нет. Возможно, вы регистрировались с другой почтой.',
      },
      { kind: 'button', label: 'Зарегистрироваться', url: signUp },
      ...placeBlocks(requester, now, 'Запрос отправили'),
      { kind: 'text', text: 'Если вы этого не просили, ничего делать не нужно.' },
    ],
    footerOf(requester),
  );
}

/** `forgot`: where to take the account back. */
export function passwordChangedEmail(requester: Requester, forgot: string, now: Date): EmailMessage {
  return composeEmail(
    'Пароль изменён',
    'Пароль изменён',
    [
      { kind: 'text', text: 'Пароль от личного кабинета изменён. Остальные сеансы завершены.' },
      ...placeBlocks(requester, now, 'Когда'),
      { kind: 'text', text: 'Если это были не вы, сразу задайте новый пароль: ссылка придёт на эту почту.' },
      { kind: 'button', label: 'Это не я', url: forgot },
    ],
    footerOf(requester),
  );
}

export function contactCodeEmail(requester: Requester, code: string, now: Date): EmailMessage {
  return composeEmail(
    'Код подтверждения почты',
    'Подтверждение почты',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы добавить этот адрес к личному кабинету.' },
      ...codeBlocks(code),
      ...placeBlocks(requester, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, никому не сообщайте код и ничего не делайте.' },
    ],
    footerOf(requester),
  );
}

/** To the owner of an address that another account wants to add. */
export function contactTakenEmail(requester: Requester, login: string, now: Date): EmailMessage {
  return composeEmail(
    'Этот адрес уже привязан к личному кабинету',
    'Этот адрес уже привязан',
    [
      {
        kind: 'text',
        text: 'Ваш адрес пытались добавить к другому личному кабинету. Он уже привязан к вашему, поэтому код не выслан.',
      },
      { kind: 'button', label: 'Войти в свой кабинет', url: login },
      ...placeBlocks(requester, now, 'Когда'),
    ],
    footerOf(requester),
  );
}

/** To the address the account had before. */
export function contactAddedEmail(requester: Requester, email: string, forgot: string, now: Date): EmailMessage {
  return composeEmail(
    'К личному кабинету добавлена почта',
    'Добавлена почта',
    [
      { kind: 'text', text: `К вашему личному кабинету добавлен адрес ${email}. С ним можно войти.` },
      ...placeBlocks(requester, now, 'Когда'),
      { kind: 'text', text: 'Если это были не вы, задайте новый пароль и удалите адрес в профиле.' },
      { kind: 'button', label: 'Это не я', url: forgot },
    ],
    footerOf(requester),
  );
}

/** Before ways to sign in change: to the main email. */
export function proofCodeEmail(requester: Requester, code: string, now: Date): EmailMessage {
  return composeEmail(
    'Код для изменения почты в кабинете',
    'Подтвердите, что это вы',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы добавить, заменить или удалить почту для входа.' },
      ...codeBlocks(code),
      ...placeBlocks(requester, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, смените пароль и завершите чужие сеансы в профиле.' },
    ],
    footerOf(requester),
  );
}

export function deletionCodeEmail(requester: Requester, code: string, now: Date): EmailMessage {
  return composeEmail(
    'Код для удаления личного кабинета',
    'Удаление личного кабинета',
    [
      { kind: 'text', text: 'Введите код в профиле, чтобы попросить об удалении кабинета и данных в нём.' },
      ...codeBlocks(code),
      ...placeBlocks(requester, now, 'Код запросили'),
      { kind: 'text', text: 'Если вы этого не просили, смените пароль и завершите чужие сеансы в профиле.' },
    ],
    footerOf(requester),
  );
}

/** `profile`: where the request is taken back. */
export function deletionRequestedEmail(requester: Requester, due: Date, profile: string, now: Date): EmailMessage {
  return composeEmail(
    'Личный кабинет будет удалён',
    'Личный кабинет будет удалён',
    [
      {
        kind: 'text',
        text: `Вы попросили удалить кабинет. Удалим его ${formatDateTime(due, requester.time_zone)}: имя, контакты, адреса, подписки, обращения и корзину. Документы по выполненным заказам храним столько, сколько требует закон о бухгалтерском учёте.`,
      },
      { kind: 'text', text: 'До этого времени просьбу можно отменить в профиле.' },
      { kind: 'button', label: 'Открыть профиль', url: profile },
      ...placeBlocks(requester, now, 'Просьбу отправили'),
    ],
    footerOf(requester),
  );
}

/** The last email: there is no branch to speak for, the shop itself signs. */
export function accountDeletedEmail(): EmailMessage {
  return composeEmail(
    'Личный кабинет удалён',
    'Личный кабинет удалён',
    [
      {
        kind: 'text',
        text: 'Мы удалили кабинет и данные в нём. Документы по выполненным заказам храним столько, сколько требует закон. С этой почтой можно зарегистрироваться снова: кабинет будет новым.',
      },
    ],
    shopLines,
  );
}

/** To each confirmed address of both accounts; `signsIn`: the address that signs in, half hidden. */
export function accountsMergedEmail(signsIn: string): EmailMessage {
  return composeEmail(
    'Ваши кабинеты объединены',
    'Ваши кабинеты объединены',
    [
      {
        kind: 'text',
        text: `Магазин объединил два ваших личных кабинета в один. Заказы, карты, бонусы и списки теперь стоят вместе. Основная почта кабинета — ${signsIn}, входить можно и по другой подтверждённой почте; пароль остался от основного кабинета.`,
      },
      {
        kind: 'text',
        text: 'Если вы об этом не просили, напишите или позвоните нам: мы разберёмся.',
      },
    ],
    shopLines,
  );
}

function codeBlocks(code: string): EmailBlock[] {
  return [
    { kind: 'code', label: 'Код', code },
    {
      kind: 'text',
      text: `Код действует ${countOf(codeMinutes, 'минуту', 'минуты', 'минут')}. Сотрудники магазина никогда его не спрашивают.`,
    },
  ];
}

function placeBlocks(requester: Requester, now: Date, when: string): EmailBlock[] {
  return [
    {
      kind: 'facts',
      rows: [
        { name: when, value: formatDateTime(now, requester.time_zone) },
        { name: 'Город', value: requester.city },
        { name: 'Устройство', value: requester.device },
        ...(requester.address ? [{ name: 'Адрес в сети', value: requester.address }] : []),
      ],
    },
  ];
}

function notMeBlocks(url: string, text: string): EmailBlock[] {
  return [
    { kind: 'text', text },
    { kind: 'button', label: 'Это не я', url },
  ];
}

function footerOf({ branch }: Requester): EmailFooter {
  return branchLines(branch);
}
