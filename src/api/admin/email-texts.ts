import { z } from 'zod';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { drawEmail, type EmailMessage } from '#modules/mail/email.ts';
import {
  type EmailKind,
  type EmailPart,
  type EmailWords,
  emailKinds,
  emailParts,
  longestOf,
  partsOf,
  placeholdersOf,
} from '#modules/mail/email-kinds.ts';
import {
  checkWords,
  type EmailPlace,
  emailPlaceOf,
  noWords,
  readEmailWords,
  saveEmailWords,
  whyNotWords,
} from '#modules/mail/email-texts.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { withWords } from '#modules/mail/worded-email.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { emailPlaceholders, fillWords } from '#shared/email-placeholders.ts';
import { ensure } from '#shared/ensure.ts';
import { doubtsIn } from '#shared/text-lint.ts';
import { branchWords } from './branch-rows.ts';
import { needOwnRow } from './branch-rule.ts';
import { ownEmail } from './own-email.ts';
import { adminRecord, recordOf } from './record.ts';
import { draftRoutes } from './record-drafts.ts';
import { type Asked, adminAsk, adminWrite, type Scope } from './route.ts';

const Part = z.enum(emailParts);
/** Far beyond what a part takes: how long is too long is said at its field. */
const Words = z.string().max(20_000, 'Слишком длинный текст').nullable();
const Fields = z.strictObject({ subject: Words, heading: Words, lead: Words, closing: Words });

const Record = z.object({
  /** `order_placed~00131`: kind and branch. */
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  department_id_1c: z.string().nullable(),
  is_written: z.boolean(),
  /** Of the parts below; null: what stands behind. */
  fields: Fields,
  parts: z.array(
    z.object({
      part: Part,
      /** The words for all branches, or (`is_own` false) of the program. */
      behind: z.object({ text: z.string(), is_own: z.boolean() }),
      longest: z.int(),
      placeholders: z.array(z.object({ name: z.string(), hint: z.string() })),
    }),
  ),
});

const Problem = z.object({
  part: Part,
  words: z.string(),
  /** It cannot be saved so; else a doubt. */
  is_refused: z.boolean(),
});

const PlaceParam = z.object({ id: z.string().max(200) });

const emailTextRecord = recordOf({
  url: '/api/admin/email-texts/:id',
  resource: 'email_texts',
  summaries: { read: 'Слова письма', write: 'Сохранение слов письма' },
  permissions: { read: 'content.write', write: 'content.publish' },
  params: PlaceParam,
  response: Record,
  body: Fields.partial(),
  isUndoable: true,
  async read({ db, scope, params }) {
    const place = await findPlace(db, scope, String(params.id));
    return place && present(place, await readEmailWords(db, place));
  },
  editable: ({ fields }) => ({ ...fields }),
  async change(asked, { kind, name, department_id_1c }) {
    needOwnRow(asked.staff, department_id_1c);
    // The type of `partial` allows undefined, which JSON does not carry.
    await saveEmailWords(asked.db, { kind: kind as EmailKind, department_id_1c }, asked.body as Partial<EmailWords>);
    return { words: `Слова письма «${name}» изменены${branchWords(department_id_1c)}`, department_id_1c };
  },
});

/** What the shop says in its emails to buyers, by kind and branch. */
export const emailTextRoutes = [
  ...adminRecord(emailTextRecord),
  ...draftRoutes(emailTextRecord, 'слов письма'),

  adminAsk({
    url: '/api/admin/email-texts/:id/preview',
    summary: 'Как письмо читается с набранными словами, и что в них не так',
    permission: 'content.write',
    params: PlaceParam,
    body: Fields,
    response: z.object({ subject: z.string(), text: z.string(), problems: z.array(Problem) }),
    async run(asked) {
      const { db, context, body } = asked;
      const place = await needPlace(asked);
      const problems = partsOf(place.kind).flatMap((part) => refusalOf(place.kind, part, body[part]));
      const refused = Object.fromEntries(problems.map(({ part }) => [part, null]));
      const words = { ...body, ...refused };
      const message = await wordedSample(db, sampleOf(context, place.kind), place, words);
      const { text } = drawEmail(message, await readSetting(db, 'company'));
      const towns = branchesOf(await departmentDirectory(db)).map(({ name_for_site }) => name_for_site);
      return { subject: message.subject, text, problems: [...problems, ...doubtsAbout(message, words, towns)] };
    },
  }),

  adminWrite({
    url: '/api/admin/email-texts/:id/send',
    summary: 'Письмо с набранными словами себе на почту',
    permission: 'content.publish',
    params: PlaceParam,
    needsKey: true,
    body: Fields,
    response: z.object({ to: z.string() }),
    async run(asked) {
      const { db, context, staff, body, now } = asked;
      const place = await needPlace(asked);
      const words = { ...noWords, ...checkWords(place.kind, body) };
      const to = await ownEmail(db, staff);
      const { worded: _, ...message } = await wordedSample(db, sampleOf(context, place.kind), place, words);
      const subject = `Образец: ${message.subject}`;
      await storeMail(db, `sample ${staff.user_id} ${now.getTime()}`, to, { ...message, subject });
      const { name } = emailKinds[place.kind];
      return {
        answer: { to },
        audit: {
          resource: 'mails',
          record_id: null,
          department_id_1c: place.department_id_1c,
          words: `Письмо «${name}» с набранными словами отправлено себе`,
        },
      };
    },
  }),
];

/** null: no such kind, no such branch, or not one that the person sees. */
async function findPlace(db: Db, { branches }: Scope, id: string): Promise<EmailPlace | null> {
  const place = emailPlaceOf(id);
  const branch = place?.department_id_1c ?? null;
  if (!place || branch === null) return place;
  const isShown = branches === null || branches.includes(branch);
  const isThere = branchesOf(await departmentDirectory(db)).some(({ id_1c }) => id_1c === branch);
  return isShown && isThere ? place : null;
}

async function needPlace({ db, scope, params }: Pick<Asked<{ id: string }>, 'db' | 'scope' | 'params'>) {
  const place = await findPlace(db, scope, params.id);
  if (!place) throw new Refusal('not_found');
  return place;
}

function sampleOf({ emailSamples }: Asked['context'], kind: EmailKind): EmailMessage {
  const sample = emailSamples().find(({ emailMessage }) => emailMessage.worded?.kind === kind);
  if (!sample) throw new Refusal('not_found', {}, 'Образца этого письма нет');
  return sample.emailMessage;
}

/** The sample with these words, saved or not, before those of all branches. */
async function wordedSample(db: Db, sample: EmailMessage, place: EmailPlace, words: EmailWords): Promise<EmailMessage> {
  const { behind } = await readEmailWords(db, place);
  const common = emailParts.map((part) => [part, behind[part].is_own ? behind[part].text : null]);
  return withWords(sample, [words, Object.fromEntries(common)]);
}

function refusalOf(kind: EmailKind, part: EmailPart, text: string | null): z.input<typeof Problem>[] {
  const why = text === null ? null : whyNotWords(kind, part, text.trim());
  return why === null ? [] : [{ part, words: why, is_refused: true }];
}

/** What the linter doubts in words that may be saved, read with the values of the sample. */
function doubtsAbout({ worded }: EmailMessage, words: EmailWords, towns: string[]): z.input<typeof Problem>[] {
  const { values } = ensure(worded);
  return emailParts.flatMap((part) =>
    (fillWords(words[part] ?? '', values) ?? '')
      .split('\n')
      .flatMap((paragraph) => doubtsIn(paragraph, towns))
      .map((doubt) => ({ part, words: `${doubt.rule}: «${doubt.words}»`, is_refused: false })),
  );
}

function present(
  { kind, department_id_1c }: EmailPlace,
  { words, is_written, behind }: Awaited<ReturnType<typeof readEmailWords>>,
): z.input<typeof Record> {
  return {
    id: `${kind}~${department_id_1c ?? ''}`,
    kind,
    name: emailKinds[kind].name,
    department_id_1c,
    is_written,
    fields: words,
    parts: partsOf(kind).map((part) => ({
      part,
      behind: behind[part],
      longest: longestOf(part),
      placeholders: placeholdersOf(kind, part).map((name) => ({ name, hint: emailPlaceholders[name].hint })),
    })),
  };
}
