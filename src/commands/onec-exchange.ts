import { randomBytes } from 'node:crypto';
import { changeLines } from '#integrations/onec/changes/changes-words.ts';
import { findingWords } from '#integrations/onec/changes/guards.ts';
import { listKeptOut } from '#integrations/onec/changes/kept-out.ts';
import { rollbackLines } from '#integrations/onec/changes/rollback-words.ts';
import { listCatalogs } from '#integrations/onec/exchange/catalogs.ts';
import { batchFolder } from '#integrations/onec/exchange/files.ts';
import { countLines } from '#integrations/onec/exchange/import-mode.ts';
import { changeNode, createNode, type NodeChange } from '#integrations/onec/exchange/nodes.ts';
import {
  listNodes,
  listPackages,
  listSessions,
  type PackageListed,
  sessionEndWords,
} from '#integrations/onec/exchange/queries.ts';
import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { moveCatalog } from '#integrations/onec/move-catalog.ts';
import { refusedWords } from '#integrations/onec/summary.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { type Command, CommandFailure, json, limit, type Out, readLimit, refusing, textOf } from './command.ts';

const login = { name: 'ИМЯ', summary: 'имя пользователя узла обмена' };
const nodeOptions = {
  name: { type: 'string', value: 'НАЗВАНИЕ', summary: 'как узел зовут в магазине' },
  password: { type: 'string', value: 'ПАРОЛЬ', summary: 'свой пароль; без него магазин придумает и покажет один раз' },
  networks: { type: 'string', value: 'АДРЕСА', summary: 'откуда разрешён обмен, через запятую; none — отовсюду' },
  encoding: { type: 'string', value: 'КОДИРОВКА', summary: 'кодировка ответов: utf-8 или windows-1251' },
  'file-limit': { type: 'string', value: 'БАЙТ', summary: 'размер части файла: от 102400 до 33554432' },
  zip: { type: 'string', value: 'yes|no', summary: 'принимать ли архивы' },
  'net-of-reserves': { type: 'string', value: 'yes|no', summary: 'остатки из 1С уже без отложенного для заказов' },
  'day-pays': {
    type: 'string',
    value: 'yes|no',
    summary: 'день оплаты без суммы: заказ оплачен целиком или решают люди',
  },
} as const;

/** Nodes of the exchange with 1C, and what they have sent. */
export const commands: Command[] = [
  {
    name: 'onec nodes',
    summary: 'узлы обмена с 1С',
    options: { json },
    async run({ db, args: { values }, out }) {
      const nodes = await listNodes(db);
      if (values.json) return out.json(nodes);
      if (nodes.length === 0) out.line('Узлов нет: обмен с 1С закрыт. Создайте узел командой onec nodes create.');
      for (const { name, login, networks, encoding, file_limit, takes_zip, is_on, ...node } of nodes) {
        const seen = node.signed_in_at ? `вход ${formatDateTime(node.signed_in_at)}` : 'ещё не входил';
        const from = networks === '' ? 'отовсюду' : `с ${networks}`;
        const takes = `${encoding}, размер части в байтах ${file_limit}, ${takes_zip ? 'архивы' : 'без архивов'}`;
        out.line(
          [
            ...[name, login, is_on ? 'включён' : 'ВЫКЛЮЧЕН', from, takes, seen],
            node.stock_excludes_reserves && 'остатки без отложенного для заказов',
            !node.day_pays_whole && 'оплату без суммы проверяют люди',
            node.own_fields.length > 0 && `магазин ведёт ${node.own_fields.join(', ')}`,
            node.is_default && 'пароль в ONEC_PASSWORD',
          ]
            .filter(Boolean)
            .join('  '),
        );
      }
    },
  },
  {
    name: 'onec nodes create',
    changes: 'onec-nodes',
    summary: 'создать узел обмена с 1С',
    parameters: [login],
    options: nodeOptions,
    async run({ db, args: { positionals, values }, out }) {
      const [login = ''] = positionals;
      const password = textOf(values.password) ?? randomBytes(18).toString('base64url');
      const change = readChange(values);
      const node = { ...change, name: change.name ?? login, login, password };
      await db.transaction().execute((db) => createNode(db, node));
      out.line(`Узел обмена создан. В настройках обмена 1С укажите имя пользователя ${login}`);
      if (!textOf(values.password)) out.line(`и пароль ${password} (больше он нигде не виден).`);
    },
  },
  {
    name: 'onec nodes change',
    changes: 'onec-nodes',
    summary: 'изменить узел обмена с 1С: пароль, адреса, кодировку; выключить или включить',
    parameters: [login],
    options: {
      ...nodeOptions,
      'new-password': { type: 'boolean', summary: 'придумать новый пароль' },
      on: { type: 'boolean', summary: 'включить' },
      off: { type: 'boolean', summary: 'выключить; начатый обмен прерывается' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const [login = ''] = positionals;
      const made = values['new-password'] ? randomBytes(18).toString('base64url') : undefined;
      const password = textOf(values.password) ?? made;
      const is_on = values.off ? false : values.on ? true : undefined;
      const change = { ...readChange(values), ...(password && { password }), ...(is_on !== undefined && { is_on }) };
      if (Object.keys(change).length === 0) throw new CommandFailure('Не указано, что изменить');
      await refusing(() => db.transaction().execute((db) => changeNode(db, login, change)), `Узла обмена ${login} нет`);
      out.line(`Узел обмена ${login} изменён.`);
      if (made && password === made) out.line(`Новый пароль ${made} (больше он нигде не виден).`);
    },
  },
  {
    name: 'onec catalogs',
    summary: 'каталоги 1С и узлы обмена, которые их ведут',
    options: { json },
    async run({ db, args: { values }, out }) {
      const catalogs = await listCatalogs(db);
      if (values.json) return out.json(catalogs);
      if (catalogs.length === 0) out.line('Каталогов из обмена с 1С ещё не было.');
      for (const { catalog_id_1c, node, login, goods } of catalogs)
        out.line([catalog_id_1c || 'без Ид', node, login, countOf(goods, 'товар', 'товара', 'товаров')].join('  '));
    },
  },
  {
    name: 'onec catalogs move',
    changes: 'onec-nodes',
    summary: 'передать каталог 1С и его товары другому узлу обмена',
    parameters: [{ name: 'ИД', summary: 'Ид каталога, как его показывает onec catalogs' }],
    options: { node: { type: 'string', value: 'ИМЯ', summary: 'имя пользователя узла, который поведёт каталог' } },
    async run({ url, args: { positionals, values }, out }) {
      const [id = ''] = positionals;
      const node = textOf(values.node);
      if (node === undefined) throw new CommandFailure('Укажите узел: --node ИМЯ');
      const move = () => moveCatalog(url, { catalog_id_1c: id, login: node }, out.progress);
      await refusing(move, `Каталога ${id} нет: onec catalogs покажет все`).catch((error) => {
        if (error instanceof FileRefusal) throw new CommandFailure(`Не сделано: ${error.message}`);
        throw error;
      });
      out.line(`Каталог ${id} теперь ведёт узел ${node}.`);
    },
  },
  {
    name: 'onec sessions',
    summary: 'последние сеансы обмена с 1С',
    options: { node: { type: 'string', value: 'ИМЯ', summary: 'только этого узла' }, limit, json },
    async run({ db, args: { values }, out }) {
      const sessions = await listSessions(db, { login: textOf(values.node), limit: readLimit(values.limit) });
      if (values.json) return out.json(sessions);
      if (sessions.length === 0) out.line('Сеансов обмена не было.');
      for (const { node, type, started_at, seen_at, ended_by, address, files, bytes } of sessions) {
        const end = ended_by ? sessionEndWords[ended_by] : `открыт, 1С слышна ${formatDateTime(seen_at)}`;
        const sent = `${countOf(files, 'файл', 'файла', 'файлов')}, ${bytes} байт`;
        out.line([formatDateTime(started_at), node, type, address, sent, end].join('  '));
      }
    },
  },
  {
    name: 'onec packages',
    summary: 'последние пакеты из 1С: когда, от кого, что из них вышло',
    options: { limit, json },
    async run({ db, args: { values }, out }) {
      const packages = await listPackages(db, { limit: readLimit(values.limit) });
      if (values.json) return out.json(packages);
      if (packages.length === 0) out.line('Пакетов из 1С не было.');
      for (const one of packages) out.line(packageLine(one));
    },
  },
  {
    name: 'onec packages show',
    summary: 'пакет из 1С: файлы, что он меняет в магазине, что не принято и почему',
    parameters: [{ name: 'НОМЕР', summary: 'номер пакета' }],
    options: { json },
    async run({ db, config, args: { positionals, values }, out }) {
      const id = /^\d{1,15}$/.test(positionals[0] ?? '') ? Number(positionals[0]) : 0;
      const [found] = await listPackages(db, { id, limit: 1 });
      if (!found) throw new CommandFailure(`Пакета № ${positionals[0]} нет`);
      if (values.json) return out.json(found);
      out.line(packageLine(found));
      for (const { name, bytes } of found.contents) out.line(`  ${name}  ${bytes} байт`);
      if (found.session_id !== null && found.batch !== null)
        out.line(
          found.files_removed_at
            ? 'Файлы уже удалены'
            : `Файлы: ${batchFolder(config.DATA_DIR, found.session_id, found.batch)}`,
        );
      if (found.guards && found.state === 'held')
        for (const one of found.guards) out.line(`Почему отложен: ${findingWords(one)}`);
      if (found.keeps_on) out.line('Принят без выключения');
      if (found.decided_by && found.decided_at)
        out.line(`Решение: ${found.decided_by}, ${formatDateTime(found.decided_at)}`);
      if (found.rollback && found.rolled_back_by)
        out.line(`Откат: ${found.rolled_back_by}, ${formatDateTime(new Date(found.rollback.at))}`);
      for (const { row, name } of await listKeptOut(db, id)) out.line(`Не принимается: ${row}  ${name}`);
      if (found.changes) for (const line of changeLines(found.changes)) out.line(`  ${line}`);
      if (found.rollback) for (const line of rollbackLines(found.rollback)) out.line(line);
      if (found.summary) showSummary(out, found);
    },
  },
];

const stateWords: Record<PackageListed['state'], string> = {
  waiting: 'ждёт',
  importing: 'принимается',
  imported: 'принят',
  held: 'ЖДЁТ РЕШЕНИЯ',
  rehearsed: 'только сравнён',
  rolled_back: 'отменён',
  refused: 'не принят',
  failed: 'сбой магазина',
};

function packageLine(found: PackageListed): string {
  const { id, received_at, node, source, state, progress, summary, kind, decided_by, rolled_back_by } = found;
  const why = summary?.reason ?? progress;
  const who = rolled_back_by ?? decided_by;
  const what = kind === 'deactivate' ? 'выключение того, чего нет в обмене' : source;
  const words = [
    `№ ${id}`,
    formatDateTime(received_at),
    node ?? 'команда',
    stateWords[state],
    who && `решение: ${who}`,
    what,
    why,
  ];
  return words.filter(Boolean).join('  ');
}

function showSummary(out: Out, { summary }: PackageListed): void {
  if (!summary || summary.result === 'refused') return;
  for (const line of countLines(summary)) out.line(line);
  const { groups, goods, offers, prices, stocks, fields } = summary;
  const kinds = { Группы: groups, Товары: goods, Предложения: offers, Цены: prices, Остатки: stocks, Поля: fields };
  for (const [kind, { refused, refused_more }] of Object.entries(kinds)) {
    for (const one of refused) out.line(`  ${kind}: ${refusedWords(one)}`);
    if (refused_more) out.line(`  ${kind}: и ещё ${refused_more}`);
  }
}

function readChange(values: Record<string, string | boolean | undefined>): Omit<NodeChange, 'password' | 'is_on'> {
  const { encoding, zip, 'net-of-reserves': net, 'day-pays': day } = values;
  if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'windows-1251')
    throw new CommandFailure('--encoding: utf-8 или windows-1251');
  if (zip !== undefined && zip !== 'yes' && zip !== 'no') throw new CommandFailure('--zip: yes или no');
  if (net !== undefined && net !== 'yes' && net !== 'no') throw new CommandFailure('--net-of-reserves: yes или no');
  if (day !== undefined && day !== 'yes' && day !== 'no') throw new CommandFailure('--day-pays: yes или no');
  const name = textOf(values.name);
  const networks = textOf(values.networks);
  const size = textOf(values['file-limit']);
  return {
    ...(name !== undefined && { name }),
    ...(networks !== undefined && { networks: networks === 'none' ? '' : networks }),
    ...(encoding !== undefined && { encoding }),
    ...(size !== undefined && { file_limit: Number(size) }),
    ...(zip !== undefined && { takes_zip: zip === 'yes' }),
    ...(net !== undefined && { stock_excludes_reserves: net === 'yes' }),
    ...(day !== undefined && { day_pays_whole: day === 'yes' }),
  };
}
