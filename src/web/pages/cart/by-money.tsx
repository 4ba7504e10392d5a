type ByMoneyProps = { soon: string; paid: string };

/**
 * What is promised when the goods do not wait for money, and when they wait until it has come: on credit and by
 * invoice, save that of a firm that pays it behind the goods. The sheet shows the one that the chosen way of paying
 * makes true, with or without a script.
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
