import type { Database } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { type Command, CommandFailure, refusing } from '#src/commands/command.ts';
import { noteCommand } from '#src/commands/note-command.ts';
import type { Config } from '#src/config.ts';
import { testConfig } from './config.ts';

type Values = Record<string, string | boolean>;

/**
 * Runs commands of `npm run shop` on a test's database, options unset as declared: the lines as one text, and the first
 * JSON.
 */
export function commandRunner<Json = never>(
  commands: Command[],
  at: { db: Database; url: string; config?: Config },
  presets: Values = {},
) {
  return async (
    name: string,
    positionals: string[] = [],
    values: Values = {},
  ): Promise<{ text: string; json: Json }> => {
    const lines: string[] = [];
    const jsons: unknown[] = [];
    const command = commands.find((other) => other.name === name);
    if (!command) throw new Error(`No such command: ${name}`);
    const defaults = Object.fromEntries(
      Object.entries(command.options ?? {}).flatMap(([option, { default: preset }]) =>
        preset === undefined ? [] : [[option, preset]],
      ),
    );
    const config = at.config ?? testConfig();
    const context = {
      db: at.db,
      url: at.url,
      config,
      keys: await secretKeys(at.db, config.SECRET_KEYS),
      log: openLog('silent'),
      args: { positionals, values: { ...defaults, ...presets, ...values } },
      out: {
        line: (text: string) => lines.push(text),
        json: (value: unknown) => jsons.push(value),
        progress: () => {},
      },
    };
    const code = (await refusing(async () => command.run(context))) ?? 0;
    if (code === 0) await noteCommand(at.db, command, context.args);
    return { text: lines.join('\n'), json: jsons[0] as Json };
  };
}

/** The same for tests that read words: lines and JSON as one text; a failure's words in their place. */
export function wordsRunner(commands: Command[], at: { db: Database; url: string; config?: Config }) {
  const run = commandRunner<unknown>(commands, at);
  return async (name: string, positionals: string[] = [], values: Values = {}): Promise<string> => {
    try {
      const { text, json } = await run(name, positionals, values);
      return json === undefined ? text : JSON.stringify(json);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      return error.message;
    }
  };
}
