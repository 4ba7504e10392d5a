import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { nodeBySignIn } from '#integrations/onec/exchange/nodes.ts';
import { emptySummary } from '#integrations/onec/summary.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { commands } from './onec-exchange.ts';

const { db, url } = await testDatabase();
const shop = wordsRunner(commands, { db, url });

test('an owner makes a node, whose password is shown once, changes it and switches it off', async () => {
  expect(await shop('onec nodes')).toContain('обмен с 1С закрыт');
  const made = await shop('onec nodes create', ['base'], { name: 'Основная база', networks: '203.0.113.0/24' });
  const password = /пароль (\S+) \(больше он нигде не виден\)/.exec(made)?.[1] ?? '';
  expect(password).toHaveLength(24);
  expect(await nodeBySignIn(db, 'base', password, null)).toMatchObject({ name: 'Основная база', is_on: true });
  expect(await shop('onec nodes create', ['base'])).toContain('уже есть');
  expect(await shop('onec nodes create', ['other'], { password: 'короткий' })).toContain('не короче 12 знаков');
  expect(await shop('onec nodes create', ['other'], { networks: 'дом' })).toContain('Адреса и сети через запятую');
  const changed = await shop('onec nodes change', ['base'], { 'new-password': true, off: true, networks: 'none' });
  expect(changed).toContain('Новый пароль');
  expect(await nodeBySignIn(db, 'base', password, null)).toBeNull();
  expect(await shop('onec nodes')).toMatch(/Основная база {2}base {2}ВЫКЛЮЧЕН {2}отовсюду/);
  await shop('onec nodes change', ['base'], { 'day-pays': 'no' });
  expect(await shop('onec nodes')).toContain('оплату без суммы проверяют люди');
  expect(await shop('onec nodes change', ['base'], { 'day-pays': 'может быть' })).toContain('--day-pays: yes или no');
  expect(await shop('onec nodes change', ['nobody'], { on: true })).toContain('Узла обмена nobody нет');
  expect(await shop('onec nodes change', ['base'])).toContain('Не указано, что изменить');
});

test('packages and exchanges are listed; one package is shown with all that was not taken', async () => {
  expect(await shop('onec sessions')).toContain('Сеансов обмена не было');
  expect(await shop('onec packages')).toContain('Пакетов из 1С не было');
  const summary = emptySummary();
  Object.assign(summary.goods, { read: 2, created: 1 });
  summary.goods.refused.push({ id: 'x', name: 'Гвоздь', file: 'import.xml', line: 12, reason: 'нет единицы' });
  const { id } = await db
    .insertInto('onec_packages')
    .values({
      source: 'import.xml',
      state: 'imported',
      summary: JSON.stringify(summary),
      started_at: new Date(),
      finished_at: new Date(),
      contents: JSON.stringify([{ name: 'import.xml', bytes: 1_234 }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await shop('onec packages')).toMatch(/^№ \d+ {2}[\d.: ]+ {2}команда {2}принят {2}import\.xml/);
  const shown = await shop('onec packages show', [String(id)]);
  expect(shown).toContain('Товары: получено 2, новых 1');
  expect(shown).toContain('Товары: import.xml, строка 12: Гвоздь: нет единицы');
  expect(await shop('onec packages show', ['9999'])).toContain('Пакета № 9999 нет');
});

test('catalogues are listed with their nodes, and moved', async () => {
  expect(await shop('onec catalogs')).toContain('Каталогов из обмена с 1С ещё не было');
  await shop('onec nodes create', ['new-base']);
  await sql`insert into onec_catalogs (catalog_id_1c, node_id) select 'c1', id from onec_nodes where login = 'base'`.execute(
    db,
  );
  expect(await shop('onec catalogs')).toBe('c1  Основная база  base  0\u00a0товаров');
  expect(await shop('onec catalogs move', ['c1'])).toContain('Укажите узел');
  expect(await shop('onec catalogs move', ['c1'], { node: 'nobody' })).toContain('Узла обмена nobody нет');
  expect(await shop('onec catalogs move', ['c2'], { node: 'new-base' })).toContain('Каталога c2 нет');
  expect(await shop('onec catalogs move', ['c1'], { node: 'new-base' })).toBe('Каталог c1 теперь ведёт узел new-base.');
  expect(await shop('onec catalogs')).toContain('c1  new-base  new-base');
});
