import { randomUUID } from 'node:crypto';
import { access, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formFilesArea } from '#modules/forms/schema.ts';
import { orderFilesArea } from '#modules/orders/keep-order-file.ts';
import { photosArea } from '#modules/reviews/schema.ts';
import { ticketFilesArea } from '#modules/support/schema.ts';
import { pathOf, storePrivateFile } from '#platform/private-files.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches } from '#test/support/shop.ts';
import { sweepPrivateFiles } from './sweep-private-files.ts';

const { db } = await testDatabase();
await makeBranches(db);
const folder = await testFolder();
const twoDays = 2 * 86_400_000;

/** A file of this area that was written two days ago. */
async function anOldFile(area: string, id: string = randomUUID()): Promise<string> {
  await storePrivateFile(folder, area, id, Buffer.from('%PDF-1.7'));
  const then = new Date(Date.now() - twoDays);
  await utimes(pathOf(folder, area, id), then, then);
  return id;
}

const isThere = (area: string, id: string) =>
  access(pathOf(folder, area, id)).then(
    () => true,
    () => false,
  );

test('files that no row names leave the disk a day after they were written, those of rows and young ones stay', async () => {
  const { id: submission_id } = await db
    .insertInto('form_submissions')
    .values({
      code: 'callback',
      once: 'once',
      department_id_1c: '00131',
      origin: 'http://idd.localhost',
      answers: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: named } = await db
    .insertInto('form_files')
    .values({ submission_id, field: 'plan', name: 'план.pdf', type: 'application/pdf', size: 8 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await anOldFile(formFilesArea, named);
  const areas = [formFilesArea, orderFilesArea, photosArea, ticketFilesArea];
  const orphans = await Promise.all(areas.map(async (area) => [area, await anOldFile(area)] as const));
  const young = randomUUID();
  await storePrivateFile(folder, ticketFilesArea, young, Buffer.from('%PDF-1.7'));
  const unfinished = `${pathOf(folder, ticketFilesArea, young)}.part`;
  await writeFile(unfinished, 'half');
  await utimes(unfinished, new Date(0), new Date(0));

  expect(await sweepPrivateFiles(db, folder)).toBe(areas.length);
  for (const [area, id] of orphans) expect.soft(await isThere(area, id), area).toBe(false);
  expect(await isThere(formFilesArea, named)).toBe(true);
  expect(await isThere(ticketFilesArea, young)).toBe(true);
  await expect(access(unfinished)).rejects.toThrow('ENOENT');
  expect(await sweepPrivateFiles(db, folder)).toBe(0);
});

test('a shop that nobody has sent a file has nothing to sweep', async () => {
  expect(await sweepPrivateFiles(db, await testFolder())).toBe(0);
});
