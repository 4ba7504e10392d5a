import type { EmailValues } from '#shared/email-placeholders.ts';
import { fillWords } from '#shared/email-placeholders.ts';
import { phoneList } from '#shared/phone.ts';
import type { EmailBlock, EmailFooter, EmailMessage, WordedBlock } from './email.ts';
import { builtInWords, type EmailKind, type EmailPart, type EmailWords } from './email-kinds.ts';

type Given = {
  kind: EmailKind;
  /** Whose words come before those of all branches; null: no branch writes it. */
  department_id_1c: string | null;
  values: EmailValues;
  /** Of a kind whose subject and heading the shop does not word. */
  title?: { subject: string; heading: string };
};

/** An email of a kind whose words the shop may change: with those of the program until `withWords` brings others. */
export function composeWordedEmail(given: Given, blocks: WordedBlock[], footer: EmailFooter): EmailMessage {
  const { title = { subject: '', heading: '' }, ...worded } = given;
  return withWords({ ...title, blocks: [], footer, worded: { ...worded, blocks } }, []);
}

/** The shop's first words. `rest`: what the program says behind them. */
export function leadWords(rest = ''): WordedBlock {
  return { kind: 'words', part: 'lead', rest };
}

/** The shop's last words. */
export function closingWords(): WordedBlock {
  return { kind: 'words', part: 'closing', rest: '' };
}

/** What a branch gives to the words of its emails. */
export function branchValues(branch: { name_for_site: string; phones: Record<string, string> }): EmailValues {
  return { филиал: branch.name_for_site, телефон: phoneList(branch.phones)[0] ?? '' };
}

/**
 * The email with these words, those of the branch before those of all: each part takes the first that has a value for
 * each of its placeholders, else the words of the program.
 */
export function withWords(message: EmailMessage, texts: readonly EmailWords[]): EmailMessage {
  const { worded } = message;
  if (!worded) return message;
  const { kind, values } = worded;
  const wordsOf = (part: EmailPart) =>
    texts
      .map((words) => words[part])
      .reduce<string | null>(
        (found, template) => found ?? (template === null ? null : fillWords(template, values)),
        null,
      ) ?? builtIn(kind, part, values);
  return {
    ...message,
    subject: wordsOf('subject') ?? message.subject,
    heading: wordsOf('heading') ?? message.heading,
    blocks: worded.blocks.flatMap((block): EmailBlock[] =>
      block.kind === 'words' ? paragraphs(wordsOf(block.part) ?? '', block.rest) : [block],
    ),
  };
}

function builtIn(kind: EmailKind, part: EmailPart, values: EmailValues): string | null {
  const template = builtInWords(kind, part);
  if (template === null) return null;
  return (
    fillWords(template, values) ??
    template
      .replace(/\{[^{}]*\}/g, '')
      .replace(/ {2,}/g, ' ')
      .trim()
  );
}

/** Words in paragraphs; what the program adds stands in the last one when that is a sentence to its end. */
function paragraphs(words: string, rest: string): EmailBlock[] {
  const parts = words
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (rest !== '' && last !== undefined && /[.!?…]$/.test(last)) parts.splice(-1, 1, `${last} ${rest}`);
  else if (rest !== '') parts.push(rest);
  return parts.map((text) => ({ kind: 'text', text }));
}
