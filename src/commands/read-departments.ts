import { listDepartments } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { CommandFailure } from './command.ts';

/** `--departments`: id_1c of branches by commas; nothing typed: none named, which means all of them. */
export async function readDepartments(db: Db, typed: string | boolean | undefined): Promise<string[]> {
  if (typeof typed !== 'string') return [];
  const branches = (await listDepartments(db)).filter(({ branch_id_1c }) => branch_id_1c === null);
  return typed.split(',').map((word) => {
    const id_1c = word.trim();
    if (!branches.some((branch) => branch.id_1c === id_1c))
      throw new CommandFailure(
        `Филиал не найден: ${id_1c}. Есть: ${branches.map((branch) => branch.id_1c).join(', ')}`,
      );
    return id_1c;
  });
}
