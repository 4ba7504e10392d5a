import { expect, test } from 'vitest';
import type { FirstRunFacts } from './read-facts.ts';
import type { FirstRunStep } from './schema.ts';
import { type FirstRunSettings, firstRunView, stepsLeft } from './steps.ts';

/** A shop that has everything. */
const ready: FirstRunFacts = {
  mark: { main_domain: 'lavka.ru', demonstration: null },
  demo_rows: 0,
  own_owners: 1,
  own_owners_with_code: 1,
  own_staff: [{ name: 'Ирина Котова', has_code: true }],
  company: { name: 'ООО «Лавка»', inn: '0012345673', ogrn: '1020000123450', email: null, vk_url: null, logo: null },
  has_requisites: true,
  demo_words: [],
  branches: [{ id: '00777', name: 'Котлас', is_open: true, is_main: true, lacks: [] }],
  goods: { all: 2, categorised: 2, priced: 2, on_sale: 1 },
  exchange: { packages: 0, held: 0, tables: 1 },
  texts: [{ slug: 'offer', title: 'Публичная оферта', state: 'own', leftovers: [] }],
  email: { sent_at: new Date(), failure: null, created_at: new Date() },
  is_under_maintenance: false,
};
const met = { is_met: true, words: 'задано' };
const settings: FirstRunSettings = {
  main_domain: 'lavka.ru',
  runs_as_demonstration: false,
  is_local: false,
  checks: { mail: met, sender: met, secret_keys: met, proxy: met, https: met },
  payments: 'yookassa',
  payment_settings: 'YOOKASSA_SHOP_ID и YOOKASSA_SECRET_KEY',
};

function stepOf(key: FirstRunStep, facts: Partial<FirstRunFacts>, given: Partial<FirstRunSettings> = {}) {
  const view = firstRunView({ ...ready, ...facts }, { ...settings, ...given }, [], null);
  const step = view.find((one) => one.key === key);
  return { state: step?.state, wrong: step?.checks.filter(({ is_met }) => !is_met).map(({ words }) => words) };
}

test('a shop that has everything may be opened, and nothing else is left to do', () => {
  const view = firstRunView(ready, settings, [], null);
  expect(stepsLeft(view)).toEqual([]);
  expect(view.map(({ key, state }) => [key, state]).filter(([, state]) => state !== 'done')).toEqual([
    ['opening', 'todo'],
  ]);
  expect(firstRunView(ready, settings, [], '2026-11-26T09:00:00Z').at(-1)).toMatchObject({ state: 'done' });
});

test.each<[FirstRunStep, Partial<FirstRunFacts>, string, Partial<FirstRunSettings>?]>([
  ['owner', { own_owners: 0, own_owners_with_code: 0 }, 'Своего владельца нет'],
  ['owner', { own_owners_with_code: 0 }, 'Владелец ещё не входил'],
  ['company', { company: { ...ready.company, ogrn: null } }, 'Не указано: ОГРН'],
  ['company', { demo_words: [{ key: 'company', field: 'inn' }] }, 'Осталось от демонстрации: ИНН'],
  ['company', { has_requisites: false }, 'Банк и счёт не указаны'],
  ['branch', { branches: [] }, 'Своего филиала нет'],
  [
    'branch',
    { branches: [{ id: '1', name: 'Котлас', is_open: false, is_main: false, lacks: ['Часы работы'] }] },
    '«Котлас», не хватает: Часы работы',
  ],
  [
    'branch',
    { branches: [{ id: '1', name: 'Котлас', is_open: false, is_main: false, lacks: [] }] },
    'осталось открыть',
  ],
  ['goods', { goods: { all: 0, categorised: 0, priced: 0, on_sale: 0 } }, 'Своих товаров нет'],
  ['goods', { goods: { all: 3, categorised: 2, priced: 3, on_sale: 2 } }, 'Без категории: 1'],
  ['goods', { goods: { all: 3, categorised: 3, priced: 3, on_sale: 0 } }, 'Ни одного нельзя купить'],
  ['exchange', { exchange: { packages: 0, held: 0, tables: 0 } }, 'Ни одного пакета'],
  ['exchange', { exchange: { packages: 0, held: 1, tables: 0 } }, 'ждёт решения'],
  ['legal', { texts: [{ slug: 'offer', title: 'Оферта', state: 'missing', leftovers: [] }] }, 'текста нет'],
  [
    'legal',
    { texts: [{ slug: 'offer', title: 'Оферта', state: 'demonstration', leftovers: [] }] },
    'показан текст демонстрации',
  ],
  [
    'legal',
    { texts: [{ slug: 'offer', title: 'Оферта', state: 'own', leftovers: ['3525000101'] }] },
    'осталось от демонстрации: 3525000101',
  ],
  [
    'legal',
    { texts: [{ slug: 'consent-advertising', title: 'Согласие', state: 'missing', leftovers: [] }] },
    '«Согласие»: текста нет',
  ],
  ['demonstration', { demo_rows: 21 }, 'В магазине 21 запись демонстрации'],
  ['domain', { mark: { main_domain: 'idd.localhost', demonstration: 'load' } }, 'когда демонстрация убрана'],
  ['domain', {}, 'ещё работает как демонстрация', { runs_as_demonstration: true }],
  ['domain', {}, 'только на этом компьютере', { is_local: true }],
  ['mail', { email: null }, 'Пробного письма ещё не было'],
  ['mail', { email: { sent_at: null, failure: 'Ящик переполнен', created_at: new Date() } }, 'Ящик переполнен'],
  ['payment', {}, 'Онлайн не платят', { payments: null }],
  ['staff', { own_staff: [] }, 'Кроме владельца никого нет'],
  ['staff', { own_staff: [{ name: 'Ирина Котова', has_code: false }] }, 'Ещё не входили: Ирина Котова'],
])('%s: %o is said in words', (key, facts, words, given = {}) => {
  const { state, wrong = [] } = stepOf(key, facts, given);
  expect(state).toBe('todo');
  expect(wrong.map((sentence) => sentence.replaceAll('\u00a0', ' ')).join('; ')).toContain(words);
});

test('a step that was put off stands in nobody’s way, but removing the demonstration is never put off', () => {
  const facts = { ...ready, email: null, demo_rows: 3 };
  const view = firstRunView(facts, settings, ['mail', 'demonstration'], null);
  expect(stepsLeft(view).map(({ key }) => key)).toEqual(['demonstration']);
  expect(view.find(({ key }) => key === 'mail')).toMatchObject({ state: 'skipped', may_be_skipped: true });
  expect(view.at(-1)?.checks[0]?.words).toContain('«Убрать демонстрацию»');
});

test('a step that was put off and is done meanwhile counts as done', () => {
  const view = firstRunView(ready, settings, ['mail'], null);
  expect(view.find(({ key }) => key === 'mail')).toMatchObject({ state: 'done' });
});
