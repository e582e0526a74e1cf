import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { ShortcutKey } from '@/components/page/shortcut-key';
import { Button } from '@/components/ui/button';
import type { ReportCaseDetails } from '@/contract/feedback/abusive-reports';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** Accepts or declines the complaints after a confirmation; shortcuts A and D. */
export function CaseVerdict({ item }: { item: ReportCaseDetails }) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  const bar = useRef<HTMLDivElement>(null);
  // Other servers have a longer name for the type.
  const model = item.reports[0]?.model_type ?? item.model_type;
  const data = { type: item.model_type, id: item.model_id, title: item.text ?? '', model };
  const accept = () => open('ACCEPT_ABUSE_REPORT', data);
  const decline = () => open('DECLINE_ABUSE_REPORT', data);
  // On narrow screens the queue covers the case; shortcuts must not decide an invisible one.
  const ifSeen = (run: () => void) => () => {
    if (bar.current?.checkVisibility?.() ?? true) run();
  };
  const mayDecide = useMay('feedback:decide');
  useShortcut('KeyA', mayDecide ? ifSeen(accept) : undefined);
  useShortcut('KeyD', mayDecide ? ifSeen(decline) : undefined);
  if (!mayDecide) return null;
  return (
    <div
      ref={bar}
      className="flex gap-2 max-desk:fixed max-desk:inset-x-0 max-desk:bottom-0 max-desk:z-10 max-desk:grid max-desk:grid-cols-2 max-desk:border-t max-desk:border-line max-desk:bg-surface max-desk:p-3"
    >
      <Button aria-haspopup="dialog" aria-keyshortcuts="D" onClick={decline}>
        {t('feedback:feedback.decline.button')}
        <ShortcutKey name="D" />
      </Button>
      <Button variant="danger" aria-haspopup="dialog" aria-keyshortcuts="A" onClick={accept}>
        {t('feedback:feedback.accept.button')}
        <ShortcutKey name="A" />
      </Button>
    </div>
  );
}
