import { Button } from '@/components/ui/button';
import { useMoney } from '@/state/use-money';
import type { Counter } from './use-till';

/** On a phone: the sum, and the way to the receipt. */
export function ReceiptBar({ till, label, sum }: { till: Counter; label: string; sum: number }) {
  const money = useMoney();
  if (till.isReceiptOpen) return null;
  return (
    <div className="border-t border-line bg-surface p-3 desk:hidden">
      <Button
        variant="primary"
        className="h-12! w-full justify-between!"
        onClick={() => till.setReceiptOpen(true)}
      >
        <span>{label}</span>
        <span className="text-card whitespace-nowrap">{money(sum)}</span>
      </Button>
    </div>
  );
}
