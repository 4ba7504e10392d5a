/**
 * Words of the project's first years that the glossary has replaced. Looked for in sources, styles and documents of the
 * project; what customers read is Russian and not touched. `senses`: files in which a word means something else.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type OldWord = { pattern: RegExp; instead: string; senses?: readonly string[] };

const oldWords: readonly OldWord[] = [
  { pattern: /\banew\b|Anew\b/, instead: 'again, fresh' },
  { pattern: /\bhear(?:s|d)?Out\b/, instead: 'readToEnd' },
  { pattern: /\btold(?=[A-Z(])|\bis[Tt]old\b|\bis_told\b|\bToldCode\b|\btellMs\b/, instead: 'reported' },
  { pattern: /\b(?:read)?Press(?:Answer)?\b(?= ?[(;=|}]|,? \w+ \} from)/, instead: 'Intent, CartLineAnswer' },
  { pattern: /\bkeptDays\b|\bkeptLines\b|\bkept-(?:lines|fields)\b/, instead: 'retentionDays, remaining, owned' },
  { pattern: /\bready (?:answer|page)s?\b|\breadyAnswer\b/i, instead: 'cached response' },
  { pattern: /\bpage[- ]door\b|\bpageDoor\b/i, instead: 'page server' },
  { pattern: /\bbreathe\b/i, instead: 'yieldToEventLoop' },
  { pattern: /\bring of waiting\b/i, instead: 'deadlock' },
  { pattern: /\bdistrust/i, instead: 'unfollow' },
  { pattern: /\bhomeless\b|\bbury\w*\b(?<!sverla-i-bury)/i, instead: 'uncategorised, tombstone' },
  {
    pattern: /\b(?:test|send|write)[-_]?[lL]etters?\b|[lL]etter(?:ToBuyer|Templates|Dialog)\b|\/letters\b/,
    instead: 'email',
  },
  {
    pattern:
      /\bkept (?:pages?|answers?|responses?|lists?|pieces?)\b|\bpages are kept\b|\bkept by (?:any|no)body\b|\bnobody keeps\b/i,
    instead: 'cached',
  },
  {
    pattern: /\btouch(?:ed|es)? (?:tags?|(?:is|are|was|were)(?: not)? heard)\b/i,
    instead: 'invalidated, invalidation',
  },
  { pattern: /\btold (?:six-digit )?codes?\b/i, instead: 'dictated code' },
  {
    pattern:
      /\ban? (?:second )?letter (?:to (?:a|the|each|its|his|her|their)|goes|that arrives)\b|\bpage of the letter\b|\btold by letter\b|(?:const|let) letters? = (?:async|await)\b|\brows: letters\b/i,
    instead: 'email',
  },
  {
    pattern: /(?:const|let) \[?told\b|\brows: told\b|\w\.told\b|\btold as \(/,
    instead: 'payload, result',
  },
  { pattern: /\b(?:\w+_)?(?:told|heard)_(?:\w+_)?at\b/, instead: 'notified_at, heartbeat_at' },
  { pattern: /\bat-the-point\b|\bAtThePoint\b|[a-z]Heard[A-Z]\w*/, instead: 'pickup, arrival, lastAnswerAt' },
  { pattern: /\b[Rr]eckon(?:s|ed|ing|ings)?\b/, instead: 'count, compute' },
  { pattern: /\btells?[A-Z]\w*|(?:^|\/)tell-[\w-]+\.tsx?\b/, instead: 'report, email, notify' },
  {
    pattern: /\bsaid[A-Z]\w*|[a-z]Said\b|[a-z]Said[A-Z]\w*|\bSaidOf\w*|\bisSaid\b|\w-said\.ts|\bsaid as \(/,
    instead: 'reported, values of 1C',
  },
  {
    pattern:
      /\btold (?:to people|success)\b|\b(?:people|staff|owner|branch|1C) (?:is|are) told\b|\b(?:is|are) told by\b/i,
    instead: 'reported, notified, answered',
  },
  { pattern: /\bsame press|\b(?:repeated|parallel) press(?:es)?\b/, instead: 'request' },
  { pattern: /\b(?:was|were|been|is|are) heard\b(?! of)|\bfunction heard\b/, instead: 'received, answered, heartbeat' },
  {
    pattern: /\b(?:with|read)?[uU]ntaken\b|\bspoken\b|\b(?:is|find)Spoken\b/,
    instead: 'not owned, not applied, described',
  },
  { pattern: /\benqueuePatiently\b|\bpatiently\b/i, instead: 'deferred' },
  { pattern: /\bsayAlive\b/, instead: 'holdWorkerLocks' },
];

/** One sentence for each old word; `files`: text by path from the project's root. */
export function findOldWords(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) =>
      oldWords.flatMap(({ pattern, instead, senses = [] }) => {
        const found = senses.includes(path) ? null : (pattern.exec(line) ?? (at === 0 ? pattern.exec(path) : null));
        return found ? [`${path}:${at + 1}: «${found[0]}», say ${instead}`] : [];
      }),
    ),
  );
}

/** What the words are looked for in: requirements are others' words, the list itself names them. */
export async function readWritten(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const path of glob(
    '{{src,test,bench,db/demo,scripts,docs,admin/src}/**/*.{ts,tsx,css,md,mjs},README.md}',
    { cwd: root, exclude: ['**/node_modules/**', '**/.next/**'] },
  ))
    if (!/^docs\/requirements\.md$|^scripts\/plain-words/.test(path))
      files.set(path, await readFile(join(root, path), 'utf8'));
  return files;
}

async function main(): Promise<void> {
  const found = findOldWords(await readWritten(join(import.meta.dirname, '..')));
  for (const sentence of found) console.error(sentence);
  if (found.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
