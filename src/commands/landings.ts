import { listDepartments } from '#modules/departments/queries.ts';
import { endLanding, publishLanding } from '#modules/landings/change-landing.ts';
import { previewUrl } from '#modules/landings/preview-link.ts';
import { listLandings } from '#modules/landings/queries.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { type Command, CommandFailure, json, refusing } from './command.ts';
import { mainOrigin } from './main-origin.ts';

const slug = { name: 'АДРЕС', summary: 'slug посадочной страницы: последняя часть /lp/АДРЕС/' };
const empty = 'Такой посадочной страницы нет или в ней ничего не написано';

/** Landing pages from the command line. */
export const commands: Command[] = [
  {
    name: 'landings list',
    summary: 'посадочные страницы: даты, доля варианта b, правки, куда ведут после окончания',
    options: { json },
    async run({ db, args: { values }, out }) {
      const landings = await listLandings(db);
      if (values.json) return out.json(landings);
      if (landings.length === 0) return out.line('Посадочных страниц нет.');
      for (const { slug, name, starts_at, ends_at, redirect_to, share_b, drafts } of landings)
        out.line(
          [
            slug,
            name,
            `${starts_at ? formatDateTime(starts_at) : 'сразу'} – ${ends_at ? formatDateTime(ends_at) : 'без окончания'}`,
            share_b > 0 ? `вариант b: ${share_b * 10} %` : 'один вариант',
            drafts > 0 ? `неопубликованных правок: ${drafts}` : 'всё опубликовано',
            `потом ${redirect_to}`,
          ].join('  '),
        );
    },
  },
  {
    name: 'landings preview',
    summary: 'ссылка на последнюю правку, опубликованную или нет; действует неделю, не индексируется',
    parameters: [slug],
    options: { variant: { type: 'string', value: 'a|b', summary: 'какой вариант', default: 'a' } },
    async run({ db, config, keys, args: { positionals, values }, out }) {
      const { variant } = values;
      if (variant !== 'a' && variant !== 'b') throw new CommandFailure('--variant: a или b');
      const [landing = ''] = positionals;
      if (!(await listLandings(db)).some((one) => one.slug === landing))
        throw new CommandFailure(`Нет посадочной страницы ${landing}`);
      const origin = await mainOrigin(db, config);
      const main = (await listDepartments(db)).find(({ is_main }) => is_main);
      out.line(origin + previewUrl(keys, landing, { variant, department_id_1c: main?.id_1c ?? null }));
    },
  },
  {
    name: 'landings publish',
    changes: 'landings',
    summary: 'показать последние правки всех вариантов и филиалов',
    parameters: [slug],
    async run({ db, args: { positionals }, out }) {
      await refusing(() => db.transaction().execute((db) => publishLanding(db, ensure(positionals[0]))), empty);
      out.line(`Страница /lp/${positionals[0]}/ опубликована.`);
    },
  },
  {
    name: 'landings end',
    changes: 'landings',
    summary: 'закончить показ сейчас: адрес поведёт туда, куда задал владелец',
    parameters: [slug],
    async run({ db, args: { positionals }, out }) {
      await refusing(() => db.transaction().execute((db) => endLanding(db, ensure(positionals[0]))), empty);
      out.line(`Показ /lp/${positionals[0]}/ закончен.`);
    },
  },
];
