import { Button } from '@/components/ui/button';
import { KeyHint } from '@/features/orders/till/key-hint';
import type { Till } from '@/features/orders/till/use-till';
import { useTillWord } from '@/features/orders/till/use-till-word';
import { useMoney } from '@/state/use-money';

/** After a sale without a network: its sum, the change, and the next customer. The receipt is printed when it has a number. */
export function SaleKept({ till: { kept = 0, lastBack = 0, next } }: { till: Till }) {
  const word = useTillWord();
  const money = useMoney();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="status"
        className="flex flex-1 flex-col items-center justify-center gap-1 px-5 py-8 text-center"
      >
        <p className="text-card font-semibold text-warn">{word('sold.kept')}</p>
        <p className="text-[26px] leading-8 font-[650]">{money(kept)}</p>
        {lastBack > 0 && (
          <p className="mt-3">
            <span className="block text-ink-second">{word('sold.change')}</span>
            <b className="text-[32px] leading-10 font-[650] text-good">{money(lastBack)}</b>
          </p>
        )}
        <p className="mt-3 text-balance text-ink-second">{word('sold.kept-text')}</p>
      </div>
      <div className="border-t border-line px-5 py-4 phone:px-3">
        <Button variant="primary" className="h-12! w-full text-card!" onClick={next}>
          {word('sold.next')}
          <KeyHint name="Enter" className="text-accent-on" />
        </Button>
      </div>
    </div>
  );
}
