import { parseCookies } from '#shared/cookies.ts';
import { type Answer, ExchangeFailure, failure, type Meet } from './answer.ts';
import type { ExchangeCall } from './call.ts';
import { exchangeTypes } from './modes.ts';
import type { DefaultNode } from './nodes.ts';
import { continueSession, cookieName } from './sessions.ts';
import { signIn } from './sign-in.ts';

export type ExchangeRequest = Omit<ExchangeCall, 'session'> & {
  authorization: string | undefined;
  cookies: string | undefined;
  /** Who asks. */
  address: string;
  defaultNode: DefaultNode;
};

/**
 * Answers one request of 1C: the way in, then a mode of exchangeTypes. A refusal is an answer like others, with its
 * reason; anything else that fails is thrown.
 */
export async function answerExchange(request: ExchangeRequest, meet: Meet): Promise<Answer> {
  try {
    return await answerMode(request, meet);
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    return failure(error.message);
  }
}

async function answerMode(request: ExchangeRequest, meet: Meet): Promise<Answer> {
  const { authorization, cookies, address, defaultNode, ...call } = request;
  const { db, query, now } = call;
  const type = query.type ?? '';
  const modes = Object.hasOwn(exchangeTypes, type) ? exchangeTypes[type] : undefined;
  if (!modes)
    throw new ExchangeFailure(
      type === '' ? 'Не указан вид обмена (type)' : `Магазин не знает вида обмена ${shown(type)}`,
    );
  const name = query.mode ?? '';
  if (name === 'checkauth') return signIn(db, { type, authorization, address, defaultNode, now }, meet);
  const asked = { token: parseCookies(cookies)[cookieName], sessid: query.sessid, type, address, now };
  const session = await continueSession(db, asked, meet);
  const mode = Object.hasOwn(modes, name) ? modes[name] : undefined;
  if (!mode)
    throw new ExchangeFailure(
      name === '' ? 'Не указано действие (mode)' : `Магазин не знает действия ${shown(name)} обмена ${type}`,
    );
  return mode({ ...call, session });
}

function shown(word: string): string {
  return `«${word.slice(0, 40).replace(/[\u0000-\u001f\u007f]/g, '?')}»`;
}
