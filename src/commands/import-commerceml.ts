import { join } from 'node:path';
import { changeLines } from '#integrations/onec/changes/changes-words.ts';
import { listPackages } from '#integrations/onec/exchange/queries.ts';
import { importPackage, rehearsePackage } from '#integrations/onec/import-package.ts';
import type { ImportSummary } from '#integrations/onec/summary.ts';
import { removeUnpacked } from '#integrations/onec/unzip-package.ts';
import { countWithoutPicture } from '#modules/feeds/yml.ts';
import type { Db } from '#platform/database.ts';
import { lowerPriority } from '#platform/lower-priority.ts';
import { type Command, CommandFailure, givenPath, type Out } from './command.ts';

export const commands: Command[] = [
  {
    name: 'import-commerceml',
    changes: 'onec',
    isChange: ({ rehearse }) => rehearse !== true,
    summary: 'принять выгрузку 1С (CommerceML): товары, цены, остатки',
    parameters: [{ name: 'PATH', summary: 'файл XML, папка или архив zip' }],
    options: { rehearse: { type: 'boolean', summary: 'только сравнить с магазином и показать, что изменится' } },
    async run({ db, url, config, args, out }) {
      const [given = ''] = args.positionals;
      // An empty variable of a script must not mean the current folder.
      if (given.trim() === '') throw new CommandFailure('Укажите файл XML, папку или архив zip');
      lowerPriority();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          removeUnpacked();
          process.exit(1);
        });
      }
      const options = {
        url,
        path: givenPath(given),
        filesDir: join(config.DATA_DIR, 'files'),
        progress: out.progress,
      };
      const summary = await (args.values.rehearse ? rehearsePackage(options) : importPackage(options));
      if (summary.result === 'rehearsed') return showRehearsal(db, summary, out);
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

async function showRehearsal(db: Db, { package_id = 0 }: ImportSummary, out: Out): Promise<number> {
  const [found] = await listPackages(db, { id: package_id, limit: 1 });
  out.line(`Пакет № ${package_id} сравнён с магазином, ничего не изменено. Что изменилось бы:`);
  if (found?.changes) for (const line of changeLines(found.changes)) out.line(`  ${line}`);
  out.line(`Построчно: npm run shop -- onec packages rows ${package_id}`);
  return 0;
}
