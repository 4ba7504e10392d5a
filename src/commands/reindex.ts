import { rebuildCatalogueIndex } from '#modules/catalogue-index/rebuild-catalogue-index.ts';
import type { Command } from './command.ts';

export const commands: Command[] = [
  {
    name: 'reindex',
    summary: 'каждый веб-процесс заново прочитает каталог из базы, не прерывая работы',
    async run({ db, out }) {
      await db.transaction().execute((db) => rebuildCatalogueIndex(db));
      out.line('Каталог перечитывается во всех веб-процессах; списки тем временем отвечают по-прежнему');
    },
  },
];
