import { randomInt } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What opens the demo shop: drawn at each load, so that nothing in the source opens any. */
export type DemoLogins = {
  people: {
    email: string;
    full_name: string;
    who: string;
    /** Of the shop (`login_by_user`, …) or of the firm (`owner`, …). */
    roles: string[];
    password: string;
    /** Second factor, base32, of those who have one. */
    totp_secret: string | null;
  }[];
  cards: { number: string; code: string; who: string }[];
};

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Sixteen of them in groups of four: 79 bits. */
export function drawPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** As printed on a card: six digits. */
export function drawCardCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Writes DATA_DIR/demo-logins.json for this account's eyes only; a reader sees the old file or the whole new one. */
export async function writeDemoLogins(dataDir: string, logins: DemoLogins): Promise<void> {
  const path = loginsFile(dataDir);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}

/** The logins of the last load, null when the file is not there. */
export async function readDemoLogins(dataDir: string): Promise<DemoLogins | null> {
  const text = await readFile(loginsFile(dataDir), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  return text === null ? null : JSON.parse(text);
}

/** Forgets them. */
export async function removeDemoLogins(dataDir: string): Promise<void> {
  await rm(loginsFile(dataDir), { force: true });
}

/** What the person at the keyboard reads after the first start. */
export function demoLoginLines({ people, cards }: DemoLogins): string[] {
  return [
    'Вход в демонстрационный магазин:',
    ...people.map(
      ({ email, password, full_name, who }) => `  ${email.padEnd(22)}${password.padEnd(22)}${full_name}, ${who}`,
    ),
    ...cards.map(({ number, code, who }) => `  ${who}: ${number}, код ${code}`),
    'Пароли и коды второго фактора покажет: npm run shop -- demo logins',
  ];
}

function loginsFile(dataDir: string): string {
  return join(dataDir, 'demo-logins.json');
}
