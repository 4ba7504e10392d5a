import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Checks } from '../parts/checks.tsx';
import type { LandingText } from './content-types.ts';

type Props = {
  checks: LandingText['checks'];
  /** What is typed differs from what was checked. */
  isChanged: boolean;
  onChoose: (block: number) => void;
};

/** What is right in a text of a landing page and what is to be put right, as it was saved. */
export function LandingChecks({ checks, isChanged, onChoose }: Props) {
  function toBlock({ block }: LandingText['checks'][number]) {
    if (block === null) return null;
    return (
      <Button kind="text" size="small" onClick={() => onChoose(block)}>
        К блоку
        <span className="hidden-words"> {block + 1}</span>
      </Button>
    );
  }
  const wrong = checks.filter(({ is_met: isMet }) => !isMet).length;
  return (
    <section className="panel landing-checks" aria-labelledby="landing-checks">
      <div className="panel-head">
        <h2 id="landing-checks">Проверка</h2>
        <span className="soft" role="status">
          {wrong === 0 ? 'замечаний нет' : countOf(wrong, 'замечание', 'замечания', 'замечаний')}
        </span>
      </div>
      <Checks checks={checks} linkOf={toBlock} />
      {isChanged ? <p className="soft small">Проверено то, что сохранено.</p> : null}
    </section>
  );
}
