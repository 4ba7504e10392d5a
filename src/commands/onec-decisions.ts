import { approvePackage, refusePackage } from '#integrations/onec/changes/decide.ts';
import {
  defaultGuards,
  type GuardChange,
  type GuardName,
  guardNames,
  guardWords,
  readGuards,
  setGuard,
} from '#integrations/onec/changes/guards.ts';
import { keepRowsOut, listKeptOut, takeRowsIn } from '#integrations/onec/changes/kept-out.ts';
import { rollBackPackage } from '#integrations/onec/changes/rollback.ts';
import { rollbackLines } from '#integrations/onec/changes/rollback-words.ts';
import { type Change, listChanges, type RowKind, rowKinds } from '#integrations/onec/changes/rows.ts';
import { listNodes, listPackages } from '#integrations/onec/exchange/queries.ts';
import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import { formatCount } from '#shared/plurals.ts';
import { type Command, CommandFailure, json, limit, readLimit, refusing, terminal, textOf } from './command.ts';

const packageNumber = { name: 'НОМЕР', summary: 'номер пакета' };

/** What packages of 1C change in the shop: shown row by row, approved, refused, taken back; and what holds them. */
export const commands: Command[] = [
  {
    name: 'onec packages rows',
    summary: 'что пакет из 1С меняет в магазине: какой товар, какое поле, было и стало',
    parameters: [packageNumber],
    options: {
      kind: { type: 'string', value: 'ВИД', summary: `только этот вид изменений: ${rowKinds.join(', ')}` },
      skip: { type: 'string', value: 'N', summary: 'сколько записей каждого вида пропустить', default: '0' },
      limit: { ...limit, summary: 'сколько записей каждого вида показать' },
      ids: { type: 'boolean', summary: 'с именами записей для onec packages keep-out' },
      json,
    },
    async run({ db, args: { positionals, values }, out }) {
      const id = packageIdOf(positionals[0]);
      const [found] = await listPackages(db, { id, limit: 1 });
      if (!found) throw new CommandFailure(`Пакета № ${positionals[0]} нет`);
      const kinds = rowKinds.filter((kind) => values.kind === undefined || values.kind === kind);
      if (kinds.length === 0) throw new CommandFailure(`--kind: ${rowKinds.join(', ')}`);
      const offset = Number(values.skip);
      if (!Number.isInteger(offset) || offset < 0 || offset > 100_000_000) throw new CommandFailure('--skip: от 0');
      const shown: Partial<Record<RowKind, Change[]>> = {};
      for (const kind of kinds) {
        const wanted = { kind, limit: readLimit(values.limit), offset, isCostShown: true, branches: null };
        const changes = await listChanges(db, id, wanted);
        shown[kind] = changes;
        if (!values.json) for (const change of changes) out.line(changeLine(change, values.ids === true));
      }
      if (values.json) return out.json(shown);
      const created = found.changes?.goods.created ?? 0;
      if (kinds.includes('created') && created > 0 && (found.state === 'held' || found.state === 'rehearsed'))
        out.line(`Новые товары: ${formatCount(created)}. Поимённо они видны, когда пакет принят.`);
      else if (found.changes_forgotten_at) out.line('Строки этого пакета уже удалены: они хранятся 14 дней.');
      else if (Object.values(shown).every((changes) => changes.length === 0)) out.line('Здесь пакет ничего не меняет.');
    },
  },
  {
    name: 'onec packages keep-out',
    changes: 'onec',
    isChange: ({ rows }) => rows !== undefined,
    summary: 'не принимать отдельные изменения пакета, который ждёт решения; показать, что не принимается',
    parameters: [packageNumber],
    options: {
      rows: { type: 'string', value: 'ЗАПИСИ', summary: 'имена записей через запятую, как их показывает rows --ids' },
      remove: { type: 'boolean', summary: 'всё-таки принять эти записи' },
      json,
    },
    async run({ db, args: { positionals, values }, out }) {
      const id = packageIdOf(positionals[0]);
      const rows = textOf(values.rows)?.split(',');
      const change = values.remove ? takeRowsIn : keepRowsOut;
      if (rows) await refusing(() => change(db, id, rows), `Пакета № ${id} нет`);
      const kept = await listKeptOut(db, id);
      if (values.json) return out.json(kept);
      out.line(kept.length > 0 ? `Из пакета № ${id} не принимается:` : `Пакет № ${id} принимается без исключений.`);
      for (const { row, name } of kept) out.line(`${row}  ${name}`);
    },
  },
  {
    name: 'onec approve',
    changes: 'onec',
    summary: 'принять пакет из 1С, который ждёт решения',
    parameters: [packageNumber],
    options: { 'keep-on': { type: 'boolean', summary: 'без выключения: товары и группы не выключаются' } },
    async run({ db, args: { positionals, values }, out }) {
      const id = packageIdOf(positionals[0]);
      const keeps_on = values['keep-on'] === true;
      await refusing(() => approvePackage(db, id, { who: terminal, keeps_on }), `Пакета № ${id} нет`);
      out.line(`Пакет № ${id} принимается: npm run shop -- onec packages show ${id}`);
    },
  },
  {
    name: 'onec refuse',
    changes: 'onec',
    summary: 'отклонить пакет из 1С, который ждёт решения',
    parameters: [packageNumber],
    options: { reason: { type: 'string', value: 'ПРИЧИНА', summary: 'что прочтут в списке пакетов' } },
    async run({ db, args: { positionals, values }, out }) {
      const id = packageIdOf(positionals[0]);
      await refusing(() => refusePackage(db, id, terminal, textOf(values.reason)), `Пакета № ${id} нет`);
      out.line(`Пакет № ${id} отклонён. В магазине ничего не изменилось.`);
    },
  },
  {
    name: 'onec rollback',
    changes: 'onec',
    summary: 'отменить принятый пакет из 1С: товары, цены, остатки и группы станут, как были до него',
    parameters: [packageNumber],
    options: { json },
    async run({ url, args: { positionals, values }, out }) {
      const id = packageIdOf(positionals[0]);
      try {
        const result = await rollBackPackage(url, id, terminal, out.progress);
        if (values.json) return out.json({ ...result, words: result.words.map(({ text }) => text) });
        out.line(`Пакет № ${id} отменён.`);
        for (const line of rollbackLines(result)) out.line(line);
        out.line('Если 1С пришлёт то же самое ещё раз, оно будет принято: сначала исправьте данные в 1С.');
      } catch (error) {
        if (error instanceof FileRefusal) throw new CommandFailure(`Не отменён: ${error.message}`);
        throw error;
      }
    },
  },
  {
    name: 'onec guards',
    summary: 'при каких изменениях пакет узла обмена с 1С ждёт решения',
    options: { node: { type: 'string', value: 'ИМЯ', summary: 'только этого узла' }, json },
    async run({ db, args: { values }, out }) {
      const nodes = (await listNodes(db)).filter(({ login }) => values.node === undefined || login === values.node);
      const guards = await Promise.all(
        nodes.map(async ({ id, login }) => ({ node: login, guards: await readGuards(db, id) })),
      );
      if (values.json) return out.json(guards);
      if (guards.length === 0) out.line('Узлов обмена нет.');
      for (const one of guards) {
        out.line(one.node);
        for (const guard of one.guards) out.line(`  ${guard.guard}  ${guardWords(guard)}`);
      }
    },
  },
  {
    name: 'onec guards set',
    changes: 'onec-nodes',
    summary: 'изменить, при каких изменениях пакет узла ждёт решения',
    parameters: [
      { name: 'ИМЯ', summary: 'имя пользователя узла обмена' },
      { name: 'ЧТО', summary: guardNames.join(', ') },
    ],
    options: {
      share: {
        type: 'string',
        value: 'ПРОЦЕНТ',
        summary: 'больше какой доли групп узла или его товаров: всех, с ценой или в наличии',
      },
      'at-least': { type: 'string', value: 'N', summary: 'и не меньше скольких товаров или групп' },
      moved: { type: 'string', value: 'ПРОЦЕНТ', summary: 'на сколько меняется цена (price_moved)' },
      on: { type: 'boolean', summary: 'проверять' },
      off: { type: 'boolean', summary: 'не проверять' },
      default: { type: 'boolean', summary: 'как было сначала' },
    },
    async run({ db, args: { positionals, values }, out }) {
      const [login = '', name = ''] = positionals;
      if (!Object.hasOwn(defaultGuards, name)) throw new CommandFailure(`Что проверять: ${guardNames.join(', ')}`);
      const guard = name as GuardName;
      const change = values.default ? null : readChange(values);
      if (change && Object.keys(change).length === 0) throw new CommandFailure('Не указано, что изменить');
      await refusing(() => setGuard(db, login, guard, change), `Узла обмена ${login} нет`);
      const node = (await listNodes(db)).find((one) => one.login === login);
      const set = (await readGuards(db, node?.id ?? 0)).find((one) => one.guard === guard);
      if (set) out.line(guardWords(set));
    },
  },
];

function changeLine({ row, words, note, is_kept_out }: Change, hasIds: boolean): string {
  return [hasIds && (row ?? '—'), words, note && `(${note})`, is_kept_out && '(не принимается)']
    .filter(Boolean)
    .join('  ');
}

function packageIdOf(typed = ''): number {
  return /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
}

function readChange(values: Record<string, string | boolean | undefined>): GuardChange {
  const number = (name: string) => {
    const typed = textOf(values[name]);
    return typed === undefined ? undefined : Number(typed);
  };
  const [share, at_least, moved] = [number('share'), number('at-least'), number('moved')];
  const is_on = values.off ? false : values.on ? true : undefined;
  return {
    ...(share !== undefined && { share }),
    ...(at_least !== undefined && { at_least }),
    ...(moved !== undefined && { moved }),
    ...(is_on !== undefined && { is_on }),
  };
}
