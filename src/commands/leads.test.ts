import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { queueLead } from '#modules/leads/queue-lead.ts';
import { testBitrix } from '#test/support/bitrix.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeBranches } from '#test/support/shop.ts';
import { commands as configCommands } from './config.ts';
import { commands } from './leads.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const bitrix = await testBitrix();

/** What a command prints under these settings. */
const shop = (
  words: string,
  positionals: string[] = [],
  values: Record<string, string | boolean> = {},
  environment = {},
) =>
  wordsRunner([...commands, ...configCommands], {
    db,
    url,
    config: testConfig({ MAIN_DOMAIN: 'shop.example', ...environment }),
  })(words, positionals, values);

test('[S7-24] staff sees a lead that got stuck, what the CRM said, and sends it again', async () => {
  const origin_id = randomUUID();
  await queueLead(db, {
    origin_id,
    form: 'callback',
    title: 'Обратный звонок: Анна',
    name: 'Анна',
    phone: '+79217770001',
    department_id_1c: '00131',
  });
  await bitrix.moods('rights');
  await runJobs(db, url, bitrix.environment);
  const connected = bitrix.environment;
  const list = await shop('leads list', [], { waiting: true }, connected);
  expect(list).toContain('CRM отказала  Обратный звонок: Анна  ответ 401 NO_AUTH_FOUND');
  expect(list).toContain('Отправка приостановлена до');
  const [{ number }] = JSON.parse(await shop('leads list', [], { json: true }, connected));
  const shown = await shop('leads show', [String(number)], {}, connected);
  expect(shown).toContain('Кто: Анна, +7-921-777-00-01');
  expect(shown).toContain('crm.lead.add  401');
  expect(list + shown).not.toContain('t0psecret');

  expect(await shop('leads retry', [], {}, connected)).toBe('Нужен номер заявки или --all');
  expect(await shop('leads retry', [String(number)], {}, connected)).toContain('Поставлено в очередь: 1');
  await runJobs(db, url, connected);
  expect(await shop('leads show', [origin_id], {}, connected)).toMatch(/В CRM с .*, номер \d+/);
  expect(await shop('leads retry', [String(number)], {}, connected)).toContain('уже в CRM');
  expect(await shop('leads retry', [], { all: true }, connected)).toBe('Отправлять нечего.');
  expect(await shop('leads show', ['999'], {}, connected)).toBe('Заявка не найдена: 999');
});

test('[S7-24] without a webhook the commands and the check of settings say where leads are', async () => {
  expect(await shop('leads list')).toContain('CRM не подключена');
  expect(await shop('leads retry', [], { all: true })).toContain('нужен BITRIX24_WEBHOOK_URL');
  expect(await shop('config check')).toContain('BITRIX24_WEBHOOK_URL не задан');
});

test('[S7-24] the check of settings hides the webhook’s secret, and a wrong address is refused without saying it', async () => {
  const checked = await shop('config check', [], {}, { BITRIX24_WEBHOOK_URL: 'https://idd.example/rest/7/t0psecret/' });
  expect(checked).toContain('https://idd.example/rest/7/***/');
  expect(checked).not.toContain('t0psecret');
  for (const wrong of ['http://idd.example/rest/7/t0psecret/', 'https://idd.example/t0psecret', 't0psecret']) {
    let said = '';
    try {
      testConfig({ BITRIX24_WEBHOOK_URL: wrong });
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain('BITRIX24_WEBHOOK_URL: ');
    expect(said).not.toContain('t0psecret');
  }
});
