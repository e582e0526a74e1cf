import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { timesMoney } from '@/contract/core/money';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import type { ShownLine } from './use-quote';
import type { Counter } from './use-till';
import { useTillWord } from './use-till-word';

const step =
  'grid size-9 place-items-center rounded-control border border-line bg-surface text-card font-semibold transition-colors pointer-coarse:size-10 hover:not-disabled:bg-sunken disabled:text-ink-third';

/** A line: name, price, stock, − and +, its sum. */
export function ReceiptLineRow({ till, line }: { till: Counter; line: ShownLine }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const row = useRef<HTMLLIElement>(null);
  const { key, name, variation, price, quantity, left, problem } = line;
  const isCurrent = key === till.receipt.current;
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li
      ref={row}
      aria-current={isCurrent || undefined}
      className={`border-b border-line-faint px-5 py-2 phone:px-3 ${problem ? 'bg-bad-soft' : isCurrent ? 'bg-accent-soft' : ''}`}
    >
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 pt-1 font-semibold break-words">
          <bdi>{name}</bdi>
          {variation && <span className="font-normal text-ink-second"> · {variation}</span>}
        </p>
        <p className="pt-1 font-semibold whitespace-nowrap">{money(timesMoney(price, quantity))}</p>
      </div>
      <div className="flex items-center gap-1.5">
        <p className={`min-w-0 flex-1 text-small ${problem ? 'font-medium text-bad' : 'text-ink-second'}`}>
          {problem ? word(`problem.${problem}`, { count: left }) : lineText()}
        </p>
        <QuantityTools till={till} line={line} />
      </div>
    </li>
  );

  function lineText(): string {
    const rest = left === 1 ? word('last') : word('rest', { text: formatNumber(left, i18n.language) });
    return `${money(price)} · ${rest}`;
  }
}

function QuantityTools({ till, line }: { till: Counter; line: ShownLine }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const { key, name, quantity, left } = line;
  const isLocked = till.receipt.waiting !== null;
  return (
    <>
      <button
        type="button"
        aria-label={word('receipt.less', { name })}
        disabled={isLocked}
        className={step}
        onClick={() => till.setQuantity(key, quantity - 1)}
      >
        −
      </button>
      <span className="min-w-7 text-center font-semibold" aria-live="polite">
        {formatNumber(quantity, i18n.language)}
      </span>
      <button
        type="button"
        aria-label={word('receipt.more', { name })}
        disabled={isLocked || quantity >= left}
        className={step}
        onClick={() => till.add(line)}
      >
        +
      </button>
      <IconButton
        icon="x"
        label={word('receipt.remove', { name })}
        className="size-9! pointer-coarse:size-10!"
        disabled={isLocked}
        onClick={() => till.setQuantity(key, 0)}
      />
    </>
  );
}
