import { expect, test } from 'vitest';
import { splitPeople } from './people.ts';

const people = '<h2>Кто за что отвечает</h2><ul><li><b>Мария Смирнова</b> Менеджер: собирает заказ</li></ul>';

test('the list of people of a written text becomes cards with initials, the rest of the text stays', () => {
  expect(splitPeople(`<p>О нас.</p>${people}<p>Конец.</p>`)).toEqual({
    html: '<p>О нас.</p><p>Конец.</p>',
    people: {
      title: 'Кто за что отвечает',
      list: [{ name: 'Мария Смирнова', initials: 'МС', role: 'Менеджер', duty: 'собирает заказ' }],
    },
  });
});

test('a text without such a list, or with links in it, stays whole', () => {
  for (const html of [
    '<h2>Как работаем</h2><ul><li>Честно.</li></ul>',
    '<h2>Люди</h2><ul><li><b>Мария</b> <a href="/pay/">касса</a></li></ul>',
  ])
    expect(splitPeople(html)).toEqual({ html, people: null });
});
