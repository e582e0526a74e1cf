import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import type { ShiftReport, TillInfo } from '@/contract/orders/till';
import { useMe } from '@/lib/session/me';
import { readSum } from '../cash';
import { KeyHint } from '../key-hint';
import { useTillWord } from '../use-till-word';
import { ShiftFigures } from './shift-figures';
import { ShiftPrint } from './shift-print';
import { SumField } from './sum-field';
import { useOpenShift } from './use-shift';

interface OpenShiftProps {
  info: TillInfo;
  /** The shift that was just closed. */
  closed: ShiftReport | undefined;
}

/** The till before a shift: count the drawer and open. */
export function OpenShift({ info, closed }: OpenShiftProps) {
  const word = useTillWord();
  const { data: me } = useMe();
  const { shop } = info;
  return (
    <>
      <main className="grid min-h-dvh place-items-center bg-surface p-5 text-ink print:hidden">
        <div className="w-full max-w-sm">
          {closed && <ClosedShift shift={closed} />}
          <h1 className="text-title font-[650]">{word('shift.start')}</h1>
          <p className="mt-1 text-ink-second">{[shop.name, me?.name].filter(Boolean).join(' · ')}</p>
          <OpeningForm shop={shop} />
        </div>
      </main>
      {closed && <ShiftPrint shift={closed} />}
    </>
  );
}

function ClosedShift({ shift }: { shift: ShiftReport }) {
  const word = useTillWord();
  return (
    <section aria-label={word('shift.closed')} className="mb-8">
      <p role="status" className="text-card font-semibold text-good">
        {word('shift.closed')}
      </p>
      <div className="mt-3">
        <ShiftFigures shift={shift} />
      </div>
      <Button className="mt-4 h-11! w-full" onClick={() => window.print()}>
        {word('shift.print')}
      </Button>
    </section>
  );
}

function OpeningForm({ shop }: Pick<TillInfo, 'shop'>) {
  const { t } = useTranslation('form');
  const word = useTillWord();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { send, isSending, error, forget } = useOpenShift(shop.slug);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const sum = text.trim() === '' ? 0 : readSum(text);
    if (sum === undefined) return setWrong(true);
    send({ opening_cash: sum });
  };
  return (
    <form noValidate className="mt-5 grid gap-3" onSubmit={handleSubmit}>
      <SumField
        autoFocus
        label={word('shift.opening-label')}
        hint={word('shift.opening-hint')}
        error={isWrong ? t('form:error-sum-required') : undefined}
        placeholder="0"
        className="h-11! text-card!"
        value={text}
        onText={(next) => {
          setText(next);
          setWrong(false);
          forget();
        }}
      />
      {error && (
        <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 font-medium text-warn">
          {error}
        </p>
      )}
      <Button type="submit" variant="primary" className="h-12! text-card!" isLoading={isSending}>
        {word('shift.open')}
        <KeyHint name="Enter" className="text-accent-on" />
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <LinkButton href={`/${encodeURIComponent(shop.slug)}/orders`} className="h-10!">
          {word('leave')}
        </LinkButton>
        <LinkButton href={`/${encodeURIComponent(shop.slug)}/till/shifts`} className="h-10!">
          {word('shift.all')}
        </LinkButton>
      </div>
    </form>
  );
}
