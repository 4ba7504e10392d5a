import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { isMigrated, migrate } from '#platform/migrate.ts';
import { DataFolderBusy, openEmbedded } from '#platform/postgres/embedded.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { type Command, type CommandContext, CommandFailure, refusing } from './commands/command.ts';
import { commands } from './commands/commands.ts';
import { noteCommand } from './commands/note-command.ts';
import { openOut } from './commands/out.ts';
import { ConfigError, readSettings, type Settings } from './config.ts';
import { openShop } from './shop-mode.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const command = findCommand(words);
  if (!command) return showCommands(words);
  if (words.includes('--help') || words.includes('-h')) return showHelp(command);
  try {
    const args = readArgs(command, words.slice(command.name.split(' ').length));
    return (await refusing(() => run(command, args))) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof DataFolderBusy || error instanceof ConfigError))
      throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** The command with the longest name that the words begin with. */
function findCommand(words: string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((part, index) => words[index] === part))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

function showCommands(words: string[]): number {
  const asked = words.filter((word) => !word.startsWith('-'));
  const known = commands.filter(({ name }) => asked[0] !== undefined && name.split(' ')[0] === asked[0]);
  const shown = known.length > 0 ? known : commands;
  const width = Math.max(...shown.map(({ name }) => name.length)) + 2;
  const unknown = asked.length > 0 && !words.includes('--help');
  const text = [
    ...(unknown ? [`Нет такой команды: ${asked.join(' ')}`, ''] : []),
    'npm run shop -- КОМАНДА [аргументы]',
    '',
    ...shown.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Подробнее о команде: npm run shop -- КОМАНДА --help',
  ].join('\n');
  (unknown ? process.stderr : process.stdout).write(`${text}\n`);
  return unknown ? 1 : 0;
}

function showHelp({ name, summary, parameters = [], options = {} }: Command): number {
  const positionals = parameters.map((parameter) => (parameter.optional ? `[${parameter.name}]` : parameter.name));
  const flags = Object.entries(options).map(([option, { short, value, type, summary, default: preset }]) => ({
    left: `${short ? `-${short}, ` : ''}--${option}${type === 'string' ? ` ${value ?? 'ЗНАЧЕНИЕ'}` : ''}`,
    right: preset === undefined || preset === false ? summary : `${summary} (по умолчанию ${preset})`,
  }));
  const rows = [...parameters.map((parameter) => ({ left: parameter.name, right: parameter.summary })), ...flags];
  const width = Math.max(0, ...rows.map(({ left }) => left.length)) + 2;
  const usage = ['npm run shop --', name, ...positionals, ...(flags.length > 0 ? ['[параметры]'] : [])].join(' ');
  const lines = rows.map(({ left, right }) => `  ${left.padEnd(width)}${right}`);
  process.stdout.write(`${usage}\n\n${summary}\n${lines.length > 0 ? `\n${lines.join('\n')}\n` : ''}`);
  return 0;
}

function readArgs(command: Command, words: string[]): CommandContext['args'] {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type, short, default: preset }]) => [
      name,
      { type, ...(short && { short }), ...(preset !== undefined && { default: preset }) },
    ]),
  );
  const { values, positionals } = parse(command, words, options);
  const missing = (command.parameters ?? []).filter(
    ({ optional }, index) => !optional && positionals[index] === undefined,
  );
  if (missing.length > 0) throw misuse(command, `Не указано: ${missing.map(({ name }) => name).join(', ')}`);
  if (positionals.length > (command.parameters ?? []).length)
    throw misuse(command, `Лишнее: ${positionals.slice((command.parameters ?? []).length).join(' ')}`);
  return { values: values as CommandContext['args']['values'], positionals };
}

function parse(command: Command, words: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw misuse(command, `Не удалось разобрать параметры: ${error instanceof Error ? error.message : error}`);
  }
}

function misuse(command: Command, text: string): CommandFailure {
  return new CommandFailure(`${text}\nСправка: npm run shop -- ${command.name} --help`);
}

async function run(command: Command, args: CommandContext['args']): Promise<number | undefined> {
  const settings = readSettings();
  // stdout carries the command's result: its log goes to stderr and, unless asked, speaks of trouble only.
  const log = openLog(process.env.LOG_LEVEL ? settings.LOG_LEVEL : 'warn', 2);
  const out = openOut();
  if (command.database === 'none') return (await command.run({ config: settings, log, args, out })) ?? 0;
  const { url, close } = await openShopDatabase(settings, command);
  const db = openDatabase(url, { applicationName: `idd-shop ${command.name}`, max: 5 });
  try {
    const shared = { db, url, log, args, out };
    const code = (await runOn(command, shared, settings)) ?? 0;
    if (code === 0) await noteCommand(db, command, args);
    return code;
  } finally {
    await db.destroy();
    await close();
  }
}

type Shared = Omit<CommandContext, 'config' | 'keys'>;

async function runOn(command: Exclude<Command, { database: 'none' }>, shared: Shared, settings: Settings) {
  if (command.database === 'any') return command.run({ ...shared, config: settings });
  const config = await openShop(shared.db, settings);
  return command.run({ ...shared, config, keys: await secretKeys(shared.db, config.SECRET_KEYS) });
}

/**
 * The database of DATABASE_URL, migrated beforehand, or the embedded one: joined if it runs, else started and migrated
 * for this command.
 */
async function openShopDatabase(
  settings: Settings,
  { name }: Command,
): Promise<{ url: string; close(): Promise<void> }> {
  if (settings.DATABASE_URL) {
    if (name !== 'migrate' && !(await isMigrated(settings.DATABASE_URL)))
      throw new CommandFailure('База данных не обновлена. Выполните: npm run shop -- migrate');
    return { url: settings.DATABASE_URL, close: async () => {} };
  }
  const embedded = await openEmbedded(settings.DATA_DIR, 'command');
  try {
    if (embedded.server) await migrate(embedded.url);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  return embedded;
}
