import { listSearchMisses, type SearchMissKind } from '#modules/search/misses.ts';
import {
  listSearchRules,
  removeSearchRule,
  type SearchRuleKind,
  saveSearchRedirect,
  saveStopWord,
  saveSynonym,
} from '#modules/search/rules.ts';
import { formatDate } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { addDays } from '#shared/zoned-time.ts';
import { type Command, CommandFailure, json, limit, textOf } from './command.ts';

const branch = { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c филиала; без него — для всех' } as const;
const words = { name: 'СЛОВА', summary: 'как ищут, в кавычках' };
const missed: Record<SearchMissKind, string> = { nothing: 'ничего', doubtful: 'неточно' };
const titles = { synonym: 'синоним', redirect: 'переход', stop: 'стоп-слово' } as const;

/** What the search knows beside the catalogue, from the command line. */
export const commands: Command[] = [
  {
    name: 'synonyms list',
    summary: 'синонимы, переходы и стоп-слова поиска',
    options: { branch, json },
    async run({ db, args: { values }, out }) {
      const rules = await listSearchRules(db, textOf(values.branch) ?? null);
      if (values.json) return out.json(rules);
      if (rules.length === 0) return out.line('Правил поиска нет.');
      for (const { kind, id, words, means, is_both, is_draft, department_id_1c } of rules) {
        const sign = kind === 'synonym' ? (is_both ? ' = ' : ' → ') : means ? ' → ' : '';
        const where = `${department_id_1c ?? 'все филиалы'}${is_draft ? '  черновик' : ''}`;
        out.line(`${titles[kind]} ${id}  ${words}${sign}${means ?? ''}  ${where}`);
      }
    },
  },
  {
    name: 'synonyms add',
    changes: 'search_rules',
    summary: 'кто ищет СЛОВА, находит и то, что находит ЗНАЧИТ',
    parameters: [words, { name: 'ЗНАЧИТ', summary: 'слова из каталога' }],
    options: { both: { type: 'boolean', summary: 'и наоборот' }, branch },
    async run({ db, args: { positionals, values }, out }) {
      const { id } = await db.transaction().execute((db) =>
        saveSynonym(db, {
          words: ensure(positionals[0]),
          means: ensure(positionals[1]),
          is_both: values.both === true,
          department_id_1c: textOf(values.branch) ?? null,
        }),
      );
      out.line(`Синоним ${id} сохранён.`);
    },
  },
  {
    name: 'synonyms redirect',
    changes: 'search_rules',
    summary: 'запрос СЛОВА ведёт на страницу магазина',
    parameters: [words, { name: 'АДРЕС', summary: 'например /delivery/' }],
    options: { branch },
    async run({ db, args: { positionals, values }, out }) {
      const { id } = await db.transaction().execute((db) =>
        saveSearchRedirect(db, {
          words: ensure(positionals[0]),
          url: ensure(positionals[1]),
          department_id_1c: textOf(values.branch) ?? null,
        }),
      );
      out.line(`Переход ${id} сохранён.`);
    },
  },
  {
    name: 'synonyms stop',
    changes: 'search_rules',
    summary: 'слово, которое ничего не говорит о товаре',
    parameters: [{ name: 'СЛОВО', summary: 'одно слово' }],
    options: { branch },
    async run({ db, args: { positionals, values }, out }) {
      const { id } = await db
        .transaction()
        .execute((db) =>
          saveStopWord(db, { word: ensure(positionals[0]), department_id_1c: textOf(values.branch) ?? null }),
        );
      out.line(`Стоп-слово ${id} сохранено.`);
    },
  },
  {
    name: 'synonyms missed',
    summary: 'что искали и не нашли или нашли неточно: чаще всего выше',
    options: {
      branch: { ...branch, summary: 'id_1c филиала; без него — во всех' },
      days: { type: 'string', value: 'N', summary: 'за столько дней', default: '30' },
      least: { type: 'string', value: 'N', summary: 'искали не реже', default: '2' },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const [days, least, limit] = ['days', 'least', 'limit'].map((name) => {
        const typed = textOf(values[name]) ?? '';
        if (!/^[1-9]\d{0,3}$/.test(typed)) throw new CommandFailure(`--${name}: целое число от 1 до 9999`);
        return Number(typed);
      }) as [number, number, number];
      const since = addDays(new Date().toISOString().slice(0, 10), 1 - days);
      const misses = await listSearchMisses(db, {
        department_id_1c: textOf(values.branch) ?? null,
        since,
        least,
        limit,
      });
      if (values.json) return out.json(misses);
      if (misses.length === 0) return out.line('Таких запросов не было.');
      for (const { words, kind, times, last_day } of misses)
        out.line(`${String(times).padStart(6)}  ${missed[kind].padEnd(7)}  ${words}  (${formatDate(last_day)})`);
    },
  },
  {
    name: 'synonyms remove',
    changes: 'search_rules',
    summary: 'убрать правило поиска',
    parameters: [
      { name: 'ВИД', summary: 'synonym, redirect или stop' },
      { name: 'НОМЕР', summary: 'номер из synonyms list' },
    ],
    async run({ db, args: { positionals }, out }) {
      const [kind = '', id = ''] = positionals;
      if (!(kind in titles)) throw new CommandFailure('ВИД: synonym, redirect или stop');
      if (!/^\d{1,9}$/.test(id)) throw new CommandFailure('НОМЕР: целое число');
      await db.transaction().execute((db) => removeSearchRule(db, kind as SearchRuleKind, Number(id)));
      out.line(`Убрано: ${titles[kind as SearchRuleKind]} ${id}.`);
    },
  },
];
