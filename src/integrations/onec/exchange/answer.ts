import iconv from 'iconv-lite';

export type NodeEncoding = 'utf-8' | 'windows-1251';

/** Called with the node as soon as it is known: all that is said from then on, refusals too, is in its encoding. */
export type Meet = (node: { encoding: NodeEncoding; name: string }) => void;

/** What 1C reads: lines of text, or a document. */
export type Answer = { lines: string[] } | { xml: string };

/** An expected no of the exchange: 1C shows its Russian reason to whoever started the exchange. */
export class ExchangeFailure extends Error {}

export function success(...lines: string[]): Answer {
  return { lines: ['success', ...lines] };
}

/** 1C sends the same request again. */
export function progress(words: string): Answer {
  return { lines: ['progress', words] };
}

export function failure(reason: string): Answer {
  return { lines: ['failure', reason] };
}

/**
 * An answer as bytes in the node's encoding, with its type. Nothing stands behind the last line: old modules of 1C
 * count the lines.
 */
export function encodeAnswer(answer: Answer, encoding: NodeEncoding): { type: string; bytes: Buffer } {
  if ('lines' in answer) {
    const text = answer.lines.join('\n');
    return { type: `text/plain; charset=${encoding}`, bytes: iconv.encode(text, encoding) };
  }
  const declared = `<?xml version="1.0" encoding="${encoding}"?>\n`;
  // 1C takes UTF-8 without the mark for windows-1251.
  const bytes = iconv.encode(declared + answer.xml, encoding, { addBOM: encoding === 'utf-8' });
  return { type: `application/xml; charset=${encoding}`, bytes };
}
