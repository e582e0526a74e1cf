import { Button } from '@/components/ui/button';
import { useMoney } from '@/state/use-money';
import { isSold, type Till } from './use-till';
import { useTillWord } from './use-till-word';

/** On a phone: the total of the receipt and a link to it. */
export function ReceiptBar({ till }: { till: Till }) {
  const word = useTillWord();
  const money = useMoney();
  if (till.isReceiptOpen) return null;
  const count = till.receipt.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const label = () => {
    if (isSold(till)) return word('receipt.sold');
    return till.receipt.waiting === null ? word('receipt.count', { count }) : word('sbp.wait');
  };
  return (
    <div className="border-t border-line bg-surface p-3 desk:hidden">
      <Button
        variant="primary"
        className="h-12! w-full justify-between!"
        onClick={() => till.setReceiptOpen(true)}
      >
        <span>{label()}</span>
        <span className="text-card whitespace-nowrap">
          {money(till.sale?.total ?? till.kept ?? till.view.total)}
        </span>
      </Button>
    </div>
  );
}
