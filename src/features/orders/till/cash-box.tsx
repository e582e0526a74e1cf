import { type KeyboardEvent, type RefObject, useId } from 'react';
import { Input } from '@/components/inputs/input';
import { useMoney } from '@/state/use-money';
import { quickSums } from './cash';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

/** More digits than any sum: a scanner typed into this field. */
const codeDigits = 8;

export function CashBox({ till, field }: { till: Till; field: RefObject<HTMLInputElement | null> }) {
  const word = useTillWord();
  const money = useMoney();
  const id = useId();
  const { received, back, view } = till;
  const isTyped = received.trim() !== '';
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') till.setReceived('');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const code = received.trim();
    if (!/^\d+$/.test(code) || code.length < codeDigits) return till.enter();
    till.setReceived('');
    till.scan(code);
  };
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <label htmlFor={id} className="text-ink-second">
          {word('pay.received')}
        </label>
        <Input
          ref={field}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          className="h-10! max-w-32 text-card! font-semibold"
          value={received}
          aria-invalid={isTyped && (back === undefined || back < 0)}
          onChange={(event) => till.setReceived(event.target.value)}
          onKeyDown={handleKey}
        />
        <p className="ms-auto text-end" aria-live="polite">
          {isTyped && back !== undefined && (
            <>
              <span className="text-ink-second">{word(back < 0 ? 'pay.short' : 'pay.change')} </span>
              <b className={`text-title font-[650] whitespace-nowrap ${back < 0 ? 'text-bad' : 'text-good'}`}>
                {money(Math.abs(back))}
              </b>
            </>
          )}
        </p>
      </div>
      {view.total > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <QuickSum text={word('pay.exact')} onChoose={() => till.setReceived('')} />
          {quickSums(view.total).map((sum) => (
            <QuickSum key={sum} text={money(sum)} onChoose={() => till.setReceived(String(sum))} />
          ))}
        </div>
      )}
    </>
  );
}

function QuickSum({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      className="h-8.5 rounded-control bg-line-faint px-2.5 font-medium whitespace-nowrap text-ink-second hover:text-ink pointer-coarse:h-10"
      onClick={onChoose}
    >
      {text}
    </button>
  );
}
