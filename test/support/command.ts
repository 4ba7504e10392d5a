import type { Database } from '#platform/database.ts';
import { openLog } from '#platform/log.ts';
import type { Command } from '#src/commands/command.ts';
import { type Config, readConfig } from '#src/config.ts';

type Values = Record<string, string | boolean>;

/** Runs commands of `npm run shop` on a test's database and gives what they print: the lines as one text, and the first JSON. */
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
    if (!command || command.database === 'none') throw new Error(`No command on a database: ${name}`);
    await command.run({
      db: at.db,
      url: at.url,
      config: at.config ?? readConfig({}),
      log: openLog('silent'),
      args: { positionals, values: { ...presets, ...values } },
      out: { line: (text) => lines.push(text), json: (value) => jsons.push(value), progress: () => {} },
    });
    return { text: lines.join('\n'), json: jsons[0] as Json };
  };
}
