import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { Db } from '#platform/database.ts';
import { limitWait, returnTry, takeLimit } from '#platform/limits.ts';
import { storableText } from '#shared/clean-text.ts';
import { countOf } from '#shared/plurals.ts';
import { reviveStaleFiles } from '../sale/order-files.ts';
import { type Answer, ExchangeFailure, type Meet, success } from './answer.ts';
import { type DefaultNode, hasNodes, nodeBySignIn } from './nodes.ts';
import { reviveStale } from './packages.ts';
import { cookieName, offWords, openSession, refuseForeignNetwork } from './sessions.ts';

/** Wrong passwords of one network. Right ones are not counted, so that nobody else can lock a node out. */
const limit = { scope: 'onec_sign_in', most: 10, seconds: 600 } as const;

export type SignIn = {
  type: string;
  authorization: string | undefined;
  address: string;
  defaultNode: DefaultNode;
  now: Date;
};

/**
 * `checkauth`: Basic → a session, told as 1C expects it: the cookie's name and value, sessid, the time. Throws
 * ExchangeFailure. An exchange of which nobody may make use says that it is switched off.
 */
export async function signIn(
  db: Db,
  { type, authorization, address, defaultNode, now }: SignIn,
  meet: Meet,
): Promise<Answer> {
  if (!defaultNode && !(await hasNodes(db)))
    throw new ExchangeFailure('Обмен с 1С в магазине не включён: нет ни одного узла обмена');
  const { scope, most, seconds } = limit;
  const wait = await limitWait(db, scope, [address], most, seconds, now);
  if (wait > 0) throw new ExchangeFailure(waitWords(wait));
  const typed = readBasic(authorization);
  if (!typed) throw new ExchangeFailure('Укажите в настройках обмена имя пользователя и пароль');
  // Counted before the password is compared: tries made at once are counted too.
  const isMany = await takeLimit(db, scope, address, most, seconds, now);
  if (isMany > 0) throw new ExchangeFailure(waitWords(isMany));
  const node = await nodeBySignIn(db, typed.login, typed.password, defaultNode);
  if (!node) throw new ExchangeFailure('Неверное имя пользователя или пароль');
  meet(node);
  await returnTry(db, scope, address);
  if (!node.is_on) throw new ExchangeFailure(offWords(node.name));
  refuseForeignNetwork(node, address);
  // What nobody asks about any more would keep the node's next exchange waiting for ever.
  await reviveStale(db, now);
  await reviveStaleFiles(db, now);
  const { token, sessid } = await openSession(db, node, { type, address, now });
  const timestamp = `timestamp=${Math.floor(now.getTime() / 1_000)}`;
  return success(cookieName, token, `sessid=${sessid}`, timestamp);
}

function waitWords(seconds: number): string {
  const minutes = countOf(Math.ceil(seconds / 60), 'минуту', 'минуты', 'минут');
  return `Слишком много неудачных попыток входа с этого адреса. Повторите через ${minutes}`;
}

/** Login and password of a Basic header. Old modules write letters of Russian in windows-1251. */
function readBasic(header = ''): { login: string; password: string } | null {
  const [, encoded] = /^basic\s+([a-z0-9+/]+={0,2})\s*$/i.exec(header) ?? [];
  if (!encoded) return null;
  const bytes = Buffer.from(encoded, 'base64');
  const text = storableText(isUtf8(bytes) ? bytes.toString('utf8') : iconv.decode(bytes, 'windows-1251'));
  const colon = text.indexOf(':');
  return colon < 1 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}
