// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates as sources have them
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unbroken } from '../src/shared/unbroken.ts';
import { readSources } from './boundaries.ts';
import { findRussianMistakes } from './russian.ts';
import { tornIn, tornInPage } from './russian-spaces.ts';

const root = join(import.meta.dirname, '..');
const found = (text: string) =>
  findRussianMistakes(new Map([['src/a.tsx', text]])).filter((sentence) => sentence.startsWith('src/a.tsx:'));

test('the texts of the project keep the rules, and no exception is without need', async () => {
  expect(findRussianMistakes(await readSources(root))).toEqual([]);
});

const planted: [rule: string, text: string][] = [
  ['число без формы слова: ${count} товаров', 'const a = `Найдено ${count} товаров`;'],
  ['число без формы слова: ${lines.length} строк', 'const a = `${lines.length} строк в файле`;'],
  ['число без формы слова: ${days} рабочих дней', 'const a = `Ответим за ${days} рабочих дней`;'],
  ['число без формы слова: ${page.total} отзывов', 'const a = <p>Всего {page.total} отзывов</p>;'],
  ['число без формы слова: ${shelves.length} полок', 'const a = `${shelves.length} полок`;'],
  ['число и слово: 3 месяца', "const a = 'Хранится 3 месяцев';"],
  ['число и слово: 22 листа', "const a = 'Пачка, 22 лист';"],
  ['ё', "const a = 'Привезем еще раз';"],
  ['ё', "const a = 'Елка зеленая';"],
  ['не пишем так', "const a = 'Оплатить данный товар';"],
  ['не пишем так', "const a = 'Доставка осуществляется завтра';"],
  ['не пишем так', "const a = 'В случае, если товара нет';"],
  ['не пишем так', "const a = 'Заказ успешно оформлен';"],
  ['не пишем так', "const a = 'Введите промокод';"],
  ['не пишем так', "const a = 'Произвести оплату';"],
  ['не пишем так', 'const a = <b>E-mail для чека</b>;'],
  ['не пишем так', 'const a = <a>В корзине, перейти</a>;'],
  ['не пишем так', "const a = 'Заказать у оператора';"],
  ['не пишем так', "const a = 'Сообщить мне';"],
  ['не пишем так', "const a = { label: 'Как часто писать' };"],
  ['не пишем так', "const a = 'Желаемый день';"],
  ['не пишем так', "const a = 'Вы покупаете для неё';"],
  ['не пишем так', 'const a = <h2>За кого покупаю</h2>;'],
  ['не пишем так', "const a = 'Видит заказы организации, управляет её сотрудниками';"],
  ['не пишем так', "const a = 'Люди организации';"],
  ['не пишем так', "const a = 'Если отменить заказ, деньги уйдут назад сразу и сами';"],
  ['не пишем так', "const a = 'Раствор остаётся рабочим 60 минут';"],
  ['не пишем так', "const a = ['vremya', 'Жизнеспособность раствора'];"],
  ['не пишем так', "const a = 'Складывайте под навес; распилим в размер.';"],
  ['не пишем так', "const a = 'Снять не позже';"],
  ['не пишем так', "const a = 'Отпечаток секрета';"],
  ['не пишем так', 'const a = `Здравствуйте, ${name}!`;'],
  ['не пишем так', "const a = 'Посчитаем мешки и привезём на этаж завтра.';"],
  ['не пишем так', "const a = 'Заказы до 28 декабря привезём по области.';"],
  ['восклицательный знак', "const a = 'Добро пожаловать!';"],
  ['«вы» с прописной', "const a = 'Когда Вы придёте, покажите код';"],
  ['латиница в русском слове', "const a = 'Цeмент';"],
  ['два пробела', "const a = 'Заказ  собран';"],
  ['пробел перед знаком', "const a = 'Заказ собран , ждём';"],
  ['нет пробела после знака', "const a = 'Заказ собран,ждём';"],
  ['прямые кавычки', `const a = 'Акция "Осень"';`],
  ['вложенные «ёлочки»', "const a = 'ООО «Магазин «Осень»»';"],
  ['непарные кавычки', "const a = 'Акция «Осень';"],
  ['дефис вместо тире', "const a = 'Вологда - город';"],
  ['дефис вместо тире', 'const a = <p>Вологда – {city}</p>;'],
  ['дефис между числами', "const a = 'Слой 5-7 мм';"],
  ['три точки', "const a = 'Ищем...';"],
  ['единица прижата к числу', "const a = 'Мешок 25кг';"],
  ['единица прижата к числу', "const a = 'Скидка 10%';"],
  ['х между числами', "const a = 'Брус 50х50 мм';"],
  ['№ без пробела', "const a = 'Заявка №5';"],
  ['сокращение слитно', "const a = 'Смеси, плитка и т.д.';"],
];

test.each(planted)('a planted mistake is found: %s', (rule, text) => {
  expect(found(text)).toContainEqual(expect.stringContaining(`src/a.tsx:1  ${rule}`));
});

test('a line is named where the words stand, also between tags', () => {
  const text = 'const a = (\n  <p>\n    Всё хорошо,\n    еще лучше <b>завтра</b>\n  </p>\n);';
  expect(found(text)).toEqual(['src/a.tsx:4  ё: Всё хорошо, еще лучше ￼']);
});

test('what is right is let through, and what is no text is not read', () => {
  for (const text of [
    "const a = `Найдено ${countOf(count, 'товар', 'товара', 'товаров')}`;",
    "const a = `${count} ${plural(count, 'товар', 'товара', 'товаров')}`;",
    'const a = `Заказ ${order.number} собран, ${count} из ${most}`;',
    "const a = 'До 3 месяцев, 3 месяца, подождите 1 минуту, от 22 листов, 5–7 мм, 10 %';",
    "const a = 'Акция «Осень „Всё для дома“» — до 5 мая';",
    '// Данный товар еще не пришел!\nconst a = 1;',
    "const a = { 'еще': 1 };\nconst b = /еще/;\nconst c = sql`select 'еще'`;",
    'const a = \'<p class="small">Слой <b>5</b> мм</p>\';',
  ])
    expect(found(text), text).toEqual([]);
});

test.each([
  ['короткое слово в конце строки', 'Ёлки, шары и гирлянды'],
  ['короткое слово в конце строки', 'Заберите заказ в пункте'],
  ['тире в начале строки', 'Оплата — при получении'],
  ['число оторвано от единицы', 'Плитка, 44,9 м² в упаковке'],
  ['число оторвано от единицы', 'Скидка 10 % на плитку'],
  ['число оторвано от единицы', 'Кабель 3 × 1,5 медный'],
  ['сокращение оторвано', 'Пункт на ул. Мира'],
  ['сокращение оторвано', 'ул. Мира, 9'],
  ['сокращение оторвано', 'Ваш заказ № 5 принят'],
])('a line that may end where it must not is found on a page: %s in «%s»', (rule, text) => {
  expect(tornIn(text).map((one) => one.rule)).toContain(rule);
  expect(
    tornInPage(`<main><p>${text}, а ещё несколько слов, чтобы строка стала длинной и перенеслась</p></main>`).map(
      (one) => one.rule,
    ),
  ).toContain(rule);
  expect(tornIn(unbroken(text))).toEqual([]);
});

test('words of a page that are only read out break nowhere', () => {
  const hidden = '<span class="sr">: Шпатель фасадный, нержавеющая сталь с прямой кромкой для стен, 450 мм</span>';
  expect(tornInPage(`<main><a>Сравнить${hidden}</a></main>`)).toEqual([]);
  expect(tornInPage(`<main><a>Сравнить${hidden.replace('"sr"', '"small"')}</a></main>`)).not.toEqual([]);
});
