import { migrate } from '#platform/migrate.ts';
import type { Command } from './command.ts';

export const commands: Command[] = [
  {
    name: 'migrate',
    summary: 'обновить структуру базы данных',
    database: 'any',
    async run({ url, out }) {
      const applied = await migrate(url, { waiting: (words) => out.progress(words) });
      out.line(applied.length === 0 ? 'База данных уже обновлена.' : `Применены миграции: ${applied.join(', ')}`);
    },
  },
];
