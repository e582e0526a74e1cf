import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { AccessDecision } from './access';
import { useAccessReason } from './use-access-reason';

/** Yes or no as an icon, with the reason on hover and for screen readers. */
export function AccessMark({ verdict }: { verdict: AccessDecision }) {
  const { t } = useTranslation('accounts');
  const why = useAccessReason()(verdict);
  const word = t(verdict.isAllowed ? 'accounts:people.explorer.yes' : 'accounts:people.explorer.no');
  const Icon = verdict.isAllowed ? Check : Minus;
  return (
    <span
      title={`${word}. ${why}`}
      className={`inline-grid size-6 place-items-center rounded-full ${verdict.isAllowed ? 'bg-good-soft text-good' : 'bg-line-faint text-ink-second'}`}
    >
      <Icon className="size-3.5" strokeWidth={2.25} />
      <span className="sr-only">{`${word}. ${why}`}</span>
    </span>
  );
}
