import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { prizeAt, readClientSeed, rollFrom } from '#shared/fair-draw.ts';
import { chiSquareProbability } from '#test/support/chi-square.ts';
import { isDisposableMail, mailboxOf } from './disposable-mail.ts';
import { commitOf, drawPrize, serverSeedOf, ticketOf } from './draw.ts';
import { periodAt } from './periods.ts';

const words = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
};

test('the roll is the first number below the last whole multiple of the weights; those above are thrown away', () => {
  const total = 1000;
  const fair = Math.floor(2 ** 32 / total) * total;
  expect(rollFrom(words(fair - 1), total)).toBe(999);
  expect(rollFrom(words(fair, 2 ** 32 - 1, 1234), total)).toBe(234);
  expect(rollFrom(words(fair), total), 'nothing left: the next round').toBeNull();
  expect(rollFrom(words(2 ** 32 - 1), 2 ** 16)).toBe(65_535);
});

test('every prize has exactly as many rolls as its weight', () => {
  const weights = [1, 20, 129, 850];
  const rolls = Array.from({ length: 1000 }, (_, roll) => prizeAt(roll, weights));
  expect(weights.map((_, prize) => rolls.filter((index) => index === prize).length)).toEqual(weights);
  expect(() => prizeAt(1000, weights)).toThrow(RangeError);
});

test('anybody can repeat the draw with common tools: SHA-256 and HMAC of plain texts', () => {
  const seed = 'ab'.repeat(32);
  const ticket = ticketOf('zima', '2026-12', 'user');
  const server_seed = serverSeedOf(seed, 'zima', ticket);
  expect(server_seed).toBe(createHmac('sha256', seed).update(`zima:${ticket}`).digest('hex'));
  expect(commitOf(server_seed)).toBe(createHash('sha256').update(server_seed).digest('hex'));
  const digest = createHmac('sha256', server_seed).update(`zima:${ticket}:снег:0`).digest();
  const expected = digest.readUInt32BE(0) % 7;
  expect(drawPrize({ campaign: 'zima', ticket, server_seed, client_seed: 'снег' }, [1, 2, 4]).roll).toBe(expected);
});

const seed = process.env.FORTUNE_SEED ?? String(Date.now());
const spins = Number(process.env.FORTUNE_SPINS ?? 50_000);

test(`${spins} spins come out within the promised odds (χ², seed ${seed})`, () => {
  console.info(`fortune: seed ${seed}, spins ${spins}; the full count is npm run bench -- fortune`);
  const weights = [2, 20, 128, 350, 500];
  const counts = weights.map(() => 0);
  for (let spin = 0; spin < spins; spin++) {
    const ticket = ticketOf('zima', seed, String(spin));
    const server_seed = serverSeedOf(seed, 'zima', ticket);
    counts[drawPrize({ campaign: 'zima', ticket, server_seed, client_seed: `гость ${spin % 100}` }, weights).index]! +=
      1;
  }
  const { chi, p } = chiSquareProbability(counts, weights);
  // A fair draw falls below this once in a million runs.
  expect(p, `χ² = ${chi.toFixed(2)}, counts ${counts}`).toBeGreaterThan(1e-6);
});

test('χ² tells a crooked draw from a fair one', () => {
  expect(chiSquareProbability([500, 500], [1, 1])).toEqual({ chi: 0, p: 1 });
  // Tables: 3.841 with 1 degree of freedom is 5 %, 9.488 with 4 is 5 %.
  expect(chiSquareProbability([531, 469], [1, 1]).p).toBeCloseTo(0.05, 3);
  expect(chiSquareProbability([600, 400], [1, 1]).p).toBeLessThan(1e-9);
});

test('a throw-away mailbox is known with its sub-domains, spellings of one mailbox are one', () => {
  expect(['a@mailinator.com', 'a@x.yopmail.com', 'a@temp-mail.org'].map(isDisposableMail)).toEqual([true, true, true]);
  expect(['a@pochta.example', 'a@notmailinator.com', 'a@yandex.ru'].map(isDisposableMail)).toEqual([
    false,
    false,
    false,
  ]);
  expect(mailboxOf('an.na+wheel@googlemail.com')).toBe('anna@gmail.com');
  expect(mailboxOf('an.na@ya.ru')).toBe('an-na@yandex.ru');
  expect(mailboxOf('an.na+1@mail.ru')).toBe('an.na@mail.ru');
});

test('days, weeks and months begin at midnight in Moscow', () => {
  const night = new Date('2026-11-30T21:30:00Z');
  expect([
    periodAt('day', night),
    periodAt('month', night),
    periodAt('week', night),
    periodAt('campaign', night),
  ]).toEqual(['2026-12-01', '2026-12', '2026-11-30', 'campaign']);
});

test('the visitor’s part is one line of 64 characters at most', () => {
  expect(readClientSeed('  снег\nидёт ')).toBe('снег идёт');
  expect(readClientSeed(' \n ')).toBeNull();
  expect([...(readClientSeed('ё'.repeat(100)) ?? '')]).toHaveLength(64);
});
