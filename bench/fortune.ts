import { commitOf, drawPrize, serverSeedOf, ticketOf } from '#modules/fortune/draw.ts';
import { ensure } from '#shared/ensure.ts';
import { chiSquareProbability } from '#test/support/chi-square.ts';

/**
 * `npm run bench -- fortune [SPINS] [SEED]`: so many spins (a million unless told) through the wheel's own draw, with
 * the demo shop's weights, seeds and tickets made as the shop makes them, against the promised odds. Ends with 1 when a
 * fair wheel would come out so once in 10,000 runs.
 */
const spins = Number(process.argv[2] ?? 1_000_000);
const seed = process.argv[3] ?? String(Date.now());
const names = ['500 ₽', '100 ₽', '1 000 ₽', '300 ₽', '5 000 ₽', '2 000 ₽'];
const weights = [150, 500, 40, 300, 1, 9];
const total = weights.reduce((sum, weight) => sum + weight, 0);
const campaign_seed = commitOf(seed);
const counts = weights.map(() => 0);
const started = performance.now();
for (let spin = 0; spin < spins; spin++) {
  const ticket = ticketOf('bench', seed, String(spin));
  const server_seed = serverSeedOf(campaign_seed, 'bench', ticket);
  const { index } = drawPrize(
    { campaign: 'bench', ticket, server_seed, client_seed: `слово ${spin % 1_000}` },
    weights,
  );
  counts[index] = ensure(counts[index]) + 1;
}
const seconds = (performance.now() - started) / 1000;
const { chi, p } = chiSquareProbability(counts, weights);
console.info(`seed ${seed}, ${spins} spins in ${seconds.toFixed(1)} s (${Math.round(spins / seconds)} a second)`);
for (const [at, name] of names.entries()) {
  const expected = (spins * ensure(weights[at])) / total;
  console.info(
    `${name.padEnd(8)} promised ${expected.toFixed(0).padStart(7)}  drawn ${String(counts[at]).padStart(7)}`,
  );
}
console.info(`χ² = ${chi.toFixed(3)} with ${weights.length - 1} degrees of freedom, p = ${p.toFixed(4)}`);
process.exitCode = p < 1e-4 ? 1 : 0;
