import { storableText } from '#shared/clean-text.ts';
import { ExchangeFailure, success } from './answer.ts';
import type { Mode } from './call.ts';
import { cleanFileName } from './file-names.ts';
import { appendPart, forgetBatch } from './files.ts';
import { beginBatch } from './sessions.ts';

/** `init`: a fresh start, and what the node takes: zip or plain files, and the size of a part. */
export const init: Mode = async ({ db, dataDir, session, query }) => {
  const version = query.version === undefined ? null : storableText(query.version).slice(0, 20);
  // The batch that was open is counted where it is closed: what was asked for meanwhile is a package of its own.
  const first_batch = await beginBatch(db, session, version);
  await forgetBatch(db, dataDir, session.id, first_batch - 1);
  const { takes_zip, file_limit } = session.node;
  return { lines: [`zip=${takes_zip ? 'yes' : 'no'}`, `file_limit=${file_limit}`] };
};

/** `file`: one part of a file. */
export const takeFile: Mode = async ({ db, dataDir, session, query, body, declaredBytes, limits }) => {
  const name = cleanFileName(query.filename ?? '');
  if (!session.node.takes_zip && /\.zip$/i.test(name))
    throw new ExchangeFailure(`Архив «${name}» не принят: узлу «${session.node.name}» файлы передаются без сжатия`);
  await appendPart(db, dataDir, session, { name, declaredBytes, body }, limits);
  return success();
};
