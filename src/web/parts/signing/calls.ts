/** What a call answered: its body, or what to say to the visitor. */
export type CallAnswer<Data> = { data: Data; refusal: null } | { data: null; refusal: CallRefusal };

export type CallRefusal = {
  /** S8-05: the lines of the server's message, one under another; null when it said nothing. */
  message: string | null;
  code: string | null;
  fields: Record<string, string>;
  details: Record<string, unknown>;
};

const unreachable = 'Нет соединения. Проверьте интернет и попробуйте ещё раз';

/** POSTs JSON to a call of S7. Never throws: no connection is a refusal with words of its own. */
export async function postCall<Data>(path: string, body: unknown): Promise<CallAnswer<Data>> {
  let answer: Response;
  try {
    answer = await window.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'include',
      cache: 'no-store',
      body: JSON.stringify(body),
    });
  } catch {
    return { data: null, refusal: { message: unreachable, code: null, fields: {}, details: {} } };
  }
  const reported = await answer.json().catch(() => null);
  if (answer.ok && reported?.success !== false) return { data: reported as Data, refusal: null };
  return { data: null, refusal: refusalOf(reported) };
}

function refusalOf(reported: unknown): CallRefusal {
  const { error } = (reported ?? {}) as {
    error?: { message?: string | string[]; code?: string; fields?: Record<string, string> };
  };
  const lines = [error?.message ?? []].flat().filter(Boolean);
  return {
    message: lines.length > 0 ? lines.join('\n') : null,
    code: error?.code ?? null,
    fields: error?.fields ?? {},
    details: { ...error },
  };
}
