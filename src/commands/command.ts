import { resolve } from 'node:path';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { Config, Settings } from '../config.ts';

/** Who works at the terminal, where a name is kept: it knows none. */
export const terminal = 'команда';

export type Option = {
  type: 'string' | 'boolean';
  /** What the help line says, in Russian. */
  summary: string;
  short?: string;
  /** The word for the value in the help line: `--products N`. */
  value?: string;
  default?: string | boolean;
};

export type CommandContext = {
  db: Db;
  /** The URL behind `db`, for COPY and other things that need a connection of their own. */
  url: string;
  config: Config;
  keys: SecretKeys;
  log: Log;
  args: { positionals: string[]; values: Record<string, string | boolean | undefined> };
  out: Out;
};

/** One command of `npm run shop -- …`. The name may have several words: 'orders list'. */
export type Command = {
  name: string;
  summary: string;
  /** Positional arguments in order; those not optional are required before `run` is called. */
  parameters?: { name: string; summary: string; optional?: boolean }[];
  options?: Record<string, Option>;
  /**
   * What it changes, as the journal of the back office names it: each run that succeeds leaves a line there. Left out:
   * it only reads, or works on the database as a whole.
   */
  changes?: string;
  /** Whether it changes anything when asked with these options; left out: always. */
  isChange?(values: CommandContext['args']['values']): boolean;
} & (
  | {
      /** Left out: the command works on the shop's migrated database, which fits the settings (`openShop`). */
      database?: undefined;
      run(context: CommandContext): ExitCode;
    }
  | {
      /** 'any': on the migrated database of any shop; the settings may contradict it. */
      database: 'any';
      run(context: Omit<CommandContext, 'config' | 'keys'> & { config: Settings }): ExitCode;
    }
  | {
      /** 'none': no database is opened for the command. */
      database: 'none';
      run(context: Omit<CommandContext, 'db' | 'url' | 'config' | 'keys'> & { config: Settings }): ExitCode;
    }
);

/** Nothing returned is 0. */
type ExitCode = Promise<number | undefined> | Promise<void>;

export type Out = {
  /** A line of the command's result, on stdout. */
  line(text: string): void;
  /** The machine-readable result, on stdout. */
  json(value: unknown): void;
  /**
   * What is happening now, on stderr: one line rewritten in a terminal; elsewhere a line for each text that differs
   * before its first digit.
   */
  progress(text: string): void;
};

/** A path from the command line: relative to the folder the caller stands in, also through `npm run`. */
export function givenPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/**
 * A mistake in how the command was called or in what it was given: its text is all that is shown, the exit code is 1.
 */
export class CommandFailure extends Error {}

/**
 * Work whose refusal is shown in its own words, those of its fields where it has some; `notFound` stands for what is
 * not there. Every command is run like this: one calls it itself to say what is not there.
 */
export async function refusing<T>(work: () => Promise<T>, notFound?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields } = error.details as { fields?: Record<string, string> };
    const words = fields ? Object.values(fields).join('\n') : error.message;
    throw new CommandFailure(error.code === 'not_found' && notFound ? notFound : words);
  }
}

/** Options of many commands. */
export const json = { type: 'boolean', summary: 'вывести JSON' } as const;
export const limit = { type: 'string', value: 'N', summary: 'сколько показать', default: '50' } as const;

/** What an option was given; undefined: nothing. */
export function textOf(typed: string | boolean | undefined): string | undefined {
  return typeof typed === 'string' && typed !== '' ? typed : undefined;
}

/** `--limit` of a list: 1 to 10,000. */
export function readLimit(typed: string | boolean | undefined): number {
  const limit = Number(typed);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) throw new CommandFailure('--limit: от 1 до 10000');
  return limit;
}

/** A number that an int column can hold. */
export function readNumber(typed: string | undefined): number {
  const id = Number(typed);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) throw new CommandFailure('НОМЕР — целое число');
  return id;
}

/** A day as it is typed: 'YYYY-MM-DD'. */
export function readDate(typed: string): string {
  const isDate = z.iso.date().safeParse(typed).success;
  if (!isDate) throw new CommandFailure(`Дата пишется как 2026-11-21, а указано: ${typed}`);
  return typed;
}
