import {
  proposedKinds,
  type ReleaseKey,
  type ReleaseKind,
  type ReleaseRow,
  releaseKinds,
} from '#modules/releases/kinds.ts';
import { kindNames } from '#modules/releases/publish-release.ts';
import { readItems } from '#modules/releases/releases.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { type StaffMember, worksIn } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { needOwnRow } from './branch-rule.ts';
import { refuseUnseen } from './record-changed.ts';
import type { Asked } from './route.ts';

export type Person = Pick<Asked, 'may' | 'staff'>;
type Placed = Pick<ReleaseRow, 'title' | 'department_id_1c' | 'uses_cost'>;

/** By which a draft is put into a release, and taken out of it. */
export function rightToPut(kind: ReleaseKind): Permission {
  return proposedKinds[kind] ?? releaseKinds[kind];
}

/** Throws for a part that the person may not publish by itself: as `needOwnRow`, and forbidden for its kind. */
export function needOwnPart(
  { may, staff }: Person,
  kind: ReleaseKind,
  row: Placed,
  right: Permission = releaseKinds[kind],
) {
  needOwnRow(staff, row.department_id_1c);
  const isHidden = row.uses_cost === true && !may('prices.cost');
  if (!may(right) || isHidden)
    throw new Refusal(
      'forbidden',
      {},
      `${kindNames[kind]} «${row.title}»: решать, когда это публикуется, вам не разрешено`,
    );
}

/**
 * Throws forbidden when one of the parts, or the one that is named, is not this person's, without a word of what
 * another branch plans.
 */
export async function needOwnParts(
  asked: Person & Pick<Asked, 'db' | 'now'>,
  release_id: number,
  only: { kind: ReleaseKind; id: string } | null = null,
): Promise<void> {
  for (const { kind, id, row } of await readItems(asked.db, release_id, asked.now))
    if (row && (only === null || (only.kind === kind && only.id === id))) {
      if (!isSeen(asked.staff, row))
        throw new Refusal(
          'forbidden',
          {},
          'В выпуске есть записи других филиалов: им распоряжаются те, кто работает в них',
        );
      needOwnPart(asked, kind, row);
    }
}

/** A row of another branch is not this person's to see. */
export function isSeen(staff: Pick<StaffMember, 'departments'>, row: Pick<Placed, 'department_id_1c'> | null): boolean {
  const branch = row?.department_id_1c ?? null;
  return branch === null || worksIn(staff, branch);
}

/** Throws seen_changed when the release has other parts than those that the person has looked at. */
export function refuseUnseenParts(seen: ReleaseKey[], parts: ReleaseKey[]): void {
  const keysOf = (keys: ReleaseKey[]) => keys.map(({ kind, id }) => `${kind} ${id}`).toSorted();
  refuseUnseen(keysOf(seen), keysOf(parts), 'Пока вы смотрели, состав выпуска изменили: посмотрите его ещё раз');
}
