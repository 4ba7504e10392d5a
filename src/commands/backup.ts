import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#platform/database.ts';
import { type LastBackup, noteBackup } from '#platform/last-backup.ts';
import { readMigrations } from '#platform/migrate.ts';
import { holdOutgoing } from '#platform/outgoing.ts';
import { BackupDamaged, putBackup, readBackupNote, writeBackup } from '#platform/postgres/backup.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { preparePlace } from '#platform/postgres/place.ts';
import { findRunning } from '#platform/postgres/processes.ts';
import type { Settings } from '../config.ts';
import { type Command, CommandFailure, givenPath } from './command.ts';

export const commands: Command[] = [
  {
    name: 'backup',
    summary: 'сделать резервную копию встроенной базы данных и файлов; магазин может работать',
    parameters: [{ name: 'DIR', summary: 'папка для копии; её ещё не должно быть' }],
    database: 'none',
    async run({ config, args, out }) {
      refuseForeignDatabase(config, 'pg_basebackup или pg_dump');
      const folder = givenPath(args.positionals[0] ?? '');
      if (existsSync(folder)) throw new CommandFailure(`${folder} уже существует, укажите новую папку.`);
      const embedded = await openEmbedded(config.DATA_DIR, 'command');
      try {
        const given = { url: embedded.url, place: embedded.place, filesDir: filesDir(config), folder };
        const note = await writeBackup(given, out.progress);
        out.line(`Резервная копия готова: ${folder} (база ${megabytes(note.bytes)}, файлов ${note.files}).`);
        await noteBackupAt(embedded.url, note).catch((error: Error) =>
          out.line(`Магазин о ней не узнал, «Здоровье» покажет прежнюю: ${error.message}`),
        );
      } finally {
        await embedded.close();
      }
    },
  },
  {
    name: 'restore',
    summary: 'вернуть базу данных и файлы из резервной копии; магазин должен быть остановлен',
    parameters: [{ name: 'DIR', summary: 'папка, сделанная командой backup' }],
    database: 'none',
    async run({ config, args, out }) {
      refuseForeignDatabase(config, 'pg_restore');
      const folder = givenPath(args.positionals[0] ?? '');
      const note = await readBackupNote(folder).catch((error: Error) => {
        throw new CommandFailure(error.message);
      });
      const known = new Set((await readMigrations()).flatMap(({ name, replaces }) => [name, ...replaces]));
      const unknown = note.migrations.filter((name) => !known.has(name));
      if (unknown.length > 0)
        throw new CommandFailure(
          `Копия сделана более новой версией магазина (${unknown.join(', ')}). Обновите магазин.`,
        );
      const place = await preparePlace(config.DATA_DIR);
      if (findRunning(place.cluster)) throw new CommandFailure('База данных работает. Остановите магазин и повторите.');
      const aside = `.before-${new Date().toISOString().slice(0, 19).replaceAll(/[:-]/g, '')}`;
      const put = { place, filesDir: filesDir(config), folder, aside };
      const takeBack = await putBackup(put, out.progress).catch((error) => {
        throw error instanceof BackupDamaged ? new CommandFailure(error.message) : error;
      });
      try {
        out.progress('Проверка: база запускается…');
        await startHeld(config, note);
      } catch (error) {
        await takeBack();
        throw new CommandFailure(
          `Копия не запустилась, всё оставлено как было: ${error instanceof Error ? error.message : error}`,
        );
      }
      out.line(`Восстановлено из копии от ${note.made_at}.`);
      out.line(
        'Письма, заявки и платежи не отправляются, пока не выполнено: npm run shop -- outgoing release (см. docs/operations.md).',
      );
      if (existsSync(place.cluster + aside))
        out.line(`Прежние данные лежат рядом: ${place.cluster}${aside}. Их можно удалить.`);
    },
  },
];

function filesDir(config: Settings): string {
  return join(config.DATA_DIR, 'files');
}

function refuseForeignDatabase(config: Settings, instead: string) {
  if (config.DATABASE_URL)
    throw new CommandFailure(
      `Задан DATABASE_URL: эта команда — для встроенной базы. Для своего сервера есть ${instead}.`,
    );
}

/** Starts the restored database once; nothing may leave it for customers and partners before somebody has said so. */
async function startHeld(config: Settings, note: LastBackup) {
  const embedded = await openEmbedded(config.DATA_DIR, 'command');
  try {
    const db = openDatabase(embedded.url, { max: 1 });
    await db.selectFrom('migrations').select('name').execute();
    await holdOutgoing(db, `магазин восстановлен из копии от ${note.made_at}`);
    // The copied database does not yet know this copy.
    await noteBackup(db, note);
    await db.destroy();
  } finally {
    await embedded.close();
  }
}

/** The back office says how old the last backup is. */
async function noteBackupAt(url: string, note: LastBackup): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    await noteBackup(db, note);
  } finally {
    await db.destroy();
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} МБ`;
}
