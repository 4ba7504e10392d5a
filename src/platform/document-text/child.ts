import { buffer } from 'node:stream/consumers';
import { TooMuchInside } from './limits.ts';
import { type DocumentAnswer, type DocumentKind, parseDocument } from './parse.ts';

/** One document, one process: its bytes come by standard input, its text or the problem leaves as JSON, and it ends. */
async function answer(): Promise<DocumentAnswer> {
  try {
    return { text: await parseDocument(process.argv[2] as DocumentKind, await buffer(process.stdin)) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { problem, reason: error instanceof TooMuchInside ? 'too_much' : 'damaged' };
  }
}

process.stdout.write(JSON.stringify(await answer()), () => process.exit(0));
