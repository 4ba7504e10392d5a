import { expect, test } from 'vitest';
import { unbroken } from '#shared/unbroken.ts';
import { unbrokenHtml } from '#shared/unbroken-html.ts';

const shown = (text: string) => unbroken(text).replaceAll('\u00a0', '_');

test.each([
  ['Болт КРЕПЬ М8 × 120 мм, 200 шт. в коробке', 'Болт КРЕПЬ М8_×_120_мм, 200_шт. в_коробке'],
  ['Краска 2,7 л', 'Краска 2,7_л'],
  ['Плёнка 10 м² (15 м)', 'Плёнка 10_м² (15_м)'],
  ['Набор 12 предметов', 'Набор 12 предметов'],
  ['Корень, под штукатурку, 5 л', 'Корень, под штукатурку, 5_л'],
  ['Сорт 1 сорт, кабель 3 × 1,5 мм²', 'Сорт 1_сорт, кабель 3_×_1,5_мм²'],
  ['Ёлки, шары и гирлянды', 'Ёлки, шары и_гирлянды'],
  ['Заказ успеем привезти к Новому году', 'Заказ успеем привезти к_Новому году'],
  ['И в дом, и на дачу: не в и за', 'И_в_дом, и_на_дачу: не_в_и_за'],
  ['Оплата — при получении', 'Оплата_— при получении'],
  ['Скидка 10 % до 489 ₽ за 6 пунктов', 'Скидка 10_% до_489_₽ за_6_пунктов'],
  ['Вес 1 206 кг, заказ № 5', 'Вес 1_206_кг, заказ №_5'],
  ['ул. Мира, 9, кв. 3 и г. Вологда, д. 2', 'ул._Мира,_9, кв._3_и_г._Вологда, д._2'],
  ['Окружное шоссе, 13', 'Окружное шоссе,_13'],
  ['доски, брус и т. д.', 'доски, брус и_т._д.'],
  ['подписал А. П. Смирнов', 'подписал А._П._Смирнов'],
  ['что же, если бы мы', 'что_же, если_бы мы'],
  ['Перезвоним завтра с 08:30 до 20:00', 'Перезвоним завтра с_08:30 до_20:00'],
  ['С 20:00 в пятницу, 2 и больше из 5 л.', 'С_20:00_в_пятницу, 2_и_больше из_5_л.'],
  ['Слово на-гора и нож с ножом', 'Слово на-гора и_нож с_ножом'],
])('%s', (text, set) => {
  expect(shown(text)).toBe(set);
});

test('tags of an HTML text stay, the words between them are set', () => {
  expect(unbrokenHtml('<p class="a b" title="и в">Шары и <b>в дом</b> 5 %</p>').replaceAll('\u00a0', '_')).toBe(
    '<p class="a b" title="и в">Шары и_<b>в_дом</b> 5_%</p>',
  );
});

test('of any text only spaces change, twice is once, and a long text is set in no time', () => {
  const pieces = [
    'в',
    'к',
    'и',
    'же',
    '—',
    '5',
    '1,5',
    '×',
    '№',
    'г.',
    'ул.',
    'Мира,',
    'А.',
    'Дом',
    '₽',
    '%',
    'мм²',
    ' ',
    '\n',
    '«',
    ')',
    '<b>',
    '\u00a0',
  ];
  let seed = 7;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % pieces.length;
  };
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 2 + (round % 12) }, () => pieces[next()]).join(round % 3 ? ' ' : '');
    const set = unbroken(text);
    expect(set.replaceAll('\u00a0', ' ')).toBe(text.replaceAll('\u00a0', ' '));
    expect(unbroken(set)).toBe(set);
  }
  const long = 'Заказ № 5 и 12 мешков по ул. Мира, 9 — в срок. '.repeat(400);
  const started = performance.now();
  unbroken(long);
  expect(performance.now() - started).toBeLessThan(1_500);
});
