import { Dices } from 'lucide-react';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { chanceOf, type WheelPrize } from './wheel-words.ts';

type Outcome = paths['/api/admin/wheel-simulation']['post']['responses'][200]['content']['application/json'];
type Props = { prizes: WheelPrize[]; budget: unknown };

/** Ten thousand spins by the rules of the wheel: what is given, and how long the budget lasts. */
export function Simulation({ prizes, budget }: Props) {
  const simulate = useVerb<Outcome>(() => {});
  const { answer } = simulate;
  const isWrong = Object.keys(simulate.fields).length > 0;
  return (
    <section className="panel form-panel" aria-labelledby="simulation">
      <div className="page-head">
        <h2 id="simulation" className="block-title">
          10 000 пробных вращений
        </h2>
        <div className="page-actions">
          <Button
            icon={<Dices size={16} aria-hidden="true" />}
            isBusy={simulate.isBusy}
            onClick={() => simulate.run('/api/admin/wheel-simulation', { prizes, budget_kopecks: budget })}
          >
            Прокрутить
          </Button>
        </div>
      </div>
      <Problem words={isWrong ? 'Сначала исправьте призы и фонд' : simulate.problem} />
      {answer && answer.prizes.length === prizes.length ? <Result answer={answer} prizes={prizes} /> : null}
    </section>
  );
}

function Result({ answer, prizes }: { answer: Outcome; prizes: WheelPrize[] }) {
  const { over_at: overAt, spent_kopecks: spent, spins } = answer;
  return (
    <>
      <p aria-live="polite">
        {overAt === null
          ? `Фонда хватило на все вращения, отдано ${formatPrice(spent)}.`
          : `Фонд кончился на вращении ${formatCount(overAt)}, отдано ${formatPrice(spent)}.`}
        {` В среднем ${formatPrice(Math.round(spent / Math.max(1, spins)))} за вращение.`}
      </p>
      <table className="records">
        <thead>
          <tr>
            <th scope="col">Приз</th>
            <th scope="col" className="right">
              Вероятность
            </th>
            <th scope="col" className="right">
              Выпал
            </th>
            <th scope="col" className="right">
              Отдан
            </th>
            <th scope="col" className="right">
              На сумму
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.prizes.map(({ drawn, given }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: prizes are told apart by their place
            <tr key={at}>
              <td>{prizes[at]?.name}</td>
              <td className="right num">{chanceOf(prizes[at]?.weight, prizes)}</td>
              <td className="right num">{formatCount(drawn)}</td>
              <td className="right num">{formatCount(given)}</td>
              <td className="right num">{formatPrice(given * (Number(prizes[at]?.sum_kopecks) || 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
