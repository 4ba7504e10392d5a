import { setPriority } from 'node:os';
import { join } from 'node:path';
import { importPackage } from '#integrations/onec/import-package.ts';
import { removeUnpacked } from '#integrations/onec/unzip-package.ts';
import { countWithoutPicture } from '#modules/feeds/yml.ts';
import { type Command, CommandFailure, givenPath } from './command.ts';

export const commands: Command[] = [
  {
    name: 'import-commerceml',
    summary: 'принять выгрузку 1С (CommerceML): товары, цены, остатки',
    parameters: [{ name: 'PATH', summary: 'файл XML, папка или архив zip' }],
    async run({ db, url, config, args, out }) {
      const [given = ''] = args.positionals;
      // An empty variable of a script must not mean the current folder.
      if (given.trim() === '') throw new CommandFailure('Укажите файл XML, папку или архив zip');
      serveFirst();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          removeUnpacked();
          process.exit(1);
        });
      }
      const summary = await importPackage({
        url,
        path: givenPath(given),
        filesDir: join(config.DATA_DIR, 'files'),
        progress: out.progress,
      });
      const without_picture = await countWithoutPicture(db);
      out.json({ ...summary, without_picture });
      if (without_picture > 0) {
        process.stderr.write(`Товары с ценой без картинки в фид Яндекса (/yml.xml) не попадают: ${without_picture}\n`);
      }
      if (summary.result === 'refused') process.stderr.write(`Выгрузка не принята. ${summary.reason}\n`);
      return summary.result === 'refused' ? 1 : 0;
    },
  },
];

/**
 * Pages go first: what reads 1C's files takes the processor that they leave (5 of nice's 19 steps: still a third of a
 * share).
 */
export function serveFirst(): void {
  setPriority(5);
}
