import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { orderStates, orderStateWord, paymentMethodWords } from '#shared/order-states.ts';
import { type Answer, ExchangeFailure, success } from '../exchange/answer.ts';
import type { ExchangeCall, Mode } from '../exchange/call.ts';
import { cleanFileName } from '../exchange/file-names.ts';
import { batchFolder, forgetFile } from '../exchange/files.ts';
import { init as initTransfer, takeFile } from '../exchange/transfer.ts';
import { FileRefusal } from '../file-refusal.ts';
import { holdsFile } from '../unzip-package.ts';
import { confirmOrders, handOverOrders, versionFor } from './hand-over-orders.ts';
import { type TakenDocuments, takeDocuments } from './take-documents.ts';
import { element, group } from './xml-text.ts';

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
 * A module that names no version never asks for `import`: its file is taken as it comes. A part as long as a part may
 * be is perhaps not the last: what breaks off at its end waits for the next.
 */
const file: Mode = async (call) => {
  const answer = await takeFile(call);
  const { session, declaredBytes } = call;
  if (session.version !== null) return answer;
  const isWholePart = declaredBytes !== null && declaredBytes >= session.node.file_limit;
  return takeArrived(call, isWholePart ? answer : null);
};

/**
 * Applies the file; the same request again does it again, and changes nothing. `unfinished`: what is answered where the
 * file breaks off; null: the reason is.
 */
async function takeArrived(
  { db, dataDir, session, query, now }: ExchangeCall,
  unfinished: Answer | null,
): Promise<Answer> {
  const name = cleanFileName(query.filename ?? '');
  const folder = batchFolder(dataDir, session.id, session.batch);
  const from = { node_id: session.node.id, session_id: session.id, now };
  try {
    const archive = await archiveWith(folder, name);
    const taken = await takeDocuments(db, join(folder, archive ?? name), from, archive && name);
    await forgetFile(db, session, archive ?? name);
    return success(wordsOf(taken));
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    if (unfinished) return unfinished;
    await forgetFile(db, session, name);
    throw new ExchangeFailure(`Файл «${name}» не прочитан: ${error.message}`);
  }
}

const importFile: Mode = (call) => takeArrived(call, null);

/** 1C sends an archive and then asks for what it holds by its own name. null: the file came by itself, or nowhere. */
async function archiveWith(folder: string, name: string): Promise<string | null> {
  if (existsSync(join(folder, name))) return null;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const archive of names.filter((other) => /\.zip$/i.test(other)).sort()) {
    if (await holdsFile(join(folder, archive), name)) return archive;
  }
  return null;
}

function wordsOf({ applied, unchanged, refused }: TakenDocuments): string {
  const why = refused > 0 ? '. Почему не приняты, написано в журнале заказов магазина' : '';
  return `Документов: изменили заказы ${applied}, ничего не изменили ${unchanged}, не приняты ${refused}${why}`;
}

/** `info`: what 1C may put into its lists of statuses, ways of paying and of receiving. */
const info: Mode = async () => {
  const list = (name: string, rows: [id: string, words: string][]) =>
    group(
      name,
      rows.map(([id, words]) => group('Элемент', [element('Ид', id), element('Название', words)])),
    );
  const lists = [
    list(
      'Статусы',
      orderStates.map((state) => [state, orderStateWord(state, 'pickup')]),
    ),
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
