import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import type { ShiftReport, TillShift } from '@/contract/orders/till';
import { formatDateTime } from '@/lib/format/format';
import type { Till } from '../use-till';
import { useTillWord } from '../use-till-word';
import { CashMoveForm } from './cash-move';
import { CloseShift } from './close-shift';
import { OutsideRefunds } from './outside-refunds';
import { ShiftFigures } from './shift-figures';
import { ShiftPrint } from './shift-print';
import { useShiftReport } from './use-shift';

interface ShiftPaneProps {
  till: Till;
  shift: TillShift;
  onClosed: (shift: ShiftReport) => void;
}

/** The shift in place of the receipt: figures, cash in and out, closing. */
export function ShiftPane({ till, shift, onClosed }: ShiftPaneProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const { slug } = till.info.shop;
  const report = useShiftReport(slug, shift.id);
  const [isMoving, setMoving] = useState(false);
  return (
    <section
      aria-label={word('shift.title')}
      className="flex min-h-0 flex-1 flex-col border-line desk:w-100 desk:flex-none desk:border-s"
    >
      <header className="flex min-h-15 items-center gap-2 border-b border-line px-5 phone:px-3">
        <h2 className="text-card font-semibold">{word('shift.title')}</h2>
        <p className="min-w-0 truncate text-small text-ink-second">
          {word('shift.opened-at', { time: formatDateTime(shift.opened_at, i18n.language) })}
        </p>
        <IconButton
          icon="x"
          label={word('shift.hide')}
          className="ms-auto size-10!"
          onClick={till.closePane}
        />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 phone:px-3">
        <QueryBoundary query={report}>
          {(found) => (
            <div className="grid gap-4">
              <ShiftFigures shift={found} />
              <OutsideRefunds shop={slug} shiftId={found.id} />
              {isMoving ? (
                <CashMoveForm shop={slug} shiftId={found.id} onDone={() => setMoving(false)} />
              ) : (
                <div className="grid grid-cols-2 gap-2">
                  <Button className="h-11!" onClick={() => setMoving(true)}>
                    {word('shift.move')}
                  </Button>
                  <Button className="h-11!" onClick={() => window.print()}>
                    {word('shift.print')}
                  </Button>
                </div>
              )}
              <div className="border-t border-line pt-4">
                <CloseShift shop={slug} shift={found} onClosed={onClosed} />
              </div>
              <LinkButton href={`/${encodeURIComponent(slug)}/till/shifts`} className="h-10!">
                {word('shift.all')}
              </LinkButton>
              <ShiftPrint shift={found} />
            </div>
          )}
        </QueryBoundary>
      </div>
    </section>
  );
}
