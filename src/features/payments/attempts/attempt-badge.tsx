import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import type { Tone } from '@/contract/core/define';
import type { AttemptState } from '@/contract/payments/attempts';

const tones: Record<AttemptState, Tone> = {
  new: 'neutral',
  pending: 'accent',
  held: 'warn',
  paid: 'good',
  canceled: 'bad',
  unknown: 'warn',
};

export function AttemptBadge({ state }: { state: AttemptState }) {
  const { t } = useTranslation('payments');
  return <Badge tone={tones[state]}>{t(`payments:payments.states.${state}`)}</Badge>;
}
