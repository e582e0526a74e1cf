import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import type { Tone } from '@/contract/core/define';

const tones: Record<ProductReview['state'], Tone> = {
  waiting: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
};

export function StateBadge({ state }: { state: ProductReview['state'] }) {
  const { t } = useTranslation('catalogue');
  return <Badge tone={tones[state]}>{t(`catalogue:products.moderation.states.${state}`)}</Badge>;
}
