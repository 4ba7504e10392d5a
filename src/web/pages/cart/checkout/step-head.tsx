export function StepHead({ n, title }: { n: number; title: string }) {
  return (
    <div className="co__h">
      <span className="co__n" aria-hidden="true">
        {n}
      </span>
      <h3 className="co__title">{title}</h3>
    </div>
  );
}
