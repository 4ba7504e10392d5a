import { join } from 'node:path';
import { DemoRefused, loadDemo } from '#demo/load.ts';
import { demoLogins, demoTotpSecret } from '#demo/people.ts';
import { totpCode } from '#modules/staff/totp.ts';
import { type Command, CommandFailure } from './command.ts';

export const commands: Command[] = [
  {
    name: 'demo',
    summary: 'заменить содержимое базы демонстрационным магазином (только в демонстрационном режиме, без заказов)',
    options: {
      products: { type: 'string', value: 'N', default: '3000', summary: 'сколько товаров создать' },
    },
    async run({ db, config, args, out }) {
      if (!config.isDemonstration)
        throw new CommandFailure(
          `Демонстрационный магазин есть только в доменах .localhost, а MAIN_DOMAIN = ${config.MAIN_DOMAIN}`,
        );
      const products = Number(args.values.products);
      if (!Number.isInteger(products) || products < 1 || products > 2_000_000)
        throw new CommandFailure('Число товаров — целое от 1 до 2 000 000');
      try {
        const summary = await loadDemo(db, {
          products,
          filesDir: join(config.DATA_DIR, 'files'),
          secretKeys: config.SECRET_KEYS,
          onProgress: (message, done, total) => out.progress(`${message}: ${done} из ${total}`),
        });
        out.json({ ...summary, logins: demoLogins });
      } catch (error) {
        if (error instanceof DemoRefused) throw new CommandFailure(error.message);
        throw error;
      }
    },
  },
  {
    name: 'demo code',
    summary: 'показать код второго фактора менеджера демонстрационного магазина',
    database: 'none',
    async run({ config, out }) {
      if (!config.isDemonstration) throw new CommandFailure('Такой сотрудник есть только в демонстрационном магазине');
      out.line(totpCode(demoTotpSecret, new Date()));
    },
  },
];
