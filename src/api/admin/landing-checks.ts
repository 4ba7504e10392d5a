import { findDeadLinks } from '#modules/calendar/dead-links.ts';
import { linksOfBlocks } from '#modules/content/blocks-schema.ts';
import { type CheckedText, checkLanding, type LandingCheck } from '#modules/landings/check-landing.ts';
import { plannedKeys } from '#modules/releases/drafts.ts';
import type { Db } from '#platform/database.ts';

/** A text of a landing page as its readers will find it; drafts of a release count as published. */
export async function checksOf(db: Db, text: CheckedText, now: Date): Promise<LandingCheck[]> {
  const { blocks, department_id_1c, starts_at, ends_at } = text;
  const branches = department_id_1c === null ? null : [department_id_1c];
  const links = linksOfBlocks(blocks).map(({ at, link }) => ({ at, link, branches, starts_at, ends_at }));
  const dead = await findDeadLinks(db, links, { from: now, planned: await plannedKeys(db) });
  return checkLanding(
    db,
    text,
    dead.map(({ link, words }) => ({ block: link.at, words })),
    now,
  );
}
