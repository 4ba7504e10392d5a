import { randomBytes, randomUUID } from 'node:crypto';
import type { Finding } from '#integrations/onec/changes/guards.ts';
import { importOpened } from '#integrations/onec/import-package.ts';
import { openPackage } from '#integrations/onec/open-package.ts';
import type { ImportSummary } from '#integrations/onec/summary.ts';
import type { Db } from '#platform/database.ts';
import type { openImports, PackageFiles } from './commerceml.ts';

/** As the exchange imports what a node has sent: in a session of its own, one package. */
export function openReceiving(db: Db, url: string, onec: Awaited<ReturnType<typeof openImports>>) {
  return async (node_id: number, files: PackageFiles, approved: Finding[] | null = null): Promise<ImportSummary> => {
    const session_id = randomUUID();
    const hash = () => randomBytes(32);
    const now = new Date();
    await db
      .insertInto('onec_sessions')
      .values({
        id: session_id,
        node_id,
        type: 'catalog',
        address: '127.0.0.1',
        token_hash: hash(),
        sessid_hash: hash(),
        started_at: now,
        seen_at: now,
        ended_at: now,
        ended_by: 'complete',
      })
      .execute();
    const { id: package_id } = await db
      .insertInto('onec_packages')
      .values({ node_id, session_id, batch: 1, source: 'import.xml', state: 'importing' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const path = await onec.write(files);
    const row = {
      package_id,
      session_id,
      node_id,
      began_at: now,
      deactivates: false,
      waitsForDeactivate: false,
      keeps_on: false,
      approved,
    };
    return importOpened(() => openPackage(path), row, { url, filesDir: onec.filesDir });
  };
}
