import { listUnits, saveUnit, UnitInput } from '#modules/catalogue/save-unit.ts';
import { type Command, CommandFailure } from './command.ts';

const json = { type: 'boolean', summary: 'вывести JSON' } as const;

/** How people read the units of goods. */
export const commands: Command[] = [
  {
    name: 'units list',
    summary: 'единицы товаров: сокращение, доли, формы; первыми те, у которых форм нет',
    options: { json },
    async run({ db, args: { values }, out }) {
      const units = await listUnits(db);
      if (values.json) return out.json(units);
      for (const { name, products, short, parts, forms } of units) {
        const words = [
          short === null ? 'не описана' : `сокращение ${short}`,
          parts !== null && parts > 1 ? `${parts} единиц продажи в одной показанной` : null,
          forms?.join(', '),
        ];
        out.line(`${name} (товаров: ${products}): ${words.filter(Boolean).join('; ')}`);
      }
    },
  },
  {
    name: 'units set',
    changes: 'units',
    summary: 'описать единицу: как её сокращать, склонять и сколько единиц продажи в одной показанной',
    parameters: [
      { name: 'ЕДИНИЦА', summary: 'как её называет units list' },
      { name: 'СОКРАЩЕНИЕ', summary: 'рядом с числом и после дроби: м, меш., пара' },
    ],
    options: {
      forms: {
        type: 'string',
        summary:
          'шесть форм через точку с запятой: 1 пара;2 пары;5 пар;за пару;от 1 пары;от 5 пар — без чисел и предлогов',
      },
      parts: { type: 'string', summary: 'сколько единиц продажи в одной показанной: 10 у «0,1 м» (без неё 1)' },
      'short-with-numbers': { type: 'boolean', summary: 'после числа писать сокращение: 5 м, 5 шт.' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const [name = '', short = ''] = positionals;
      const input = UnitInput.safeParse({
        name,
        short,
        parts: Number(values.parts ?? 1),
        is_counted_short: Boolean(values['short-with-numbers']),
        forms: typeof values.forms === 'string' ? values.forms.split(';').map((form) => form.trim()) : null,
      });
      if (!input.success)
        throw new CommandFailure(
          input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
        );
      await db.transaction().execute((db) => saveUnit(db, input.data));
      out.line(`${name}: сохранено`);
    },
  },
];
