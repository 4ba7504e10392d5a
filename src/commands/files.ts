import { filesFolder, markFiles } from '#platform/files-mark.ts';
import type { Command } from './command.ts';

export const commands: Command[] = [
  {
    name: 'files adopt',
    changes: 'files',
    summary: 'признать папку DATA_DIR/files папкой этого магазина (после переноса или восстановления файлов)',
    async run({ db, config, out }) {
      const folder = filesFolder(config.DATA_DIR);
      await markFiles(db, folder, { isAdopted: true });
      out.line(`${folder}: файлы этого магазина`);
    },
  },
];
