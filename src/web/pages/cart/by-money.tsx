type ByMoneyProps = { soon: string; paid: string };

/**
 * What is promised when the goods are given for money at once, and when they wait until it has come: by invoice and on
 * credit. The sheet shows the one that the chosen way of paying makes true, with or without a script.
 */
export function ByMoney({ soon, paid }: ByMoneyProps) {
  if (soon === paid) return soon;
  return (
    <>
      <span className="if-soon">{soon}</span>
      <span className="if-paid">{paid}</span>
    </>
  );
}
