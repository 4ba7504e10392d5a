import { setMaintenance } from '#platform/maintenance.ts';
import { type Command, CommandFailure } from './command.ts';

export const commands: Command[] = [
  {
    name: 'maintenance',
    changes: 'maintenance',
    summary: 'показать посетителям страницу «На сайте идут работы» (on) или вернуть магазин (off)',
    parameters: [{ name: 'on|off', summary: 'on — работы начались, off — закончились' }],
    async run({ db, args, out }) {
      const [word] = args.positionals;
      if (word !== 'on' && word !== 'off') throw new CommandFailure('Укажите on или off');
      const isChanged = await db.transaction().execute((db) => setMaintenance(db, word === 'on'));
      const already = isChanged ? '' : ', так было и до команды';
      out.line(`${word === 'on' ? 'Посетители видят страницу о работах' : 'Магазин открыт'}${already}`);
    },
  },
];
