import { join } from 'node:path';
import { orderStates, orderStateWord, paymentMethodWords } from '#shared/order-states.ts';
import { type Answer, ExchangeFailure, progress, success } from '../exchange/answer.ts';
import type { ExchangeCall, Mode } from '../exchange/call.ts';
import { cleanFileName } from '../exchange/file-names.ts';
import { batchFolder, transferLimits } from '../exchange/files.ts';
import { init as initTransfer, takeFile } from '../exchange/transfer.ts';
import { waitUntil } from '../exchange/wait-until.ts';
import { FileRefusal } from '../file-refusal.ts';
import { confirmOrders, handOverOrders, versionFor } from './hand-over-orders.ts';
import { isWhole } from './is-whole.ts';
import { lateFileWords, type OrderFile, orderFileById, orderFilesOf, reviveStaleFiles } from './order-files.ts';
import { mostFileBytes } from './read-documents.ts';
import { settleAsked } from './settle-order-files.ts';
import { element, group } from './xml-text.ts';

/** `import` is answered within so long; modules that ask for it repeat on `progress` (decision 532). */
const importWaitMs = 4_000;
/**
 * `file` knows `success` and `failure` alone. УТ 11.5 waits 180 seconds for an answer, a proxy on the way often 60.
 */
const fileWaitMs = 40_000;

/** `init` of a module that names its version is told the shop's, and its own key again. */
const init: Mode = async (call) => {
  const answer = await initTransfer(call);
  const { version, sessid } = call.query;
  if (!('lines' in answer) || version === undefined) return answer;
  return { lines: [...answer.lines, ...(sessid ? [`sessid=${sessid}`] : []), `version=${versionFor(version)}`] };
};

const query: Mode = async ({ db, session, now }) => {
  const { id: session_id, node, version } = session;
  const asked = { node_id: node.id, session_id, encoding: node.encoding, version, now };
  const { xml } = await db.transaction().execute((db) => handOverOrders(db, asked));
  return { xml };
};

const confirm: Mode = async ({ db, session, now }) => {
  await db.transaction().execute((db) => confirmOrders(db, session.id, now));
  return success();
};

/**
 * Modules that name no version may never ask for `import`: their file goes to the worker as soon as it is whole, and
 * the answer says what came of it. When that takes longer, the file is in the shop's hands all the same, and the next
 * exchange of the node waits for it. A part as long as a part may be is perhaps not the last.
 */
const file: Mode = async (call) => {
  const { session, declaredBytes, dataDir, query } = call;
  const limits = call.limits ?? transferLimits;
  const answer = await takeFile({
    ...call,
    limits: { ...limits, fileBytes: Math.min(limits.fileBytes, mostFileBytes) },
  });
  if (session.version !== null) return answer;
  const name = cleanFileName(query.filename ?? '');
  const isWholePart = declaredBytes !== null && declaredBytes >= session.node.file_limit;
  if (isWholePart && !(await isWhole(join(batchFolder(dataDir, session.id, session.batch), name)))) return answer;
  const done = await taken(call, name, fileWaitMs);
  const rest = done.find((file) => !isFinished(file));
  return rest ? success(`Файл «${name}» принят, документы ещё разбираются: готово ${rest.done}`) : answerOf(done);
};

const importFile: Mode = async (call) => {
  const done = await taken(call, cleanFileName(call.query.filename ?? ''), importWaitMs);
  const rest = done.find((file) => !isFinished(file));
  return rest ? progress(progressWords(rest, new Date())) : answerOf(done);
};

/** What the name means as the worker has left it within `longestMs`. Throws ExchangeFailure where nothing has come. */
async function taken(call: ExchangeCall, name: string, longestMs: number): Promise<OrderFile[]> {
  const { db } = call;
  const known = await cameAs(call, name);
  const done = await waitUntil(known, {
    read: () => Promise.all(known.map(({ id }) => orderFileById(db, id))),
    isOver: (files) => files.every(isFinished),
    longestMs,
  });
  if (!done.every(isFinished)) await reviveStaleFiles(db, new Date());
  return done;
}

async function cameAs({ db, dataDir, session, now }: ExchangeCall, name: string): Promise<OrderFile[]> {
  const notRead = (why: string): never => {
    throw new ExchangeFailure(`Файл «${name}» не прочитан: ${why}`);
  };
  try {
    await settleAsked(db, dataDir, session, name);
    const files = await orderFilesOf(db, dataDir, session, name, now);
    return files.length > 0 ? files : notRead('нет такого файла');
  } catch (error) {
    return error instanceof FileRefusal ? notRead(error.message) : Promise.reject(error);
  }
}

function isFinished({ state }: OrderFile): boolean {
  return state !== 'waiting' && state !== 'taking';
}

function progressWords(file: OrderFile, now: Date): string {
  const { name, state, done } = file;
  if (state === 'taking') return `Файл «${name}»: разобрано документов ${done}`;
  return lateFileWords(file, now) ?? `Файл «${name}» ждёт своей очереди`;
}

function answerOf(files: OrderFile[]): Answer {
  const unread = files.find(({ reason }) => reason !== null);
  if (unread) throw new ExchangeFailure(`Файл «${unread.name}» не прочитан: ${unread.reason}`);
  const sum = (kind: 'applied' | 'unchanged' | 'refused') => files.reduce((all, file) => all + file[kind], 0);
  const refused = sum('refused');
  const why = refused > 0 ? '. Почему не приняты, написано в журнале заказов магазина' : '';
  return success(
    `Документов: изменили заказы ${sum('applied')}, ничего не изменили ${sum('unchanged')}, не приняты ${refused}${why}`,
  );
}

/** `info`: what 1C may put into its lists of statuses, ways of paying and of receiving. */
const info: Mode = async () => {
  const list = (name: string, rows: [id: string, words: string][]) =>
    group(
      name,
      rows.map(([id, words]) => group('Элемент', [element('Ид', id), element('Название', words)])),
    );
  const states = orderStates.map((state): [string, string] => [state, orderStateWord(state, 'pickup')]);
  const lists = [
    list('Статусы', states),
    // The reference server's name begins with a Latin C, and modules made for it look for that one.
    list('Cтатусы', states),
    list('ПлатежныеСистемы', Object.entries(paymentMethodWords)),
    list('СлужбыДоставки', [
      ['pickup', 'Самовывоз'],
      ['delivery', 'Доставка'],
    ]),
  ];
  return { xml: `${group('Справочник', lists)}\n` };
};

/** `type=sale`: orders to 1C, and what 1C did with them. */
export const saleModes: Record<string, Mode> = { init, query, success: confirm, file, import: importFile, info };
