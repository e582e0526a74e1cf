import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { errorText } from '@/lib/api/errors';
import { useRefusal } from '@/lib/form/use-refusal';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { CashBox } from './cash-box';
import { KeyHint } from './key-hint';
import { isSoldOffline } from './use-sell';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

const TillMarks = part(dynamic(() => import('./till-marks').then((module) => module.TillMarks)));

const keys = { CASH: 'F8', SBP: 'F9', CARD: 'F10' } as const;

const buttons = { CASH: 'sell', SBP: 'show-qr', CARD: 'approved' } as const;

/** Sum, VAT, payment method, cash, and the button that sells. */
export function PayBox({ till, cash }: { till: Till; cash: RefObject<HTMLInputElement | null> }) {
  const word = useTillWord();
  const money = useMoney();
  const { info, receipt, view } = till;
  const isEmpty = receipt.lines.length === 0;
  const isShort = receipt.gateway === 'CASH' && (till.back === undefined || till.back < 0);
  const isKept = !till.isOnline && isSoldOffline(receipt);
  const isOffline = !till.isOnline && !isKept;
  const isBlocked = isEmpty || view.hasProblem || isShort || isOffline || till.pending > 0;
  const { quote } = view;
  return (
    <div className="border-t border-line px-5 py-4 phone:px-3 phone:py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-[26px] leading-8 font-[650] whitespace-nowrap" aria-live="polite">
          <span className="sr-only">{word('pay.total')} </span>
          {money(view.total)}
        </p>
        <p className="text-small text-ink-second">
          {quote && !view.hasProblem && vatText(quote).join(' · ')}
        </p>
      </div>
      <fieldset className="mt-3 flex gap-2">
        <legend className="sr-only">{word('pay.way')}</legend>
        {info.gateways.map((gateway) => (
          <button
            key={gateway}
            type="button"
            aria-pressed={gateway === receipt.gateway}
            className={`flex h-10 flex-1 items-center justify-center gap-2 rounded-control border font-semibold transition-colors ${
              gateway === receipt.gateway
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line hover:bg-sunken'
            }`}
            onClick={() => till.pay(gateway)}
          >
            {word(`pay.${gateway}`)}
            <KeyHint name={keys[gateway]} />
          </button>
        ))}
      </fieldset>
      {receipt.lines.some((line) => line.requires_marking) && <TillMarks till={till} />}
      {receipt.gateway === 'CASH' && <CashBox till={till} field={cash} />}
      {receipt.gateway === 'CARD' && <p className="mt-3 text-ink-second">{word('pay.terminal')}</p>}
      <Trouble till={till} />
      <Button
        variant="primary"
        className="mt-3 h-12! w-full text-card!"
        disabled={isBlocked}
        isLoading={till.isSelling}
        onClick={till.enter}
      >
        {word(`pay.${isKept ? 'keep' : buttons[receipt.gateway]}`)}
        <KeyHint name="Enter" className="text-accent-on" />
      </Button>
    </div>
  );

  function vatText({ vat, total_tax }: NonNullable<typeof quote>): string[] {
    const included = vat.map(({ rate, sum }) => word('pay.vat', { rate, sum: money(sum) }));
    return total_tax > 0 ? [word('pay.tax', { sum: money(total_tax) }), ...included] : included;
  }
}

/** Why the receipt cannot be sold now, and what to do. */
function Trouble({ till }: { till: Till }) {
  const { t } = useTranslation('common');
  const word = useTillWord();
  const { problem, view, isOnline, receipt } = till;
  const refused = useRefusal(problem?.kind === 'refused' && problem.error).text;
  const text = textOf();
  return (
    <p
      role="alert"
      className={text ? 'mt-3 rounded-control bg-warn-soft px-3 py-2 font-medium text-warn' : ''}
    >
      {text}
    </p>
  );

  function textOf(): string | undefined {
    if (problem?.kind === 'offline') return word('trouble.offline-only');
    if (!isOnline && receipt.lines.length > 0)
      return word(`trouble.${isSoldOffline(receipt) ? 'offline' : 'offline-only'}`);
    if (view.hasProblem) return word('trouble.goods');
    if (problem?.kind === 'coupon') return word('trouble.coupon');
    if (problem?.kind === 'changed') return word('trouble.changed');
    if (problem?.kind === 'refused') return refused;
    return view.error?.status === undefined ? undefined : errorText(t, view.error);
  }
}
