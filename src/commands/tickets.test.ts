import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTicket } from '#modules/support/open-ticket.ts';
import { makeUser } from '#test/support/accounts.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './tickets.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

const shop = commandRunner<{ number: number }[]>(commands, { db, url });

test('staff list, read, answer and close requests from the terminal', async () => {
  expect((await shop('tickets list')).text).toBe('Обращений нет.');
  const anna = await makeUser(db);
  const requester = { user_id: anna.id, department_id_1c: '00131', origin: 'http://idd.localhost' };
  const first = await openTicket(db, requester, {
    theme: 'return',
    name: 'Анна',
    email: anna.email,
    text: 'Порван мешок',
  });
  const second = await openTicket(db, requester, { theme: 'other', name: 'Борис', email: anna.email, text: 'Вопрос' });

  const list = (await shop('tickets list')).text;
  expect(list).toMatch(
    new RegExp(
      `${first.number}  Ждёт ответа, ответить до \\d\\d\\.\\d\\d\\.\\d{4} \\d\\d:\\d\\d  Вологда  Возврат, обмен, брак  Анна`,
    ),
  );
  const shown = (await shop('tickets show', [String(first.number)])).text;
  expect(shown).toContain('Порван мешок');
  expect(shown).toContain(anna.email);

  await shop('tickets answer', [String(first.number), 'Заменим.'], { who: 'Пётр' });
  expect((await shop('tickets show', [first.id])).text).toContain('Пётр (магазин)\nЗаменим.');
  const { rows } = await sql<{ text: string }>`select text from mails where key like 'ticket answer %'`.execute(db);
  expect(rows[0]!.text).toContain('Заменим.');

  await shop('tickets close', [String(second.number)]);
  expect((await shop('tickets list', [], { state: 'open' })).text).toBe('Обращений нет.');
  expect((await shop('tickets list', [], { json: true })).json.map(({ number }) => number).sort()).toEqual([
    first.number,
    second.number,
  ]);
});

test('mistakes are said in a sentence', async () => {
  await expect(shop('tickets show', ['99'])).rejects.toThrow(new CommandFailure('Обращение не найдено: 99'));
  await expect(shop('tickets list', [], { state: 'мимо' })).rejects.toThrow('Нет такого состояния');
  const requester = { user_id: null, department_id_1c: '00131', origin: 'http://idd.localhost' };
  const { number } = await openTicket(db, requester, { theme: 'site', name: 'Гость', email: 'guest@pochta.example' });
  await expect(shop('tickets answer', [String(number), ' '])).rejects.toThrow('Обязательно для заполнения');
});
